import type { Settings } from '#shared/settings.ts'

/** What is reported of a setting: never free text. */
type ReportedSetting = string | number | boolean | null

type Reporters = { readonly [K in keyof Settings]: (value: Settings[K]) => ReportedSetting }

const asItIs = <T extends ReportedSetting>(value: T): T => value

/** What is reported of each setting. A new setting does not compile until it is listed here. */
const reporters: Reporters = {
  configured: asItIs,
  environment: asItIs,
  sandboxBaseUrl: hostOf,
  liveBaseUrl: hostOf,
  sandboxFileStore: (store) => hostOf(store?.endpoint ?? ''),
  liveFileStore: (store) => hostOf(store?.endpoint ?? ''),
  theme: asItIs,
  largerText: asItIs,
  startAtLogin: asItIs,
  tourSeen: asItIs,
  // Free text (the office's names, and what it prints on slips) is never reported.
  statusNames: (names) => Object.keys(names).length,
  finalStatuses: (values) => values.length,
  branchName: (name) => name !== '',
  notNeededLink: (link) => link !== '',
  notAvailableLink: (link) => link !== '',
  directoryOffered: (where) => where.join(', '),
  // A path may contain a person's name.
  backupFolder: (path) => path !== '',
  statusFolder: (path) => path !== '',
  officeStore: (store) => hostOf(store?.endpoint ?? ''),
  saveData: asItIs,
  lockAfterMinutes: asItIs,
  sharedOutbox: asItIs,
  keepReceivedDays: asItIs,
  notifications: asItIs,
  updateFeed: (feed) => (feed === null ? null : hostOf(feed)),
}

/** The settings without free text, and only the host of addresses. */
export function reportedSettings(settings: Settings): Readonly<Record<keyof Settings, ReportedSetting>> {
  const one = <K extends keyof Settings>(name: K): [K, ReportedSetting] => [
    name,
    reporters[name](settings[name]),
  ]
  const names = Object.keys(reporters) as (keyof Settings)[]
  // Every setting has its line in `reporters`.
  return Object.fromEntries(names.map((name) => one(name))) as Record<keyof Settings, ReportedSetting>
}

/** The host of an address: its path, query or user name could contain anything. */
function hostOf(address: string): string {
  if (address === '') return '-'
  return URL.canParse(address) ? new URL(address).origin : 'not an address'
}
