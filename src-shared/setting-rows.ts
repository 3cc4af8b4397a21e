import type { SettingsPatch } from './settings.ts'

/** The sections of Settings, in their order; each is a route of its own. */
export const sections = [
  'this-computer',
  'connection',
  'printing',
  'notifications',
  'officers',
  'claims',
  'data',
  'advanced',
] as const
export type Section = (typeof sections)[number]

/** The cards that hold nothing but settings of the list, and their sections. */
export const cards = {
  look: 'this-computer',
  line: 'connection',
  printing: 'printing',
  notifications: 'notifications',
  office: 'officers',
  kept: 'data',
  evidence: 'claims',
  technical: 'advanced',
} as const satisfies Record<string, Section>
export type Card = keyof typeof cards

type Row = { readonly card: Card } & (
  | { readonly kind: 'switch' | 'cards' }
  /** `wrong`: what is said of a text that it does not take. */
  | { readonly kind: 'text'; readonly wrong: 'too-long' | 'not-an-address' }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
)

/** Settings that have a part of their own in Settings, or none. */
type SetElsewhere =
  | 'configured'
  | 'environment'
  | 'tourSeen'
  | 'directoryOffered'
  | 'statusNames'
  | 'finalStatuses'

/** Every setting with a value that is simply typed or chosen, in the order in which it is shown. */
export const rows = {
  theme: { card: 'look', kind: 'cards' },
  largerText: { card: 'look', kind: 'switch' },
  startAtLogin: { card: 'look', kind: 'switch' },
  saveData: { card: 'line', kind: 'switch' },
  branchName: { card: 'printing', kind: 'text', wrong: 'too-long' },
  notifications: { card: 'notifications', kind: 'switch' },
  sharedOutbox: { card: 'office', kind: 'switch' },
  lockAfterMinutes: { card: 'office', kind: 'number', least: 0, most: 480 },
  keepReceivedDays: { card: 'kept', kind: 'number', least: 0, most: 3650 },
  notNeededLink: { card: 'evidence', kind: 'text', wrong: 'not-an-address' },
  notAvailableLink: { card: 'evidence', kind: 'text', wrong: 'not-an-address' },
  updateFeed: { card: 'technical', kind: 'text', wrong: 'not-an-address' },
} as const satisfies Record<Exclude<keyof SettingsPatch, SetElsewhere>, Row>
export type RowName = keyof typeof rows
export const rowNames = Object.keys(rows) as RowName[]

/** What else is found in Settings: a part of a section that is more than one value. */
export const places = {
  updates: 'this-computer',
  support: 'this-computer',
  environment: 'connection',
  key: 'connection',
  fileStore: 'connection',
  officers: 'officers',
  backup: 'data',
  keptData: 'data',
  headOffice: 'advanced',
  statusNames: 'claims',
} as const satisfies Record<string, Section>
export type PlaceName = keyof typeof places

/** Whatever can be found and opened in Settings. */
export type SettingName = RowName | PlaceName
