import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { GivenSettingsSchema, PlaceSchema, type Place } from '#main/head-office/fleet-content.ts'
import { FleetFileSchema, type FleetFile } from './fleet-file.ts'
import {
  backupPassphraseOf,
  makeOrder,
  newPassphrase,
  openFleetFile,
  sealFleetFile,
  sealSetUp,
  setUpContent,
} from './make-files.ts'
import { newFleet } from './new-fleet.ts'
import { orderFileName } from '#main/head-office/order-format.ts'
import type { HashCost } from '#main/officers/secret-hash.ts'
import { csvOf } from '#main/platform/csv.ts'
import { writeDurably } from '#main/platform/durable-file.ts'
import { isEasyToGuess } from '#shared/domain/passphrase.ts'
import { parseBaseUrl } from '#shared/settings.ts'
import type { AskSecret } from './ask.ts'
import { readBranches } from './read-branches.ts'

export interface Surroundings {
  readonly ask: AskSecret
  readonly say: (line: string) => void
  readonly now: () => Date
  /** The work of deriving keys; the everyday one by default. */
  readonly cost?: HashCost
}

const usage = `npm run head-office -- COMMAND …

  new-fleet CONFIG.json --office OFFICE.cdfleet
      Makes head office's own file: what all computers get, and the key that signs. Once.
  make-files --office OFFICE.cdfleet --branches BRANCHES.csv --out FOLDER [--valid-days 30]
      Makes a set-up file for each branch, and lists of their passphrases and of the officers' first PINs.
  replace-key --office OFFICE.cdfleet --out FOLDER [--valid-days 60] [--environment live]
      [--address URL] [--access-key-id ID] [--new-secret]
      Makes the signed file that gives all computers a new key.
  backup-passphrase --office OFFICE.cdfleet --branch NAME
      Shows the passphrase of a branch's scheduled backups.
  show --office OFFICE.cdfleet

Secrets are asked for on the terminal. For scripts, files that hold one each: --passphrase-file (of OFFICE),
--files-passphrase-file (one for all set-up files), --key-file, --access-key-file (the file store's secret).`

const options = {
  office: { type: 'string' },
  branches: { type: 'string' },
  out: { type: 'string' },
  'valid-days': { type: 'string' },
  environment: { type: 'string' },
  address: { type: 'string' },
  'access-key-id': { type: 'string' },
  'new-secret': { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  'files-passphrase-file': { type: 'string' },
  'key-file': { type: 'string' },
  'access-key-file': { type: 'string' },
  branch: { type: 'string' },
} as const

const placeParts = v.omit(PlaceSchema, ['key', 'fileStore'])
const ConfigSchema = v.strictObject({
  places: v.pipe(
    v.array(
      v.strictObject({
        environment: placeParts.entries.environment,
        address: placeParts.entries.baseUrl,
        fileStore: v.optional(
          v.strictObject({
            store: v.unwrap(PlaceSchema.entries.fileStore).entries.store,
            accessKeyId: v.pipe(v.string(), v.minLength(1)),
          }),
        ),
      }),
    ),
    v.minLength(1),
    v.maxLength(2),
  ),
  settings: v.optional(v.omit(GivenSettingsSchema, ['branchName']), {}),
})

type Given = ReturnType<typeof parsed>['values']

function parsed(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true })
}

/** Runs one command of head office. Throws an error whose message is for the person. */
export async function headOffice(args: readonly string[], around: Surroundings): Promise<void> {
  const { values, positionals } = parsed(args)
  const [command, config] = positionals
  if (command === 'new-fleet' && config !== undefined) await makeFleet(config, values, around)
  else if (command === 'make-files') await makeFiles(values, around)
  else if (command === 'replace-key') await replaceKey(values, around)
  else if (command === 'backup-passphrase') await showBackupPassphrase(values, around)
  else if (command === 'show') show(await opened(values, around), around)
  else throw new Error(usage)
}

async function makeFleet(configFile: string, values: Given, around: Surroundings): Promise<void> {
  const office = needed(values.office, '--office')
  const config = checked(ConfigSchema, JSON.parse(readFileSync(configFile, 'utf8')), configFile)
  const places: Place[] = []
  for (const { environment, address, fileStore } of config.places) {
    const key = await around.ask(`The merchant's key for ${environment}`, values['key-file'])
    places.push(
      checked(
        PlaceSchema,
        { environment, baseUrl: address, key, fileStore: await storeOf(fileStore, values, around) },
        'The key',
      ),
    )
  }
  const passphrase = await strong(`A passphrase for ${office}`, values['passphrase-file'], around)
  const file = checked(
    FleetFileSchema,
    { version: 1, ...newFleet(), places, settings: config.settings },
    configFile,
  )
  // Never overwrites one: its computers would accept no later file.
  writeFileSync(office, await sealFleetFile(file, passphrase, around.cost), { flag: 'wx', mode: 0o600 })
  around.say(`Wrote ${office}. Keep it and its passphrase: only it can replace keys on the computers.`)
}

async function storeOf(
  fileStore: v.InferOutput<typeof ConfigSchema>['places'][number]['fileStore'],
  values: Given,
  { ask }: Surroundings,
): Promise<Place['fileStore']> {
  if (fileStore === undefined) return null
  const { store, accessKeyId: id } = fileStore
  return {
    store,
    accessKey: { id, secret: await ask(`The secret of access key ${id}`, values['access-key-file']) },
  }
}

async function makeFiles(values: Given, around: Surroundings): Promise<void> {
  const out = needed(values.out, '--out')
  const branches = readBranches(readFileSync(needed(values.branches, '--branches'), 'utf8'))
  if (branches.length === 0) throw new Error('The table names no branch.')
  const names = branches.map(({ name }) => fileNameOf(name))
  if (new Set(names).size < names.length) throw new Error('Two branches would have the same file name.')
  const office = await opened(values, around)
  const known = ['live', ...branches.map(({ name }) => name)]
  const given = values['files-passphrase-file']
  const typed = await around.ask('One passphrase for all set-up files (empty: one is made for each)', given)
  if (typed !== '' && isEasyToGuess(typed, known))
    throw new Error('That passphrase is easy to guess. Nothing was written.')
  await mkdir(out, { recursive: true })
  const validDays = days(values, 30)
  const pins: string[][] = []
  const passphrases: string[][] = []
  for (const [index, branch] of branches.entries()) {
    const now = around.now()
    const content = setUpContent(office, branch, now)
    const passphrase = typed === '' ? newPassphrase() : typed
    const bytes = await sealSetUp(content, passphrase, { validDays, now, ...costOf(around) })
    writeFileSync(join(out, `${names[index] ?? ''}.cdsetup`), bytes, { mode: 0o600 })
    passphrases.push([branch.name, passphrase])
    pins.push(...content.officers.map(({ name, role, firstPin }) => [branch.name, name, role, firstPin]))
  }
  const tables = [
    ['first-pins.csv', [['branch', 'officer', 'role', 'first PIN'], ...pins]],
    ['passphrases.csv', typed === '' ? [['branch', 'passphrase'], ...passphrases] : []],
  ] as const
  for (const [name, rows] of tables)
    if (rows.length > 0) writeFileSync(join(out, name), csvOf(rows), { mode: 0o600 })
  around.say(`Wrote ${branches.length} set-up files, good for ${validDays} days, and their lists, to ${out}.`)
  around.say('Send files, passphrases and first PINs by different ways, then delete the lists.')
}

async function replaceKey(values: Given, around: Surroundings): Promise<void> {
  const officeFile = needed(values.office, '--office')
  const out = needed(values.out, '--out')
  const passphrase = await around.ask(`The passphrase of ${officeFile}`, values['passphrase-file'])
  const office = await opened(values, around, passphrase)
  const name = values.environment ?? office.places[0]?.environment
  const place = office.places.find(({ environment }) => environment === name)
  if (place === undefined) throw new Error(`${officeFile} has no environment ${name ?? ''}.`)
  const key = await around.ask(`The new key for ${place.environment}`, values['key-file'])
  const changed = checked(
    PlaceSchema,
    {
      ...place,
      key,
      baseUrl: values.address === undefined ? place.baseUrl : addressOf(values.address),
      fileStore: await newAccessKey(place, values, around),
    },
    'The key',
  )
  const made = makeOrder(office, {
    places: office.places.map((one) => (one === place ? changed : one)),
    withNewSecret: values['new-secret'] === true,
    validDays: days(values, 60),
    now: around.now(),
  })
  // First its own file: a number is never given twice.
  await written(officeFile, await sealFleetFile(made.file, passphrase, around.cost))
  await mkdir(out, { recursive: true })
  await written(join(out, orderFileName), made.order)
  // Every computer reads it; it is sealed.
  chmodSync(join(out, orderFileName), 0o644)
  around.say(`Wrote ${join(out, orderFileName)}: key number ${made.file.fleet.number}.`)
  around.say('npm run computers shows which computers have it.')
}

async function newAccessKey(
  { fileStore }: Place,
  values: Given,
  { ask }: Surroundings,
): Promise<Place['fileStore']> {
  const id = values['access-key-id']
  if (fileStore === null || id === undefined) return fileStore
  const secret = await ask(`The secret of access key ${id}`, values['access-key-file'])
  return { ...fileStore, accessKey: { id, secret } }
}

function show({ fleet, places }: FleetFile, { say }: Surroundings): void {
  for (const { environment, baseUrl, fileStore } of places) {
    say(`${environment}: ${baseUrl}${fileStore === null ? '' : `, files to ${fileStore.store.endpoint}`}`)
  }
  say(`Key number ${fleet.number}`)
}

async function showBackupPassphrase(values: Given, around: Surroundings): Promise<void> {
  const branch = needed(values.branch, '--branch')
  around.say(backupPassphraseOf(await opened(values, around), branch))
}

async function opened(values: Given, around: Surroundings, known: string | null = null): Promise<FleetFile> {
  const office = needed(values.office, '--office')
  const passphrase = known ?? (await around.ask(`The passphrase of ${office}`, values['passphrase-file']))
  const file = await openFleetFile(readFileSync(office), passphrase)
  if (file.ok) return file.value
  throw new Error(file.error === 'wrong-passphrase' ? 'Wrong passphrase.' : `${office} cannot be read.`)
}

async function strong(question: string, file: string | undefined, { ask }: Surroundings): Promise<string> {
  const passphrase = await ask(question, file)
  if (isEasyToGuess(passphrase)) {
    throw new Error(
      'That passphrase is easy to guess: 12 characters or more, no common words. Nothing was written.',
    )
  }
  if (file === undefined && (await ask(`${question}, again`, undefined)) !== passphrase) {
    throw new Error('The two differ. Nothing was written.')
  }
  return passphrase
}

async function written(file: string, bytes: Uint8Array): Promise<void> {
  const result = await writeDurably(file, bytes)
  if (!result.ok) throw new Error(`${file} could not be written (${result.error.type}).`)
}

function checked<S extends v.GenericSchema>(schema: S, value: unknown, what: string): v.InferOutput<S> {
  const found = v.safeParse(schema, value)
  if (found.success) return found.output
  const [issue] = found.issues
  throw new Error(
    `${what} does not fit${issue.path === undefined ? '' : ` at ${v.getDotPath(issue) ?? ''}`}.`,
  )
}

function addressOf(typed: string): string {
  const address = parseBaseUrl(typed)
  if (!address.ok) throw new Error('--address is no https address.')
  return address.value
}

function days(values: Given, standard: number): number {
  const count = Number(values['valid-days'] ?? standard)
  if (!Number.isInteger(count) || count < 1 || count > 366) throw new Error('--valid-days is 1 to 366.')
  return count
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Error(`${name} is missing.\n\n${usage}`)
  return value
}

function costOf({ cost }: Surroundings): { readonly cost?: HashCost } {
  return cost === undefined ? {} : { cost }
}

/** A name that every system takes. */
function fileNameOf(branch: string): string {
  const plain = branch.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '-')
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, 60) || 'branch'
}
