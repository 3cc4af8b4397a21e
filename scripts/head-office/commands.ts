import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { GivenSettingsSchema, PlaceSchema, type Place } from '#main/head-office/fleet-content.ts'
import { FleetFileSchema, type FleetFile } from './fleet-file.ts'
import {
  backupPassphrasesOf,
  makeOrder,
  newPassphrase,
  openFleetFile,
  sealFleetFile,
  sealSetUp,
  setUpContent,
} from './make-files.ts'
import { newFleet } from './new-fleet.ts'
import { openOrder, orderFileName } from '#main/head-office/order-format.ts'
import type { HashCost } from '#main/officers/secret-hash.ts'
import { csvOf } from '#main/platform/csv.ts'
import { writeDurably } from '#main/platform/durable-file.ts'
import { firstLine, plainText } from '#main/platform/plain-text.ts'
import { fileStoreNames, FlatFileStoreSchema } from '#main/settings/managed/managed-fields.ts'
import { enOrganisation } from '#renderer/i18n/en-organisation.ts'
import { isEasyToGuess } from '#shared/domain/passphrase.ts'
import { parseBaseUrl } from '#shared/settings.ts'
import type { AskSecret } from './ask.ts'
import { readComputers } from '../computers/read-computers.ts'
import { asCsv, asJson, asTable } from '../computers/show-computers.ts'
import { signManifests } from '../sign-manifest.ts'
import { checkPolicy } from './check-policy.ts'
import { notUtf8, readBranches } from './read-branches.ts'

export interface Surroundings {
  readonly ask: AskSecret
  readonly say: (line: string) => void
  readonly now: () => Date
  /** The work of deriving keys; the everyday one by default. */
  readonly cost?: HashCost
}

const usage = `What head office does for all computers. COMMAND --help shows this too.

Setting computers up, and replacing keys
  new-fleet CONFIG.json --office OFFICE.cdfleet
      Makes head office's own file: what all computers get, and the key that signs. Once.
  make-files --office OFFICE.cdfleet --branches BRANCHES.csv --out FOLDER [--valid-days 30]
      Makes a set-up file for each branch, and lists of their passphrases and of the officers' first PINs.
  replace-key --office OFFICE.cdfleet --out FOLDER [--valid-days 60] [--environment live]
      [--address URL] [--access-key-id ID] [--new-secret] [--new-backup-passphrase]
      Makes the signed file that gives all computers a new key. Copy OFFICE.cdfleet afterwards, each time.
  backup-passphrase --office OFFICE.cdfleet --branch NAME
      Shows the passphrase of a branch's scheduled backups, and under it the earlier ones.
  show --office OFFICE.cdfleet
      Shows addresses and the number of the key.

Looking
  computers FOLDER [--csv | --json]
      How all computers stand, from the folder they write to. Ends with 0, 1 (an alarm) or 2 (cannot be read).
  check-policy POLICY.json
      Reads managed settings as a computer does, and says what is wrong. Ends with 0, 1 or 2 (cannot be read).

Releases
  sign-manifest make-key KEY.pem
  sign-manifest sign KEY.pem MANIFEST …

Secrets are asked for on the terminal. For scripts, files that hold one each: --passphrase-file (of OFFICE),
--files-passphrase-file (one for all set-up files), --key-file, --access-key-file (the file store's secret). With two
environments: --key-file live=FILE --key-file sandbox=FILE. FOLDER has to exist, and nothing in it is overwritten.`

const options = {
  office: { type: 'string' },
  branches: { type: 'string' },
  out: { type: 'string' },
  'valid-days': { type: 'string' },
  environment: { type: 'string' },
  address: { type: 'string' },
  'access-key-id': { type: 'string' },
  'new-secret': { type: 'boolean' },
  'new-backup-passphrase': { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  'files-passphrase-file': { type: 'string' },
  'key-file': { type: 'string', multiple: true },
  'access-key-file': { type: 'string', multiple: true },
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  branch: { type: 'string' },
} as const

const placeParts = v.omit(PlaceSchema, ['key', 'fileStore'])
const ConfigSchema = v.strictObject({
  places: v.pipe(
    v.array(
      v.strictObject({
        environment: placeParts.entries.environment,
        address: placeParts.entries.baseUrl,
        /** Its fields as in a policy (docs/managed-settings.md), and the access key's id. */
        fileStore: v.optional(v.record(v.string(), v.unknown())),
      }),
    ),
    v.minLength(1),
    v.maxLength(2),
  ),
  settings: v.optional(v.omit(GivenSettingsSchema, ['branchName']), {}),
})

const pinsName = 'first-pins.csv'
const passphrasesName = 'passphrases.csv'
const validWords: Readonly<Record<string, string>> = {
  ...enOrganisation.managed.allowed,
  address: 'https://…',
  environment: 'live or sandbox',
  endpoint: 'https://…, the address without the bucket',
  style: 'host or path',
  links: 'public or signed',
  publicBase: 'https://…, the address of public links',
  prefix: 'folders, each closed by a slash',
}

type Given = ReturnType<typeof parsed>['values']

function parsed(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true })
}

/**
 * Runs one command of head office. Throws an error whose message is for the person.
 *
 * @returns what the process ends with
 */
export async function headOffice(args: readonly string[], around: Surroundings): Promise<number> {
  const { values, positionals } = parsed(args)
  const [command, ...rest] = positionals
  const [first] = rest
  if (values.help === true || command === undefined || command === 'help') {
    around.say(usage)
    return command === undefined && values.help !== true ? 2 : 0
  }
  if (command === 'new-fleet' && first !== undefined) await makeFleet(first, values, around)
  else if (command === 'make-files') await makeFiles(values, around)
  else if (command === 'replace-key') await replaceKey(values, around)
  else if (command === 'backup-passphrase') await showBackupPassphrase(values, around)
  else if (command === 'show') show(await opened(values, around), around)
  else if (command === 'computers' && first !== undefined) return computers(first, values, around)
  else if (command === 'check-policy' && first !== undefined) return checkPolicy(first, around.say)
  else if (command === 'sign-manifest') await signManifests(rest, around)
  else {
    around.say(`There is no command like that: ${args.join(' ')}\n\n${usage}`)
    return 2
  }
  return 0
}

/** Ends with 0 where no computer has an alarm, 1 where one has, and 2 where the folder cannot be read. */
function computers(folder: string, { csv, json }: Given, { say, now }: Surroundings): number {
  const moment = now()
  const found = readComputers(folder, moment)
  if (found === null) {
    say(`The folder ${folder} cannot be read.`)
    return 2
  }
  const shown = csv === true ? asCsv : json === true ? asJson : asTable
  say(shown(found, moment).replace(/\n$/, ''))
  return found.some(({ alarms }) => alarms.length > 0) ? 1 : 0
}

async function makeFleet(configFile: string, values: Given, around: Surroundings): Promise<void> {
  const office = needed(values.office, '--office')
  const config = checked(ConfigSchema, jsonIn(configFile), configFile)
  const places: Place[] = []
  const names = config.places.map(({ environment }) => environment)
  for (const { environment, address, fileStore } of config.places) {
    const key = await around.ask(
      `The merchant's key for ${environment}`,
      fileFor('--key-file', values['key-file'], environment, names),
    )
    const same = places.find((one) => one.key === key)
    if (same !== undefined)
      throw new Error(`The keys of ${same.environment} and ${environment} are the same.`)
    const secretFile = fileFor('--access-key-file', values['access-key-file'], environment, names)
    const store = await storeOf(fileStore, `${configFile}: fileStore of ${environment}`, secretFile, around)
    places.push(checked(PlaceSchema, { environment, baseUrl: address, key, fileStore: store }, 'The key'))
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

/** The file of `live=FILE`, or the only one where there is one environment. */
function fileFor(
  option: string,
  given: readonly string[] = [],
  environment: string,
  environments: readonly string[],
): string | undefined {
  const named = given.find((one) => one.startsWith(`${environment}=`))
  if (named !== undefined) return named.slice(environment.length + 1)
  const plain = given.find((one) => !environments.some((name) => one.startsWith(`${name}=`)))
  if (plain !== undefined && environments.length > 1)
    throw new Error(`Say which environment it is for: ${option} ${environment}=${plain}`)
  return plain
}

async function storeOf(
  fields: Readonly<Record<string, unknown>> | undefined,
  what: string,
  secretFile: string | undefined,
  { ask }: Surroundings,
): Promise<Place['fileStore']> {
  if (fields === undefined) return null
  const { accessKeyId: id, ...flat } = fields
  const stranger = Object.keys(flat).find((name) => !fileStoreNames.includes(name))
  if (stranger !== undefined)
    throw new Error(`${what} has a field ${stranger}. Valid: accessKeyId, ${fileStoreNames.join(', ')}.`)
  const store = checked(FlatFileStoreSchema, flat, what)
  // Each branch has its own key: the table of branches names it.
  if (id === undefined) return { store, accessKey: null }
  if (typeof id !== 'string') throw new Error(`${what}: accessKeyId is a text.`)
  return { store, accessKey: { id, secret: await ask(`The secret of access key ${id}`, secretFile) } }
}

async function makeFiles(values: Given, around: Surroundings): Promise<void> {
  const out = needed(values.out, '--out')
  const table = plainText(readFileSync(needed(values.branches, '--branches')))
  if (table === null) throw notUtf8()
  const branches = readBranches(table, secretIn)
  if (branches.length === 0) throw new Error('The table names no branch.')
  const names = branches.map(({ name }) => fileNameOf(name))
  if (new Set(names).size < names.length) throw new Error('Two branches would have the same file name.')
  hasToExist(out)
  const there = [...names.map((name) => `${name}.cdsetup`), pinsName, passphrasesName].find((name) =>
    existsSync(join(out, name)),
  )
  if (there !== undefined)
    throw new Error(`${join(out, there)} is there already. Name an empty folder. Nothing was written.`)
  const office = await opened(values, around)
  const known = ['live', ...branches.map(({ name }) => name)]
  const given = values['files-passphrase-file']
  const question = 'One passphrase for all set-up files (empty: one is made for each)'
  const typed = await around.ask(question, given)
  if (typed !== '') await isStrong(typed, question, { file: given, known }, around)
  const validDays = days(values, 30)
  const pins: string[][] = []
  const passphrases: string[][] = []
  for (const [index, branch] of branches.entries()) {
    const now = around.now()
    const content = setUpContent(office, branch, now)
    const passphrase = typed === '' ? newPassphrase() : typed
    const bytes = await sealSetUp(content, passphrase, { validDays, now, ...costOf(around) })
    writeFileSync(join(out, `${names[index] ?? ''}.cdsetup`), bytes, { mode: 0o600, flag: 'wx' })
    passphrases.push([branch.name, passphrase])
    pins.push(...content.officers.map(({ name, role, firstPin }) => [branch.name, name, role, firstPin]))
  }
  const tables = [
    [pinsName, [['branch', 'officer', 'role', 'first PIN'], ...pins]],
    [passphrasesName, typed === '' ? [['branch', 'passphrase'], ...passphrases] : []],
  ] as const
  for (const [name, rows] of tables)
    if (rows.length > 0) writeFileSync(join(out, name), csvOf(rows), { mode: 0o600, flag: 'wx' })
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
  hasToExist(out)
  isNewest(office, officeFile, join(out, orderFileName))
  const [keyFile, secretFile] = ([`key-file`, 'access-key-file'] as const).map((option) =>
    fileFor(`--${option}`, values[option], place.environment, [place.environment]),
  )
  const key = await around.ask(`The new key for ${place.environment}`, keyFile)
  const changed = checked(
    PlaceSchema,
    {
      ...place,
      key,
      baseUrl: values.address === undefined ? place.baseUrl : addressOf(values.address),
      fileStore: await newAccessKey(place, values['access-key-id'], secretFile, around),
    },
    'The key',
  )
  const made = makeOrder(office, {
    places: office.places.map((one) => (one === place ? changed : one)),
    withNewSecret: values['new-secret'] === true,
    withNewBackupPassphrase: values['new-backup-passphrase'] === true,
    validDays: days(values, 60),
    now: around.now(),
  })
  // First its own file: a number is never given twice.
  await written(officeFile, await sealFleetFile(made.file, passphrase, around.cost))
  await written(join(out, orderFileName), made.order)
  // Every computer reads it; it is sealed.
  chmodSync(join(out, orderFileName), 0o644)
  around.say(`Wrote ${join(out, orderFileName)}: key number ${made.file.fleet.number}.`)
  around.say(`Copy ${officeFile} to its safe place now: an older copy can replace no key any more.`)
  around.say('The command computers shows which computers have it.')
}

async function newAccessKey(
  { fileStore }: Place,
  id: string | undefined,
  secretFile: string | undefined,
  { ask }: Surroundings,
): Promise<Place['fileStore']> {
  if (fileStore === null || id === undefined) return fileStore
  if (fileStore.accessKey === null)
    throw new Error('Each branch has its own access key: make new files for it.')
  return { ...fileStore, accessKey: { id, secret: await ask(`The secret of access key ${id}`, secretFile) } }
}

/** An older copy of head office's file would give a number a second time, and computers would refuse or ignore that. */
function isNewest({ fleet, earlierSecret }: FleetFile, officeFile: string, orderFile: string): void {
  if (!existsSync(orderFile)) return
  const bytes = readFileSync(orderFile)
  const secrets = earlierSecret === null ? [fleet.secret] : [fleet.secret, earlierSecret]
  const known = secrets.map((secret) => openOrder(bytes, { ...fleet, secret })).find(({ ok }) => ok)
  if (known?.ok === true && known.value.number === fleet.number) return
  throw new Error(
    known?.ok === true && known.value.number < fleet.number
      ? `${orderFile} is older than ${officeFile} knows: was a newer one published elsewhere? Move it away to go on.`
      : `${orderFile} was not made by this ${officeFile}: it is an older copy, or another's. Nothing was written.`,
  )
}

function show({ fleet, places }: FleetFile, { say }: Surroundings): void {
  for (const { environment, baseUrl, fileStore } of places) {
    say(`${environment}: ${baseUrl}${fileStore === null ? '' : `, files to ${fileStore.store.endpoint}`}`)
  }
  say(`Key number ${fleet.number}`)
}

async function showBackupPassphrase(values: Given, around: Surroundings): Promise<void> {
  const branch = needed(values.branch, '--branch')
  for (const one of backupPassphrasesOf(await opened(values, around), branch)) around.say(one)
}

async function opened(values: Given, around: Surroundings, known: string | null = null): Promise<FleetFile> {
  const office = needed(values.office, '--office')
  const passphrase = known ?? (await around.ask(`The passphrase of ${office}`, values['passphrase-file']))
  const file = await openFleetFile(readFileSync(office), passphrase)
  if (file.ok) return file.value
  throw new Error(file.error === 'wrong-passphrase' ? 'Wrong passphrase.' : `${office} cannot be read.`)
}

async function strong(question: string, file: string | undefined, around: Surroundings): Promise<string> {
  const passphrase = await around.ask(question, file)
  await isStrong(passphrase, question, { file, known: [] }, around)
  return passphrase
}

/** @throws where it is easy to guess, or is typed in another way the second time */
async function isStrong(
  passphrase: string,
  question: string,
  { file, known }: { readonly file: string | undefined; readonly known: readonly string[] },
  { ask }: Surroundings,
): Promise<void> {
  if (isEasyToGuess(passphrase, known)) {
    throw new Error(
      'That passphrase is easy to guess: 12 characters or more, no common words. Nothing was written.',
    )
  }
  if (file === undefined && (await ask(`${question}, again`, undefined)) !== passphrase) {
    throw new Error('The two differ. Nothing was written.')
  }
}

/** A folder on a share that is not connected is not made beside it. */
function hasToExist(folder: string): void {
  if (!existsSync(folder))
    throw new Error(`There is no folder ${folder}. Is its share connected? Nothing was written.`)
}

function jsonIn(file: string): unknown {
  const text = plainText(readFileSync(file))
  if (text === null) throw new Error(`${file} is not plain text. Save it as UTF-8.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is not JSON: look for a missing comma or quotation mark.`)
  }
}

function secretIn(file: string): string {
  const secret = existsSync(file) ? firstLine(readFileSync(file)) : null
  if (secret === null || secret === '') throw new Error(`${file} holds no secret.`)
  return secret
}

async function written(file: string, bytes: Uint8Array): Promise<void> {
  const result = await writeDurably(file, bytes)
  if (!result.ok) throw new Error(`${file} could not be written (${result.error.type}).`)
}

function checked<S extends v.GenericSchema>(schema: S, value: unknown, what: string): v.InferOutput<S> {
  const found = v.safeParse(schema, value)
  if (found.success) return found.output
  const [issue] = found.issues
  const path = issue.path === undefined ? '' : (v.getDotPath(issue) ?? '')
  const valid = Object.entries(validWords).find(([name]) => path.split('.').at(-1) === name)?.[1]
  throw new Error(
    `${what} does not fit${path === '' ? '' : ` at ${path}`}.${valid === undefined ? '' : ` Valid: ${valid}.`}`,
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
