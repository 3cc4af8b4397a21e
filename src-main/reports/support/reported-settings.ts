import type { ReportedSetting } from '#shared/support-report.ts'
import type { Settings } from '#shared/settings.ts'

type Told = { readonly [K in keyof Settings]: (value: Settings[K]) => ReportedSetting }

const asItIs = <T extends ReportedSetting>(value: T): T => value

/** What is told of each setting: a new one does not compile until somebody has thought about it. */
const told: Told = {
  configured: asItIs,
  environment: asItIs,
  baseUrls: ({ sandbox, live }) => `sandbox ${hostOf(sandbox)}, live ${hostOf(live)}`,
  appendReference: asItIs,
  theme: asItIs,
  language: (tag) => (/^([a-z]{2,3}|system)$/.test(tag) ? tag : 'other'),
  startAtLogin: asItIs,
  singleKeyShortcuts: asItIs,
  tourSeen: asItIs,
  practicePort: asItIs,
  sideBySide: asItIs,
  baselineMaxAgeMinutes: asItIs,
  // Names that the office gave, and what it prints on slips: typed freely.
  statusNames: (names) => Object.keys(names).length,
  branchName: (name) => name !== '',
  directoryMaxAgeDays: asItIs,
  lockAfterMinutes: asItIs,
  sharedOutbox: asItIs,
  repeatRequestHours: asItIs,
  keepReceivedDays: asItIs,
  notifications: asItIs,
  quietHours: (hours) => (hours === null ? null : `${hours.from}-${hours.until}`),
  updateFeed: (feed) => (feed === null ? null : hostOf(feed)),
}

/** The settings without what was typed freely, and of addresses the host alone. */
export function reportedSettings(settings: Settings): Readonly<Record<keyof Settings, ReportedSetting>> {
  const one = <K extends keyof Settings>(name: K): [K, ReportedSetting] => [name, told[name](settings[name])]
  const names = Object.keys(told) as (keyof Settings)[]
  // Every setting has its line in `told`.
  return Object.fromEntries(names.map((name) => one(name))) as Record<keyof Settings, ReportedSetting>
}

/** Where an address leads: a path, a query or a name in it may hold anything. */
function hostOf(address: string): string {
  if (address === '') return '-'
  return URL.canParse(address) ? new URL(address).origin : 'not an address'
}
