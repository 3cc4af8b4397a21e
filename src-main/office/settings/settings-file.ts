import * as v from 'valibot'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AddressSchema } from '#shared/base-url.ts'
import { FileStoreSchema } from '#shared/domain/file-store.ts'
import {
  defaultSettings,
  settingNames,
  SettingsSchema,
  settingTraits,
  type Settings,
} from '#shared/settings.ts'
import type { Result } from '#shared/result.ts'
import { readText, writeDurably } from '#main/platform/durable-file.ts'
import { filesKey, type OpenKeys } from '#main/platform/keys/data-key.ts'
import { createSealedFile, type SealedFile, type SealedFileFailure } from '#main/platform/keys/sealed-file.ts'

/** The fields of a text file, before their values are looked at; Windows' editors put a mark before them. */
export const FieldsSchema = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/^\uFEFF/, '')),
  v.parseJson(),
  v.check((read) => !Array.isArray(read)),
  v.looseObject({}),
)

/** An address that cannot be used counts as none: a key would be sent to it. */
const address = v.fallback(AddressSchema, '')
const store = v.fallback(v.nullable(FileStoreSchema), null)
const fields = Object.entries({
  ...SettingsSchema.entries,
  sandboxBaseUrl: address,
  liveBaseUrl: address,
  sandboxFileStore: store,
  liveFileStore: store,
  updateFeed: AddressSchema,
})

/** Field by field, so that one invalid value costs one setting and not all of them. */
function readFields(found: Readonly<Record<string, unknown>>): Settings {
  const valid = fields.flatMap(([name, schema]) => {
    const parsed = v.safeParse(schema, found[name])
    return parsed.success ? [[name, parsed.output] as const] : []
  })
  return { ...defaultSettings, ...Object.fromEntries(valid) }
}

interface LoadedSettings {
  readonly settings: Settings
  /** Whether they could be read, or there are none. Otherwise key or file cannot be opened now: load them again then. */
  readonly isRead: boolean
  /** They were here, and do not open or are gone: under which name the file was kept, null where there is none. */
  readonly lost: { readonly keptAs: string | null } | null
}

export type SettingsFile = ReturnType<typeof createSettingsFile>

export interface SettingsFileOptions {
  readonly folder: string
  readonly keys: OpenKeys
  /**
   * Whether nothing was ever kept in this folder. Settings in the open count then, so that an installation can be
   * prepared by a file; there is no key and no data yet that it could lead astray.
   */
  readonly isNew: () => boolean
  /** Whether the insurer's environments were ever opened here: settings that are not there are lost then. */
  readonly holdsWork: () => boolean
}

/** What is refused for over a minute is held by nobody: this account may not read it, and it is lost. */
const mostRefusals = 8

/** The file alone, as {@link createSettingsFile} writes it. */
export function createSealedSettings(
  folder: string,
  keys: OpenKeys,
): SealedFile<Readonly<Record<string, unknown>>> {
  const path = join(folder, 'settings.sealed')
  return createSealedFile({ path, purpose: 'settings', schema: v.looseObject({}), key: filesKey(keys) })
}

/**
 * The settings of this installation, sealed in `<folder>/settings.sealed`. What has to be known before the data key is
 * open lies beside it, in `settings.json`.
 */
export function createSettingsFile({ folder, keys, isNew, holdsWork }: SettingsFileOptions) {
  const file = createSealedSettings(folder, keys)
  let refusals = 0

  async function save(settings: Settings): Promise<Result<null, SealedFileFailure>> {
    const saved = await file.save(settings)
    // Where this fails, an earlier theme shows until the data key is open.
    if (saved.ok) await writeDurably(openPath(folder), `${JSON.stringify(openly(settings), null, 2)}\n`)
    return saved
  }

  /** Reads the settings. Never fails: settings that are lost are replaced with defaults. */
  async function load(): Promise<LoadedSettings> {
    const isFirst = isNew()
    const text = await readText(openPath(folder))
    const parsed = v.safeParse(FieldsSchema, text.ok ? text.value : null)
    const lying = readFields(parsed.success ? parsed.output : {})
    const beside = { ...defaultSettings, ...openly(lying) }
    if ((await keys()) === null) return { settings: beside, isRead: false, lost: null }
    const opened = await file.load()
    refusals = opened.type === 'refused' ? refusals + 1 : 0
    if (opened.type === 'refused' && refusals < mostRefusals)
      return { settings: beside, isRead: false, lost: null }
    if (opened.type === 'open') return { settings: readFields(opened.value), isRead: true, lost: null }
    if (opened.type === 'none' && isFirst && parsed.success) {
      await save(lying)
      return { settings: lying, isRead: true, lost: null }
    }
    const aside = opened.type === 'none' ? null : await file.keepAside()
    const lost = holdsWork() || aside !== null ? { keptAs: aside?.ok === true ? aside.value : null } : null
    return { settings: beside, isRead: true, lost }
  }

  return { load, save }
}

/** What of the settings lies in the open. */
function openly(settings: Settings): Partial<Settings> {
  const open = settingNames.filter((name) => settingTraits[name].isOpen)
  return Object.fromEntries(open.map((name) => [name, settings[name]]))
}

/** Reads only the theme, synchronously, because the window needs nothing else. Problems are left to `load`. */
export function readTheme(folder: string): Settings['theme'] {
  const file = openPath(folder)
  try {
    // Reading a pipe, for example, would block.
    if (!statSync(file).isFile()) return defaultSettings.theme
    const fields = v.safeParse(FieldsSchema, readFileSync(file, 'utf8'))
    const theme = v.safeParse(SettingsSchema.entries.theme, fields.success ? fields.output['theme'] : null)
    return theme.success ? theme.output : defaultSettings.theme
  } catch {
    return defaultSettings.theme
  }
}

const openPath = (folder: string): string => join(folder, 'settings.json')
