import * as v from 'valibot'
import { SettingsPatchSchema, type Settings } from '#shared/settings.ts'
import { announce } from '#renderer/ui/announcer.ts'
import { failureWords, whyNot } from '#renderer/ui/failure-words.ts'
import { undoOffer } from '#renderer/ui/undo.ts'
import { t } from '#renderer/i18n/index.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/** The change of one setting; null where the value cannot be one of its. */
export function patchOf(
  name: keyof Settings,
  value: unknown,
): v.InferOutput<typeof SettingsPatchSchema> | null {
  const parsed = v.safeParse(SettingsPatchSchema, { [name]: value })
  return parsed.success ? parsed.output : null
}

/**
 * Saves a setting as it is changed, and offers to undo that.
 *
 * @param label what the setting is called, for what is said about it
 * @returns why it was not saved, in words; undefined when it was
 */
export async function changeSetting(
  name: keyof Settings,
  label: string,
  value: unknown,
): Promise<string | undefined> {
  const before = useAppStatus().status?.settings[name]
  const refused = await save(name, value)
  if (refused !== undefined) {
    await announce(refused)
    return refused
  }
  undoOffer.value = {
    text: t('setting.saved-name', { label }),
    undo: async () => ({ ok: (await save(name, before)) === undefined }),
  }
  return undefined
}

async function save(name: keyof Settings, value: unknown): Promise<string | undefined> {
  const patch = patchOf(name, value)
  if (patch === null) return failureWords({ type: 'invalid-input' })
  return whyNot(await useAppStatus().changeSettings(patch)) ?? undefined
}
