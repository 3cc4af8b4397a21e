import { mostStatuses, type CarriedSettings, type Settings, type SettingsChange } from '#shared/settings.ts'

/** What a backup carries of the settings: it does not matter here who set them. */
export function carriedOf(settings: Settings): CarriedSettings {
  const { statusNames, finalStatuses, notNeededLink, notAvailableLink, branchName } = settings
  return { statusNames, finalStatuses, notNeededLink, notAvailableLink, branchName }
}

/** Another computer's settings where nothing is set here; of status values, those of which nothing is said here. */
export function withCarried(own: CarriedSettings, theirs: SettingsChange): CarriedSettings {
  const { statusNames, finalStatuses } = own
  const isNew = (value: string): boolean =>
    !Object.hasOwn(statusNames, value) && !finalStatuses.includes(value)
  const named = Object.entries(theirs.statusNames ?? {}).filter(([value]) => isNew(value))
  const finals = (theirs.finalStatuses ?? []).filter(isNew)
  const textOf = (name: 'notNeededLink' | 'notAvailableLink' | 'branchName'): string =>
    own[name] === '' ? (theirs[name] ?? '') : own[name]
  return {
    statusNames: Object.fromEntries([...Object.entries(statusNames), ...named].slice(0, mostStatuses)),
    finalStatuses: [...finalStatuses, ...finals].slice(0, mostStatuses),
    notNeededLink: textOf('notNeededLink'),
    notAvailableLink: textOf('notAvailableLink'),
    branchName: textOf('branchName'),
  }
}
