import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PlaceSchema, type FleetPlace } from '#main/office/head-office/fleet-content.ts'
import { openOrder, orderFileName } from '#main/office/head-office/order-format.ts'
import { FleetFileSchema, type FleetFile } from './fleet-file.ts'
import { digestOf, makeOrder, sealFleetFile } from './make-files.ts'
import { newFleet, newFleetSecret } from './new-fleet.ts'
import { openedOffice, saveOffice, writeWhole } from './office-file.ts'
import { reasonOf } from './web.ts'
import { readConfig, type OfficeConfig } from './read-config.ts'
import {
  accessKeyOf,
  checked,
  days,
  fileFor,
  folderAt,
  needed,
  newPassphraseFor,
  type Given,
  type Surroundings,
} from './values.ts'

/** Head office's own file, from a configuration: what all computers are given. */
export async function makeFleet(
  [configFile = '']: readonly string[],
  values: Given,
  around: Surroundings,
): Promise<number> {
  const office = needed(values.office, '--office')
  // Never overwrites one: its computers would accept no later file.
  if (existsSync(office)) throw new Error(`${office} is there already. Nothing was written.`)
  folderAt(dirname(resolve(office)))
  const config = readConfig(readFileSync(configFile, 'utf8'), configFile)
  const given = await givenBy(config, { places: [], officeStore: null }, values, around)
  const passphrase = await newPassphraseFor(`A passphrase for ${office}`, values['passphrase-file'], around)
  const file = checked(FleetFileSchema, { version: 1, ...newFleet(), ...given }, configFile)
  const salted = { ...file, backupSalts: saltsOf(file) }
  writeFileSync(office, await sealFleetFile(salted, passphrase, around.cost), { flag: 'wx', mode: 0o600 })
  around.say(`Wrote ${office}. Keep it and its passphrase: only it can change what computers were given.`)
  return 0
}

/** The signed file that gives all computers something else, and head office's own file as it is then. */
export async function change(
  _names: readonly string[],
  values: Given,
  around: Surroundings,
): Promise<number> {
  if (values['after-theft'] && values['new-secret'])
    throw new Error(
      'Choose one: --new-secret sends the new secret to every computer, --after-theft to none by itself.',
    )
  const target = join(folderAt(needed(values.out, '--out')), orderFileName)
  const { file: officeFile, office, passphrase } = await openedOffice(values, around)
  checkNumber(office, target, officeFile)
  await checkFeed(office, officeFile, around)
  const { config: configFile, 'new-key': newKeys = [] } = values
  const newSecret = values['after-theft'] ? 'by-hand' : values['new-secret'] ? 'sent' : null
  const withNewPassphrase = values['new-backup-passphrase'] === true
  if (configFile === undefined && newKeys.length === 0 && newSecret === null && !withNewPassphrase)
    throw new Error('Nothing would change: --config, --new-key, --new-secret, … See --help.')
  const config = configFile === undefined ? null : readConfig(readFileSync(configFile, 'utf8'), configFile)
  const given = await givenBy(config ?? asConfig(office), office, values, around)
  const made = makeOrder(
    { ...office, backupSalts: saltsOf({ ...office, ...given }) },
    { ...given, newSecret, withNewPassphrase, validDays: days(values, 60), now: around.now() },
  )
  // First its own file: a number is never given twice.
  await saveOffice(officeFile, made.file, passphrase, around)
  await writeWhole(target, made.order)
  // Every computer reads it; it is sealed.
  chmodSync(target, 0o644)
  around.say(`Wrote ${target}: number ${made.file.fleet.number}.`)
  around.say(`Copy ${officeFile} to where its copy is: an older one would give this number again.`)
  if (newSecret === 'by-hand')
    around.say('No computer can read it before it has taken a new set-up file of its branch: make-files.')
  around.say(`“${around.program} statuses” shows which computers have it.`)
  return 0
}

/** What is kept, without its secrets, in the fields of config.json. */
export function asConfig({
  places,
  settings,
  officeStore,
}: Pick<FleetFile, 'places' | 'settings' | 'officeStore'>) {
  return {
    places: places.map(({ environment, baseUrl, fileStore }) => ({
      environment,
      baseUrl,
      store: fileStore?.store ?? null,
      accessKeyId: fileStore?.accessKey?.id ?? null,
    })),
    settings,
    officeStore:
      officeStore === null ? null : { store: officeStore.store, accessKeyId: officeStore.accessKey.id },
  } satisfies OfficeConfig
}

/** A configuration with its secrets: asked for where they are new, else those that are kept. */
async function givenBy(
  config: OfficeConfig,
  kept: Pick<FleetFile, 'places' | 'officeStore'>,
  values: Given,
  around: Surroundings,
): Promise<Pick<FleetFile, 'places' | 'settings' | 'officeStore'>> {
  const asked = config.places.map((place) => {
    const { environment, accessKeyId: id } = place
    const before = kept.places.find((one) => one.environment === environment)
    const accessKey = before?.fileStore?.accessKey ?? null
    return {
      ...place,
      key: isNamed(values['new-key'], environment) ? null : (before?.key ?? null),
      accessKey: accessKey?.id === id ? accessKey : null,
    }
  })
  const environments = asked.map(({ environment }) => environment)
  const strange = (values['new-key'] ?? []).find((name) => !isNamed(environments, name))
  if (strange !== undefined) throw new Error(`There is no environment ${strange} for --new-key.`)
  const ofKeys = asked.flatMap(({ environment, key }) => (key === null ? [environment] : []))
  const ofStores = asked.flatMap((one) =>
    one.accessKeyId !== null && one.accessKey === null ? [one.environment] : [],
  )
  const places: FleetPlace[] = []
  for (const { environment, baseUrl, store, accessKeyId: id, ...known } of asked) {
    const keyFile = fileFor(environment, ofKeys, values['key-file'], 'key-file')
    const key = known.key ?? (await around.ask(`The merchant’s key for ${environment}`, keyFile))
    if (places.some((other) => other.key === key))
      throw new Error('That is the key of the other environment. Nothing was written.')
    const storeFile = fileFor(environment, ofStores, values['access-key-file'], 'access-key-file')
    const accessKey = id === null ? null : (known.accessKey ?? (await accessKeyOf(id, storeFile, around)))
    const fileStore = store === null ? null : { store, accessKey }
    places.push(checked(PlaceSchema, { environment, baseUrl, key, fileStore }, `A secret for ${environment}`))
  }
  return { places, settings: config.settings, officeStore: await officeStoreOf(config, kept, values, around) }
}

const isNamed = (names: readonly string[] | undefined, environment: string): boolean =>
  names?.includes(environment) === true

/** Head office's bucket; the one that is kept where the configuration names none. */
async function officeStoreOf(
  { officeStore: given }: OfficeConfig,
  { officeStore: kept }: Pick<FleetFile, 'officeStore'>,
  values: Given,
  around: Surroundings,
): Promise<FleetFile['officeStore']> {
  const file = values['office-key-file']
  const isKept = given === null || kept?.accessKey.id === given.accessKeyId
  if (isKept && file !== undefined)
    throw new Error('--office-key-file belongs to another “officeAccessKeyId”. Nothing was written.')
  if (given === null) return kept
  const { store, accessKeyId: id } = given
  const accessKey = kept?.accessKey.id === id ? kept.accessKey : await accessKeyOf(id, file, around)
  return { store, accessKey }
}

/** With a bucket come backups, whose passphrases are made of a salt. */
function saltsOf({ officeStore, backupSalts }: Pick<FleetFile, 'officeStore' | 'backupSalts'>): string[] {
  return officeStore !== null && backupSalts.length === 0 ? [newFleetSecret()] : [...backupSalts]
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
  refuseOldCopy(order.value.fleet.number, target, fleet.number, officeFile)
}

/** Throws where computers get a newer file already; a feed that does not tell proves nothing, which is said. */
async function checkFeed(
  { fleet, settings }: FleetFile,
  officeFile: string,
  around: Surroundings,
): Promise<void> {
  const { updateFeed = null } = settings
  if (updateFeed === null) return
  const there = `${updateFeed.replace(/\/+$/, '')}/${orderFileName}`
  const found = await around.bytesAt(there).catch(reasonOf)
  if (found === null) return
  const order = typeof found === 'string' ? null : openOrder(found, fleet)
  if (order?.ok === true) refuseOldCopy(order.value.fleet.number, there, fleet.number, officeFile)
  else
    around.say(
      `Is ${officeFile} the newest copy? ${there}: ${typeof found === 'string' ? found : 'sealed otherwise'}.`,
    )
}

function refuseOldCopy(there: number, where: string, known: number, officeFile: string): void {
  if (there <= known) return
  throw new Error(
    `${where} has number ${there}, and ${officeFile} only knows ${known}: it is an old copy. Use the newest one. Nothing was written.`,
  )
}
