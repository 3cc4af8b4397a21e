import { settingNames, settingTraits, type Settings } from '#shared/settings.ts'

/** What is reported of a setting: never free text. */
type ReportedSetting = string | number | boolean | null

/** What support sees of each setting. */
export function reportedSettings(settings: Settings): Readonly<Record<string, ReportedSetting>> {
  return Object.fromEntries(settingNames.map((name) => [name, reported(name, settings[name])]))
}

function reported(name: keyof Settings, value: Settings[keyof Settings]): ReportedSetting {
  const how = settingTraits[name].reported
  if (how === 'presence') return value !== null && value !== ''
  if (typeof value === 'string') return how === 'host' ? hostOf(value) : value
  if (typeof value !== 'object' || value === null) return value
  return 'endpoint' in value ? hostOf(value.endpoint) : Object.keys(value).length
}

/** The host of an address: its path, query or user name could contain anything. */
function hostOf(address: string): string {
  if (address === '') return '-'
  return URL.canParse(address) ? new URL(address).origin : 'not an address'
}
