import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PlaceSchema, type FleetPlace } from '#main/office/head-office/fleet-content.ts'
import { backupPassphraseOf } from '#main/office/head-office/kept-fleet.ts'
import { openOrder, orderFileName } from '#main/office/head-office/order-format.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import { csvOf } from '#main/platform/csv.ts'
import { writeDurably } from '#main/platform/durable-file.ts'
import { computers } from '../computers.ts'
import { fetchStatuses } from '../computers/fetch-statuses.ts'
import { statusesIn, type Statuses } from '../computers/computers-by-urgency.ts'
import { makeKey, openKey, signManifest } from '../sign-manifest.ts'
import { checkPolicy } from './check-policy.ts'
import { FleetFileSchema, type FleetFile } from './fleet-file.ts'
import {
  branchSecretOf,
  digestOf,
  makeOrder,
  newPassphrase,
  openFleetFile,
  sealFleetFile,
  sealSetUp,
  setUpContent,
} from './make-files.ts'
import { newFleet, newFleetSecret } from './new-fleet.ts'
import { readBranches, type ListedBranch } from './read-branches.ts'
import { readConfig } from './read-config.ts'
import { usageOf } from './usage.ts'
import {
  addressOf,
  checked,
  days,
  fileFor,
  folderAt,
  needed,
  newPassphraseFor,
  optionsOf,
  type Given,
  type OptionName,
  type Surroundings,
} from './values.ts'

interface Command {
  readonly options: readonly OptionName[]
  /** How many names follow it. */
  readonly names: readonly [least: number, most: number]
  /** @returns what the process ends with */
  readonly run: (names: readonly string[], values: Given, around: Surroundings) => Promise<number>
}

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'new-fleet',
    {
      options: ['office', 'passphrase-file', 'key-file', 'access-key-file', 'office-key-file'],
      names: [1, 1],
      run: makeFleet,
    },
  ],
  [
    'make-files',
    {
      options: ['office', 'branches', 'out', 'valid-days', 'passphrase-file', 'files-passphrase-file'],
      names: [0, 0],
      run: makeFiles,
    },
  ],
  [
    'replace-key',
    {
      options: [
        ...(['office', 'out', 'environment', 'address', 'access-key-id', 'new-secret'] as const),
        ...(['new-backup-passphrase', 'valid-days'] as const),
        ...(['passphrase-file', 'key-file', 'access-key-file'] as const),
        ...(['office-access-key-id', 'office-key-file'] as const),
      ],
      names: [0, 0],
      run: replaceKey,
    },
  ],
  [
    'backup-passphrase',
    { options: ['office', 'branch', 'passphrase-file'], names: [0, 0], run: showBackupPassphrases },
  ],
  ['show', { options: ['office', 'passphrase-file'], names: [0, 0], run: show }],
  [
    'computers',
    {
      options: ['csv', 'json', 'store', 'access-key-id', 'access-key-file'],
      names: [1, 1],
      run: showComputers,
    },
  ],
  [
    'check-policy',
    {
      options: [],
      names: [1, 1],
      run: ([file = ''], _values, { say }) => Promise.resolve(checkPolicy(file, say)),
    },
  ],
  ['sign-manifest', { options: ['passphrase-file'], names: [2, 3], run: sign }],
])

/**
 * Runs one command of head office. Throws an error whose message is for the person.
 * @returns what the process ends with
 */
export async function headOffice(
  [name = '--help', ...args]: readonly string[],
  around: Surroundings,
): Promise<number> {
  if ([name, ...args].includes('--help') || name === 'help') {
    around.say(usageOf(around.program))
    return 0
  }
  const command = commands.get(name)
  if (command === undefined) {
    throw new Error(`There is no command ${name}: ${[...commands.keys()].join(', ')}. See --help.`)
  }
  const { values, names } = optionsOf(args, command.options)
  const [least, most] = command.names
  if (names.length < least) throw new Error(`${name} needs the name of a file or folder. See --help.`)
  if (names.length > most) throw new Error(`${names[most] ?? ''} is one name too many. See --help.`)
  return await command.run(names, values, around)
}

async function makeFleet(
  [configFile = '']: readonly string[],
  values: Given,
  around: Surroundings,
): Promise<number> {
  const office = needed(values.office, '--office')
  // Never overwrites one: its computers would accept no later file.
  if (existsSync(office)) throw new Error(`${office} is there already. Nothing was written.`)
  folderAt(dirname(resolve(office)))
  const config = readConfig(readFileSync(configFile, 'utf8'), configFile)
  const all = config.places.map(({ environment }) => environment)
  const ofStores = config.places.flatMap(({ environment, accessKeyId }) =>
    accessKeyId === null ? [] : [environment],
  )
  const places: FleetPlace[] = []
  for (const { environment, baseUrl, store, accessKeyId: id } of config.places) {
    const file = fileFor(environment, all, values['key-file'], 'key-file')
    const key = await around.ask(`The merchant’s key for ${environment}`, file)
    if (places.some((other) => other.key === key))
      throw new Error('That is the key of the other environment. Nothing was written.')
    const accessKey =
      id === null
        ? null
        : await accessKeyOf(
            id,
            fileFor(environment, ofStores, values['access-key-file'], 'access-key-file'),
            around,
          )
    const fileStore = store === null ? null : { store, accessKey }
    places.push(checked(PlaceSchema, { environment, baseUrl, key, fileStore }, `A secret for ${environment}`))
  }
  const { officeStore: given } = config
  const officeStore =
    given === null
      ? null
      : {
          store: given.store,
          accessKey: await accessKeyOf(given.accessKeyId, values['office-key-file'], around),
        }
  const passphrase = await newPassphraseFor(`A passphrase for ${office}`, values['passphrase-file'], around)
  const file = checked(
    FleetFileSchema,
    {
      version: 1,
      ...newFleet(),
      places,
      settings: config.settings,
      officeStore,
      backupSalts: officeStore === null ? [] : [newFleetSecret()],
    },
    configFile,
  )
  writeFileSync(office, await sealFleetFile(file, passphrase, around.cost), { flag: 'wx', mode: 0o600 })
  around.say(`Wrote ${office}. Keep it and its passphrase: only it can replace keys on the computers.`)
  return 0
}

async function accessKeyOf(id: string, file: string | undefined, { ask }: Surroundings): Promise<AccessKey> {
  return { id, secret: await ask(`The secret of access key ${id}`, file) }
}

async function makeFiles(_names: readonly string[], values: Given, around: Surroundings): Promise<number> {
  const out = folderAt(needed(values.out, '--out'))
  const table = needed(values.branches, '--branches')
  const branches = readBranches(readFileSync(table, 'utf8'))
  if (branches.length === 0) throw new Error('The table names no branch.')
  const files = branches.map(({ name }) => `${fileNameOf(name)}.cdsetup`)
  if (new Set(files).size < files.length) throw new Error('Two branches would have the same file name.')
  const lists = { pins: 'first-pins.csv', passphrases: 'passphrases.csv' }
  const taken = [...files, ...Object.values(lists)].find((name) => existsSync(join(out, name)))
  if (taken !== undefined)
    throw new Error(`${join(out, taken)} is there already. Name an empty folder. Nothing was written.`)
  const office = await opened(values, around)
  const ownKeys = await Promise.all(branches.map((branch) => ownKeyOf(branch, office, table, around)))
  const typed = await newPassphraseFor(
    'One passphrase for all set-up files (empty: one is made for each)',
    values['files-passphrase-file'],
    around,
    { mayBeEmpty: true, known: ['live', ...branches.map(({ name }) => name)] },
  )
  const validDays = days(values, 30)
  const pins: string[][] = []
  const passphrases: string[][] = []
  const write = (name: string, content: string | Uint8Array): void =>
    writeFileSync(join(out, name), content, { flag: 'wx', mode: 0o600 })
  for (const [index, branch] of branches.entries()) {
    const own = { ...branch, accessKey: ownKeys[index] ?? null }
    const content = setUpContent(office, own, { validDays, now: around.now() })
    const passphrase = typed === '' ? newPassphrase() : typed
    write(files[index] ?? '', await sealSetUp(content, passphrase, around.cost))
    passphrases.push([branch.name, passphrase])
    pins.push(
      ...(content.branch?.officers ?? []).map((one) => [branch.name, one.name, one.role, one.firstPin]),
    )
  }
  if (pins.length > 0) write(lists.pins, csvOf([['branch', 'officer', 'role', 'first PIN'], ...pins]))
  if (typed === '') write(lists.passphrases, csvOf([['branch', 'passphrase'], ...passphrases]))
  around.say(`Wrote ${branches.length} set-up files, good for ${validDays} days, and their lists, to ${out}.`)
  around.say('Send files, passphrases and first PINs by different ways, then delete the lists.')
  return 0
}

/** The access key of a branch alone; null where all have one. The table says where its secret lies. */
async function ownKeyOf(
  { name, accessKey }: ListedBranch,
  { places }: FleetFile,
  table: string,
  around: Surroundings,
): Promise<AccessKey | null> {
  const live = places.find(({ environment }) => environment === 'live')?.fileStore
  const isOwn = live?.accessKey === null
  if (isOwn === (accessKey !== null))
    return accessKey === null
      ? null
      : await accessKeyOf(accessKey.id, resolve(dirname(table), accessKey.secretFile), around)
  throw new Error(
    isOwn
      ? `${name} has no access key: fill in accessKeyId and secretFile. Nothing was written.`
      : 'An access key for each branch asks for a config.json with “liveFileStore” and without “liveAccessKeyId”.',
  )
}

async function replaceKey(_names: readonly string[], values: Given, around: Surroundings): Promise<number> {
  const officeFile = needed(values.office, '--office')
  const target = join(folderAt(needed(values.out, '--out')), orderFileName)
  const passphrase = await around.ask(`The passphrase of ${officeFile}`, values['passphrase-file'])
  const office = await opened(values, around, passphrase)
  checkNumber(office, target, officeFile)
  const name = values.environment ?? office.places[0]?.environment
  const place = office.places.find(({ environment }) => environment === name)
  if (place === undefined) throw new Error(`${officeFile} has no environment ${name ?? ''}.`)
  const { environment } = place
  const keyFile = fileFor(environment, [environment], values['key-file'], 'key-file')
  const key = await around.ask(`The new key for ${environment}`, keyFile)
  const baseUrl = values.address === undefined ? place.baseUrl : addressOf(values.address)
  const fileStore = await newAccessKey(place, values, around)
  const changed = checked(PlaceSchema, { ...place, key, baseUrl, fileStore }, `A secret for ${environment}`)
  const made = makeOrder(office, {
    places: office.places.map((one) => (one === place ? changed : one)),
    withNewSecret: values['new-secret'] === true,
    withNewPassphrase: values['new-backup-passphrase'] === true,
    officeStore: await newOfficeKey(office, values, around),
    validDays: days(values, 60),
    now: around.now(),
  })
  // First its own file: a number is never given twice.
  await written(officeFile, await sealFleetFile(made.file, passphrase, around.cost))
  await written(target, made.order)
  // Every computer reads it; it is sealed.
  chmodSync(target, 0o644)
  around.say(`Wrote ${target}: key number ${made.file.fleet.number}.`)
  around.say(`Copy ${officeFile} to where its copy is: an older one would give this number again.`)
  around.say(`“${around.program} computers FOLDER” shows which computers have it.`)
  return 0
}

/** Head office's bucket, with another key where one is given. */
async function newOfficeKey(
  { officeStore }: FleetFile,
  { 'office-access-key-id': id, 'office-key-file': file }: Given,
  around: Surroundings,
): Promise<FleetFile['officeStore']> {
  if (id === undefined) {
    if (file === undefined) return officeStore
    throw new Error('--office-key-file needs --office-access-key-id.')
  }
  if (officeStore === null) throw new Error('Head office has no bucket: config.json had no “officeStore”.')
  return { ...officeStore, accessKey: await accessKeyOf(id, file, around) }
}

/** Throws where the file that is there was made by a newer copy of head office's own. */
function checkNumber({ fleet, orderDigest }: FleetFile, target: string, officeFile: string): void {
  if (!existsSync(target)) return
  const bytes = readFileSync(target)
  if (digestOf(bytes) === orderDigest) return
  const order = openOrder(bytes, fleet)
  if (!order.ok)
    throw new Error(
      `${target} was not made by ${officeFile}, or by a newer copy of it. Use the newest copy; if this is it, move that file away first. Nothing was written.`,
    )
  const { number } = order.value.fleet
  if (number > fleet.number)
    throw new Error(
      `${target} has key number ${number}, and ${officeFile} only knows ${fleet.number}: it is an old copy. Use the newest one. Nothing was written.`,
    )
}

async function newAccessKey(
  { environment, fileStore }: FleetPlace,
  values: Given,
  around: Surroundings,
): Promise<FleetPlace['fileStore']> {
  const id = values['access-key-id']
  if (id === undefined) {
    if (values['access-key-file'] === undefined) return fileStore
    throw new Error('--access-key-file needs --access-key-id.')
  }
  if (fileStore === null) throw new Error(`${environment} has no file store.`)
  if (fileStore.accessKey === null)
    throw new Error('Each branch has its own access key. Enter a new one there, in Settings.')
  const file = fileFor(environment, [environment], values['access-key-file'], 'access-key-file')
  return { ...fileStore, accessKey: await accessKeyOf(id, file, around) }
}

async function show(_names: readonly string[], values: Given, around: Surroundings): Promise<number> {
  const { fleet, places } = await opened(values, around)
  for (const { environment, baseUrl, fileStore } of places) {
    const own = fileStore?.accessKey === null ? ', each branch with its own access key' : ''
    const files = fileStore === null ? '' : `, files to ${fileStore.store.endpoint}${own}`
    around.say(`${environment}: ${baseUrl}${files}`)
  }
  around.say(`Key number ${fleet.number}`)
  return 0
}

async function showBackupPassphrases(
  _names: readonly string[],
  values: Given,
  around: Surroundings,
): Promise<number> {
  const branch = needed(values.branch, '--branch')
  const office = await opened(values, around)
  if (office.backupSalts.length === 0)
    throw new Error('Head office sets no passphrase for backups: config.json had no “officeStore”.')
  const secret = branchSecretOf(office, branch)
  for (const salt of office.backupSalts.toReversed()) around.say(backupPassphraseOf(secret, salt))
  return 0
}

async function showComputers(
  [path = '']: readonly string[],
  { csv, json, store, 'access-key-id': readId, 'access-key-file': keyFiles }: Given,
  around: Surroundings,
): Promise<number> {
  const statuses =
    store === undefined ? statusesIn(path) : await storedStatuses(path, store, { readId, keyFiles }, around)
  if (statuses === null) {
    process.stderr.write('The folder cannot be read.\n')
    return 2
  }
  const shown = computers(statuses, csv === true ? 'csv' : json === true ? 'json' : 'table')
  around.say(shown.text.replace(/\n$/, ''))
  return shown.isAlarmed ? 1 : 0
}

/** What is in the bucket that a configuration names; what did not change since the last time comes from a file. */
async function storedStatuses(
  keptFile: string,
  config: string,
  given: { readonly readId: string | undefined; readonly keyFiles: readonly string[] | undefined },
  around: Surroundings,
): Promise<Statuses> {
  const { officeStore } = readConfig(readFileSync(config, 'utf8'), config)
  if (officeStore === null) throw new Error(`${config} has no “officeStore”.`)
  // Branches' own key may only put.
  const id = needed(given.readId, '--access-key-id')
  return await fetchStatuses(keptFile, officeStore.store, await accessKeyOf(id, given.keyFiles?.[0], around))
}

async function sign(
  [task, keyFile = '', installer]: readonly string[],
  values: Given,
  around: Surroundings,
): Promise<number> {
  const file = values['passphrase-file']
  if (task === 'make-key' && installer === undefined) {
    if (existsSync(keyFile)) throw new Error(`${keyFile} is there already. Nothing was written.`)
    const passphrase = await newPassphraseFor('A passphrase for the release key', file, around)
    around.say('The public key, for MAIN_VITE_UPDATE_KEYS:')
    around.say(makeKey(keyFile, passphrase))
  } else if (task === 'sign' && installer !== undefined) {
    const key = openKey(keyFile, await around.ask('Passphrase of the release key', file))
    around.say(`Signed ${signManifest(installer, key)}.`)
  } else throw new Error('sign-manifest make-key KEY.pem, or sign-manifest sign KEY.pem INSTALLER')
  return 0
}

async function opened(values: Given, around: Surroundings, known: string | null = null): Promise<FleetFile> {
  const office = needed(values.office, '--office')
  const bytes = readFileSync(office)
  const passphrase = known ?? (await around.ask(`The passphrase of ${office}`, values['passphrase-file']))
  const file = await openFleetFile(bytes, passphrase)
  if (file.ok) return file.value
  throw new Error(file.error === 'wrong-passphrase' ? 'Wrong passphrase.' : `${office} cannot be read.`)
}

async function written(file: string, bytes: Uint8Array): Promise<void> {
  const result = await writeDurably(file, bytes)
  if (!result.ok) throw new Error(`${file} could not be written (${result.error.type}).`)
}

/** A name that every system takes. */
function fileNameOf(branch: string): string {
  const plain = branch.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '-')
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, 60) || 'branch'
}
