import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { deriveKey, type DataKey } from '../keys/data-key.ts'
import { open, seal } from '../keys/sealing.ts'

/** What authenticates the settings file, and what seals its copy: 32 bytes each. */
export interface SettingsKeys {
  readonly tag: Uint8Array
  readonly seal: Uint8Array
}

const CopySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ version: v.literal(1), sealed: v.pipe(v.string(), v.base64()) }),
)
/** What a sealed copy is of: it opens as nothing else. */
export type Copied = 'settings' | 'policy'

/** The keys that count for the settings; none without a data key. During a renewal the next data key comes first, since it will be the only one. */
export function settingsKeysOf(dataKey: Pick<DataKey, 'bytes' | 'next'> | null): readonly SettingsKeys[] {
  if (dataKey === null) return []
  const next = dataKey.next === null ? [] : [{ bytes: dataKey.next }]
  return [...next, dataKey].map((key) => ({
    tag: deriveKey(key, 'settings-tag'),
    seal: deriveKey(key, 'settings'),
  }))
}

/** The tag of a text, as base64. */
export function tagOf({ tag }: SettingsKeys, text: string): string {
  return createHmac('sha256', tag).update(text, 'utf8').digest('base64')
}

/** Whether one of the keys made this tag of the text. */
export function hasTag(keys: readonly SettingsKeys[], text: string, tag: unknown): boolean {
  if (typeof tag !== 'string') return false
  const found = Buffer.from(tag)
  return keys.some((key) => {
    const expected = Buffer.from(tagOf(key, text))
    return expected.length === found.length && timingSafeEqual(expected, found)
  })
}

/** The sealed copy of a text, as its file holds it. */
export function sealedCopy(key: SettingsKeys, text: string, place: Copied): string {
  const sealed = Buffer.from(seal(key.seal, text, place)).toString('base64')
  return `${JSON.stringify({ version: 1, sealed })}\n`
}

/** The text of a sealed copy; null where none of the keys opens it. */
export function openCopy(keys: readonly SettingsKeys[], content: string, place: Copied): string | null {
  const parsed = v.safeParse(CopySchema, content)
  if (!parsed.success) return null
  const sealed = new Uint8Array(Buffer.from(parsed.output.sealed, 'base64'))
  for (const key of keys) {
    const opened = open(key.seal, sealed, place)
    if (opened.ok) return opened.value
  }
  return null
}
