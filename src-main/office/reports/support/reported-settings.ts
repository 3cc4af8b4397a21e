import type { Settings } from '#shared/settings.ts'

/** What is reported of a setting: never free text. */
type ReportedSetting = string | number | boolean | null

/** Chosen from a list. */
const words: ReadonlySet<string> = new Set<keyof Settings>(['environment', 'theme'])
const addresses: ReadonlySet<string> = new Set<keyof Settings>([
  'sandboxBaseUrl',
  'liveBaseUrl',
  'updateFeed',
])

/**
 * Switches and numbers as they are; of an address only the host, of a text (the office's names, a path with a person's)
 * whether there is one, of a list how long it is.
 */
export function reportedSettings(settings: Settings): Readonly<Record<string, ReportedSetting>> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, reported(name, value)]))
}

function reported(name: string, value: Settings[keyof Settings]): ReportedSetting {
  if (typeof value === 'string') {
    if (addresses.has(name)) return hostOf(value)
    return words.has(name) ? value : value !== ''
  }
  if (typeof value !== 'object' || value === null) return value
  return 'endpoint' in value ? hostOf(value.endpoint) : Object.keys(value).length
}

/** The host of an address: its path, query or user name could contain anything. */
function hostOf(address: string): string {
  if (address === '') return '-'
  return URL.canParse(address) ? new URL(address).origin : 'not an address'
}
