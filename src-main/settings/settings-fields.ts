import * as v from 'valibot'
import { FileStoreSchema, type FileStore } from '#shared/domain/file-store.ts'
import { defaultSettings, parseBaseUrl, SettingsSchema, type Settings } from '#shared/settings.ts'

/** What stands in a settings file, before its values are looked at. */
export type Fields = Readonly<Record<string, unknown>>

export const FieldsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((read) => !Array.isArray(read)),
  v.looseObject({}),
)

export interface ReadSettings {
  readonly settings: Settings
  /** Fields whose value was invalid and was replaced with the default. */
  readonly replacedFields: readonly string[]
}

/** Field by field, so that one invalid value costs one setting and not all of them. */
export function readFields(found: Fields): ReadSettings {
  const replacedFields: string[] = []
  const { entries } = SettingsSchema
  const field = <T>(name: keyof Settings, schema: v.GenericSchema<unknown, T>, fallback: T): T => {
    const parsed = v.safeParse(schema, found[name])
    if (!parsed.success && Object.hasOwn(found, name)) replacedFields.push(name)
    return parsed.success ? parsed.output : fallback
  }
  const standard = defaultSettings
  const settings: Settings = {
    configured: field('configured', entries.configured, standard.configured),
    environment: field('environment', entries.environment, standard.environment),
    baseUrls: readBaseUrls(found, replacedFields),
    fileStores: readFileStores(found, replacedFields),
    theme: field('theme', entries.theme, standard.theme),
    startAtLogin: field('startAtLogin', entries.startAtLogin, standard.startAtLogin),
    tourSeen: field('tourSeen', entries.tourSeen, standard.tourSeen),
    keepReceivedDays: field('keepReceivedDays', entries.keepReceivedDays, standard.keepReceivedDays),
    branchName: field('branchName', entries.branchName, standard.branchName),
    notifications: field('notifications', entries.notifications, standard.notifications),
    statusNames: field('statusNames', entries.statusNames, standard.statusNames),
    nobodyDiedLink: field('nobodyDiedLink', entries.nobodyDiedLink, standard.nobodyDiedLink),
    notAvailableLink: field('notAvailableLink', entries.notAvailableLink, standard.notAvailableLink),
    directoryOffered: field('directoryOffered', entries.directoryOffered, standard.directoryOffered),
    branchAsked: field('branchAsked', entries.branchAsked, standard.branchAsked),
    backupFolder: field('backupFolder', entries.backupFolder, standard.backupFolder),
    statusFolder: field('statusFolder', entries.statusFolder, standard.statusFolder),
    saveData: field('saveData', entries.saveData, standard.saveData),
    lockAfterMinutes: field('lockAfterMinutes', entries.lockAfterMinutes, standard.lockAfterMinutes),
    sharedOutbox: field('sharedOutbox', entries.sharedOutbox, standard.sharedOutbox),
    updateFeed: readUpdateFeed(found, replacedFields),
  }
  return { settings, replacedFields }
}

/** An address edited by hand is checked again, since we would send a key to it; an invalid one counts as none. */
function readBaseUrls(found: Fields, replacedFields: string[]): Settings['baseUrls'] {
  const group = v.safeParse(v.looseObject({}), found['baseUrls'])
  const urls: Fields = group.success ? group.output : {}
  const read = (name: 'sandbox' | 'live'): string => {
    const typed = urls[name]
    if (typed === undefined || typed === '') return ''
    const parsed = typeof typed === 'string' ? parseBaseUrl(typed) : null
    if (parsed?.ok === true) return parsed.value
    replacedFields.push(`baseUrls.${name}`)
    return ''
  }
  return { sandbox: read('sandbox'), live: read('live') }
}

/** Store by store: an invalid one counts as none. */
function readFileStores(found: Fields, replacedFields: string[]): Settings['fileStores'] {
  const group = v.safeParse(v.looseObject({}), found['fileStores'])
  const stores: Fields = group.success ? group.output : {}
  const read = (name: 'sandbox' | 'live'): FileStore | null => {
    const parsed = v.safeParse(v.nullable(FileStoreSchema), stores[name] ?? null)
    if (parsed.success) return parsed.output
    replacedFields.push(`fileStores.${name}`)
    return null
  }
  return { sandbox: read('sandbox'), live: read('live') }
}

function readUpdateFeed(found: Fields, replacedFields: string[]): string | null {
  const typed = found['updateFeed'] ?? null
  if (typed === null) return null
  const parsed = typeof typed === 'string' ? parseBaseUrl(typed) : null
  if (parsed?.ok === true) return parsed.value
  replacedFields.push('updateFeed')
  return null
}
