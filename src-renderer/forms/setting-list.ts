import * as v from 'valibot'
import { isManaged, managedByName } from '#shared/managed-settings.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import {
  cards,
  places,
  rows,
  sections,
  type RowName,
  type Section,
  type SettingName,
} from '#shared/setting-rows.ts'
import { ownSettings, SettingsPatchSchema, type Settings, type SettingsPatch } from '#shared/settings.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { announce } from '#renderer/ui/announcer.ts'
import { failureWords, whyNot } from '#renderer/ui/failure-words.ts'
import { undoOffer } from '#renderer/ui/undo.ts'
import { t } from '#renderer/i18n/index.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOfficers } from '#renderer/stores/officers.ts'
import { useUpdates } from '#renderer/stores/announced.ts'

/** Those that hold something for officers who are not managers. */
const sectionsOfAll: readonly Section[] = ['this-computer', 'connection', 'officers']

const placesOfAll: readonly SettingName[] = ['updates', 'support', 'environment', 'officers']

/** The state of the application that decides what is there to be set. */
interface Surroundings {
  readonly status: AppStatus
  readonly isManager: boolean
  /** Whether this build takes updates from an address. */
  readonly takesFeed: boolean
}

/** What decides now which settings are there; null until main has said how it stands. */
export function surroundings(): Surroundings | null {
  const { status } = useAppStatus()
  const updates = useUpdates().status
  const takesFeed = updates !== null && (updates.type !== 'off' || updates.reason === 'no-feed')
  return status === null ? null : { status, isManager: useOfficers().isManager, takesFeed }
}

export function isRow(name: SettingName): name is RowName {
  return name in rows
}

export function sectionOf(name: SettingName): Section {
  return isRow(name) ? cards[rows[name].card] : places[name]
}

/** The sections that hold something for the officer who is signed in. */
export function openSections({ isManager }: Pick<Surroundings, 'isManager'>): readonly Section[] {
  return isManager ? sections : sectionsOfAll
}

/** Whether a setting is there now, and for this officer to change. */
export function isOffered(name: SettingName, { status, isManager, takesFeed }: Surroundings): boolean {
  if (!isManager && !ownSettings.has(name) && !placesOfAll.includes(name)) return false
  switch (name) {
    case 'startAtLogin':
      return status.canStartAtLogin
    case 'sharedOutbox':
    case 'lockAfterMinutes':
      return status.officers.type === 'signed-in'
    case 'updateFeed':
      return takesFeed
    case 'key':
      return status.environment !== 'practice'
    default:
      return true
  }
}

/** Whether the organisation has set it, so that it cannot be changed here. */
export function isSetByOrganisation(name: keyof Settings, { managed }: AppStatus): boolean {
  const field = managedByName.find((one: keyof Settings) => one === name)
  return field !== undefined && isManaged(managed, field)
}

/** Where a setting is shown and gets the focus. */
export function settingPlaceOf(name: SettingName): { readonly path: string; readonly hash: string } {
  return { path: `/settings/${sectionOf(name)}`, hash: `#${name}` }
}

/** The change of one setting; null where the value cannot be one of its. */
export function patchOf(name: keyof Settings, value: unknown): SettingsPatch | null {
  const parsed = v.safeParse(SettingsPatchSchema, { [name]: value })
  return parsed.success ? parsed.output : null
}

/**
 * Saves a setting as it is changed, and offers to undo that.
 *
 * @param label what the setting is called, for what is said about it
 * @returns why it was not saved, in words, and empty where a person said no; undefined when it was
 */
export async function changeSetting(
  name: keyof Settings,
  label: string,
  value: unknown,
): Promise<string | undefined> {
  const before = useAppStatus().status?.settings[name]
  const refused = await save(name, value)
  if (refused !== undefined) {
    if (refused !== '') await announce(refused)
    return refused
  }
  undoOffer.value = {
    text: t('setting.saved-name', { label }),
    isOfScreen: true,
    undo: async () => ({ ok: (await save(name, before)) === undefined }),
  }
  return undefined
}

async function save(name: keyof Settings, value: unknown): Promise<string | undefined> {
  const patch = patchOf(name, value)
  if (patch === null) return failureWords({ type: 'invalid-input' })
  return whyNot(await askMain('settings:change', patch)) ?? undefined
}
