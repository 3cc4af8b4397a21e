import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { SettingsRestored } from '#shared/contract/app-status.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultSettings, SettingsSchema, type Settings } from '#shared/settings.ts'
import {
  keepAside,
  prepareFile,
  readText,
  type FileFailure,
  type PreparedFile,
} from '#main/platform/durable-file.ts'
import { FieldsSchema, readFields, type Fields, type ReadSettings } from './settings-fields.ts'
import { hasTag, openCopy, sealedCopy, tagOf, type SettingsKeys } from './settings-seal.ts'

export interface LoadedSettings extends ReadSettings {
  /** What became of a file that did not come from here; null when there was none. */
  readonly restored: SettingsRestored | null
  /** Whether the data key confirmed them. Without it the file counts as it is, and has to be loaded again. */
  readonly isVerified: boolean
}

export type SaveFailure = FileFailure | { readonly type: 'locked' }

export interface SettingsFile {
  /** Reads the settings. Never fails: what cannot be read is replaced with the last good ones, or with defaults. */
  load(): Promise<LoadedSettings>
  /** Writes them, with their tag and the sealed copy; `locked` while the data key cannot be opened. */
  save(settings: Settings): Promise<Result<null, SaveFailure>>
  /** The first half of `save`: does everything that may fail on a full disk, with the old settings still in place. */
  prepare(settings: Settings): Promise<Result<PreparedFile, SaveFailure>>
  /** Whether there is a file or a sealed copy. */
  exists(): Promise<boolean>
}

export interface SettingsFileOptions {
  readonly folder: string
  /** The keys that count, the one to write with first; none while the data key cannot be opened. */
  readonly keys: () => Promise<readonly SettingsKeys[]>
  /**
   * Whether nothing else was ever kept in this folder. A file without a tag counts then, so that an installation can be
   * prepared by a file; there is no key and no data yet that it could lead astray.
   */
  readonly isNew: () => boolean
}

/**
 * The settings of this installation, in `<folder>/settings.json`: readable, and authenticated under the data key. The
 * last good ones are sealed in `settings.sealed`; they hold where the file was changed or removed from outside.
 *
 * An older pair of both files counts as genuine: whoever can write here can go back to earlier settings. That moves no
 * key, because a key belongs to the address it was given for.
 */
export function createSettingsFile({ folder, keys, isNew }: SettingsFileOptions): SettingsFile {
  const file = settingsPath(folder)
  const copy = join(folder, 'settings.sealed')

  async function prepare(settings: Settings): Promise<Result<PreparedFile, SaveFailure>> {
    const [key] = await keys()
    return key === undefined ? err({ type: 'locked' }) : await prepareWith(key, settings)
  }

  async function save(settings: Settings): Promise<Result<null, SaveFailure>> {
    const prepared = await prepare(settings)
    return prepared.ok ? await prepared.value.use() : prepared
  }

  async function write(key: SettingsKeys, settings: Settings): Promise<Result<null, FileFailure>> {
    const prepared = await prepareWith(key, settings)
    return prepared.ok ? await prepared.value.use() : prepared
  }

  // The copy last: a start in between finds a genuine file, and makes the copy from it.
  async function prepareWith(
    key: SettingsKeys,
    settings: Settings,
  ): Promise<Result<PreparedFile, FileFailure>> {
    const text = JSON.stringify(settings)
    const sealed = await prepareFile(copy, sealedCopy(key, text, 'settings'))
    if (!sealed.ok) return sealed
    const tagged = { ...settings, tag: tagOf(key, text) }
    const plain = await prepareFile(file, `${JSON.stringify(tagged, null, 2)}\n`)
    if (!plain.ok) {
      await sealed.value.drop()
      return plain
    }
    return ok({
      async use() {
        const used = await plain.value.use()
        if (used.ok) return await sealed.value.use()
        await sealed.value.drop()
        return used
      },
      async drop() {
        await plain.value.drop()
        await sealed.value.drop()
      },
    })
  }

  async function lastGood(known: readonly SettingsKeys[]): Promise<Fields | null> {
    const text = await readText(copy)
    const opened = text.ok && text.value !== null ? openCopy(known, text.value, 'settings') : null
    const fields = v.safeParse(FieldsSchema, opened)
    return fields.success ? fields.output : null
  }

  /** Puts settings in the place of a file that does not count, which is kept aside. */
  async function restore(
    key: SettingsKeys,
    good: Fields | null,
    mark: 'changed' | 'damaged',
  ): Promise<LoadedSettings> {
    const aside = await keepAside(file, mark)
    const read = readFields(good ?? {})
    // Where this fails, the next start does it again.
    if (good !== null) await write(key, read.settings)
    const keptAs = aside.ok ? aside.value : null
    return { ...read, restored: { to: good === null ? 'standard' : 'last-good', keptAs }, isVerified: true }
  }

  async function load(): Promise<LoadedSettings> {
    const isFirst = isNew()
    const text = await readText(file)
    const parsed = v.safeParse(FieldsSchema, text.ok ? text.value : undefined)
    const isMissing = text.ok && text.value === null
    const { tag = null, ...fields }: Fields = parsed.success ? parsed.output : {}
    const known = await keys()
    const [key] = known
    if (key === undefined) return { ...readFields(fields), restored: null, isVerified: false }
    const good = await lastGood(known)
    const isGenuine = parsed.success && hasTag(known, JSON.stringify(fields), tag)
    if (isGenuine || (isFirst && parsed.success)) {
      const read = readFields(fields)
      if (!isGenuine || JSON.stringify(good) !== JSON.stringify(fields)) await write(key, read.settings)
      return { ...read, restored: null, isVerified: true }
    }
    if (isMissing && good === null)
      return { settings: defaultSettings, replacedFields: [], restored: null, isVerified: true }
    return await restore(key, good, parsed.success || isMissing ? 'changed' : 'damaged')
  }

  return {
    load,
    save,
    prepare,
    async exists() {
      const found = await Promise.all([readText(file), readText(copy)])
      return found.some((text) => !text.ok || text.value !== null)
    },
  }
}

/** Reads only the theme, synchronously, because the window needs nothing else. Problems are left to `load`. */
export function readTheme(folder: string): Settings['theme'] {
  const file = settingsPath(folder)
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

const settingsPath = (folder: string): string => join(folder, 'settings.json')
