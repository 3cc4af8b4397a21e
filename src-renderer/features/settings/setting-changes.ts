import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import * as v from 'valibot'
import { err } from '#shared/result.ts'
import { SettingsPatchSchema, type Settings } from '#shared/settings.ts'
import { announce } from '#renderer/ui/announcer.ts'
import { t } from '#renderer/i18n/index.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/** What became of the last change of a setting. */
export type Outcome =
  | { readonly type: 'saved'; readonly label: string; readonly before: unknown }
  | { readonly type: 'undone' }
  /** The setting is as it was, for this reason. */
  | { readonly type: 'refused'; readonly why: string }

/** Saves settings as they are changed, and remembers while Settings is open what undoes the last change of each. */
export const useSettingChanges = defineStore('setting-changes', () => {
  const app = useAppStatus()
  const outcomes = shallowReactive(new Map<keyof Settings, Outcome>())

  /** Puts it last, so that the order is that of the changes. */
  function note(name: keyof Settings, outcome: Outcome): void {
    outcomes.delete(name)
    outcomes.set(name, outcome)
  }

  async function refuse(name: keyof Settings, why: string): Promise<void> {
    note(name, { type: 'refused', why })
    await announce(why)
  }

  /** The change of one setting; null where the value cannot be one of its. */
  function patchOf(name: keyof Settings, value: unknown): v.InferOutput<typeof SettingsPatchSchema> | null {
    const parsed = v.safeParse(SettingsPatchSchema, { [name]: value })
    return parsed.success ? parsed.output : null
  }

  /** @returns whether it was saved */
  async function save(name: keyof Settings, value: unknown): Promise<boolean> {
    const patch = patchOf(name, value)
    const saved = patch === null ? err({ type: 'invalid-input' as const }) : await app.changeSettings(patch)
    if (saved.ok) return true
    const { type } = saved.error
    await refuse(name, `${t(`failure.${type}.title`)}. ${t(`failure.${type}.todo`)}`)
    return false
  }

  /** @param label what the setting is called, for what is said about it */
  async function change(name: keyof Settings, label: string, value: unknown): Promise<boolean> {
    const before = app.status?.settings[name]
    outcomes.delete(name)
    if (!(await save(name, value))) return false
    note(name, { type: 'saved', label, before })
    await announce(t('setting.saved-name', { label }))
    return true
  }

  async function undo(name: keyof Settings): Promise<void> {
    const outcome = outcomes.get(name)
    if (outcome?.type !== 'saved' || !(await save(name, outcome.before))) return
    note(name, { type: 'undone' })
    await announce(t('setting.undone-name', { label: outcome.label }))
  }

  /** Undoes the newest change that can be undone. */
  async function undoLast(): Promise<void> {
    const last = [...outcomes].findLast(([, { type }]) => type === 'saved')
    if (last !== undefined) await undo(last[0])
  }

  return { outcomes, patchOf, change, refuse, undo, undoLast, forget: () => outcomes.clear() }
})
