import * as v from 'valibot'
import { environments, type Environment, type RemoteEnvironment } from './domain/product.ts'
import { BaseUrlSchema } from './base-url.ts'
import { FileStoreSchema, OfficeStoreSchema, type FileStore } from './domain/file-store.ts'
import { isHttpsLink, longestLink } from './https-link.ts'

export { originOf, parseBaseUrl } from './base-url.ts'

const statusName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))

/** Two or three lines of a slip. */
const longestBranchName = 200

/** The longest status value that can get a name, in letters. */
export const longestStatus = 50
/** One of the insurer's status values. */
const statusValue = v.pipe(v.string(), v.minLength(1), v.maxLength(longestStatus))

/** As many status values have names. */
export const mostStatuses = 50

/** What the merchant calls the insurer's status values: their meaning is not shown in the spec. */
const StatusNamesSchema = v.pipe(
  v.record(statusValue, statusName),
  v.check((names) => Object.keys(names).length <= mostStatuses),
)

const FinalStatusesSchema = v.pipe(v.array(statusValue), v.maxLength(mostStatuses))

/** A link that stands for evidence there is none of; empty where the merchant agreed none with the insurer. */
const agreedLink = v.union([
  v.literal(''),
  v.pipe(v.string(), v.trim(), v.maxLength(longestLink), v.check(isHttpsLink)),
])

/** Settings of this installation. Each environment has its own base URL; practice has none: its server is inside. */
export const SettingsSchema = v.strictObject({
  /** False until the officer chose on the first screen. */
  configured: v.boolean(),
  environment: v.picklist(environments),
  sandboxBaseUrl: BaseUrlSchema,
  liveBaseUrl: BaseUrlSchema,
  /** Where each environment's files go; practice has a store of its own. */
  sandboxFileStore: v.nullable(FileStoreSchema),
  liveFileStore: v.nullable(FileStoreSchema),
  theme: v.picklist(['system', 'light', 'dark']),
  /** Whether everything is drawn a fifth larger. */
  largerText: v.boolean(),
  startAtLogin: v.boolean(),
  /** Whether the tour of practice was taken or declined: it is offered once. */
  tourSeen: v.boolean(),
  statusNames: StatusNamesSchema,
  /** The status values after which the insurer decides nothing more about a claim. */
  finalStatuses: FinalStatusesSchema,
  /** Whether nothing is fetched that is only convenient: see docs/decisions/0005-network.md. */
  saveData: v.boolean(),
  /** Sent in place of a medical report where no one was hurt, and of a death certificate where no one died. */
  notNeededLink: agreedLink,
  /** Sent in place of a picture, report or certificate that is not available yet. */
  notAvailableLink: agreedLink,
  /** Of which insurers, as {@link insurerIn} names them, the download of all pharmacies was offered: once of each. */
  directoryOffered: v.pipe(v.array(v.pipe(v.string(), v.maxLength(2100))), v.maxLength(10)),
  /** Minutes without input after which the application locks, if there are officers; 0 for never. */
  lockAfterMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(480)),
  /** Whether officers see one another's claims in the outbox; a manager sees all of them. */
  sharedOutbox: v.boolean(),
  /** Days after which received and withdrawn entries are removed from this computer; 0 keeps them for ever. */
  keepReceivedDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3650)),
  /** The branch as customers read it on their slip; empty leaves it out. */
  branchName: v.pipe(v.string(), v.trim(), v.maxLength(longestBranchName)),
  /** Whether system notifications report what became of claims while the window is not in front. */
  notifications: v.boolean(),
  /** Where backups and this computer's status go by themselves; head office's file sets it. */
  officeStore: v.nullable(OfficeStoreSchema),
  /** Update address, as `parseBaseUrl` makes it; null for nowhere. */
  updateFeed: v.nullable(BaseUrlSchema),
})
export type Settings = Readonly<v.InferOutput<typeof SettingsSchema>>

export const defaultSettings: Settings = {
  configured: false,
  environment: 'practice',
  sandboxBaseUrl: '',
  liveBaseUrl: '',
  sandboxFileStore: null,
  liveFileStore: null,
  theme: 'system',
  largerText: false,
  startAtLogin: false,
  tourSeen: false,
  statusNames: {},
  finalStatuses: [],
  saveData: false,
  notNeededLink: '',
  notAvailableLink: '',
  directoryOffered: [],
  lockAfterMinutes: 10,
  sharedOutbox: true,
  keepReceivedDays: 365,
  branchName: '',
  notifications: true,
  officeStore: null,
  updateFeed: null,
}

/** The insurer's address of an environment; empty where none was chosen. */
export function addressIn(
  settings: Pick<Settings, 'sandboxBaseUrl' | 'liveBaseUrl'>,
  environment: RemoteEnvironment,
): string {
  return environment === 'live' ? settings.liveBaseUrl : settings.sandboxBaseUrl
}

/** Where the insurer of an environment is: at another address, its numbers mean other claims and pharmacies. */
export function placeOf(settings: Settings, environment: Environment): string {
  // The port of practice is no address.
  return environment === 'practice' ? environment : addressIn(settings, environment)
}

/** Whom an environment asks, by its name and place. */
export function insurerIn(settings: Settings, environment: Environment): string {
  return `${environment} ${placeOf(settings, environment)}`
}

/** Head office's bucket, as people there call it; null where it gave none. */
export function officeStoreName({ officeStore }: Pick<Settings, 'officeStore'>): string | null {
  return officeStore === null ? null : `${officeStore.bucket}, ${new URL(officeStore.endpoint).host}`
}

/** Where an environment's files go; null for nowhere. */
export function storeIn(settings: Settings, environment: RemoteEnvironment): FileStore | null {
  return environment === 'live' ? settings.liveFileStore : settings.sandboxFileStore
}

/** The change that sets an environment's address. */
export function addressChange(environment: RemoteEnvironment, baseUrl: string): SettingsChange {
  return environment === 'live' ? { liveBaseUrl: baseUrl } : { sandboxBaseUrl: baseUrl }
}

/** The change that sets an environment's file store. */
export function storeChange(environment: RemoteEnvironment, store: FileStore | null): SettingsChange {
  return environment === 'live' ? { liveFileStore: store } : { sandboxFileStore: store }
}

/** Addresses: main asks before it uses one. */
const setByMain = [
  'sandboxBaseUrl',
  'liveBaseUrl',
  'sandboxFileStore',
  'liveFileStore',
  'officeStore',
] as const

/** What an office says of itself and its insurer, and a backup carries; empty where nobody said it. */
export const CarriedSettingsSchema = v.pick(SettingsSchema, [
  'statusNames',
  'finalStatuses',
  'notNeededLink',
  'notAvailableLink',
  'branchName',
])
export type CarriedSettings = Readonly<v.InferOutput<typeof CarriedSettingsSchema>>

/** What may be changed from the page. */
export const SettingsPatchSchema = v.pipe(
  v.partial(v.omit(SettingsSchema, setByMain)),
  v.examples([
    { theme: 'dark', lockAfterMinutes: 5 },
    { environment: 'practice' },
    { statusNames: { '1': 'Open' } },
  ]),
)
export type SettingsPatch = Readonly<v.InferOutput<typeof SettingsPatchSchema>>

/** A change that main makes: the page's, or of an address too. */
export type SettingsChange = SettingsPatch & Partial<Pick<Settings, (typeof setByMain)[number]>>

/** Whom a setting concerns beside those who change it. */
interface Traits {
  /** Each officer sets it for themselves; everything else is the office's, which managers set. */
  readonly isOwn: boolean
  /** It lies in the open, because it counts before the data key is open. */
  readonly isOpen: boolean
  /** Head office may give it. */
  readonly isGiven: boolean
  /** What support sees: its value (of a list how long it is), of an address its host, or whether there is one. */
  readonly reported: 'value' | 'host' | 'presence'
}

const office = { isOwn: false, isOpen: false, isGiven: false, reported: 'value' } as const satisfies Traits
const own = { ...office, isOwn: true } as const
const given = { ...office, isGiven: true } as const

export const settingTraits = {
  configured: office,
  environment: office,
  sandboxBaseUrl: { ...office, reported: 'host' },
  liveBaseUrl: { ...office, reported: 'host' },
  sandboxFileStore: { ...office, reported: 'host' },
  liveFileStore: { ...office, reported: 'host' },
  theme: { ...own, isOpen: true },
  largerText: own,
  startAtLogin: { ...office, isOpen: true },
  tourSeen: own,
  statusNames: given,
  finalStatuses: given,
  saveData: office,
  notNeededLink: { ...given, reported: 'presence' },
  notAvailableLink: { ...given, reported: 'presence' },
  directoryOffered: own,
  lockAfterMinutes: office,
  sharedOutbox: office,
  keepReceivedDays: office,
  branchName: { ...office, reported: 'presence' },
  notifications: office,
  officeStore: { ...office, reported: 'host' },
  updateFeed: { ...given, reported: 'host' },
} as const satisfies Readonly<Record<keyof Settings, Traits>>
export const settingNames = Object.keys(settingTraits) as (keyof Settings)[]

/** What an officer sets for themselves. */
export const ownSettings: ReadonlySet<string> = new Set(
  settingNames.filter((name) => settingTraits[name].isOwn),
)

/** The settings that head office may give. */
export type GivenSetting = {
  [N in keyof Settings]: (typeof settingTraits)[N]['isGiven'] extends true ? N : never
}[keyof Settings]
