import { join } from 'node:path'
import * as v from 'valibot'
import { err, ok, type Result } from '#shared/result.ts'
import { keepAside, readText, writeDurably, type FileFailure } from '../platform/durable-file.ts'
import { open, seal } from '../keys/sealing.ts'
import { OfficersListSchema, type OfficersList } from './officers-list.ts'

const FileSchema = v.strictObject({ version: v.literal(1), sealed: v.pipe(v.string(), v.base64()) })
const ContentSchema = v.pipe(v.string(), v.parseJson(), OfficersListSchema)
const place = 'officers'

export interface OfficersFile {
  /** The list; `null` when there is no file. `unreadable` changes nothing on the disk. */
  load(): Promise<Result<OfficersList | null, FileFailure | { readonly type: 'unreadable' }>>
  save(list: OfficersList): Promise<Result<null, FileFailure>>
  /** Sets aside a file that does not count. */
  keepAside(): Promise<Result<null, FileFailure>>
}

/**
 * The officers of this installation, sealed in `<folder>/officers.json`.
 *
 * @param key 32 bytes, derived for this file only.
 * @param otherKey another key the file may be sealed under; the file is saved under the key that last opened it.
 */
export function createOfficersFile(folder: string, key: Uint8Array, otherKey?: Uint8Array): OfficersFile {
  const file = join(folder, 'officers.json')
  let keyInUse = key
  function opened(sealed: Uint8Array): Result<string, { readonly type: 'unreadable' }> {
    const first = open(key, sealed, place)
    const second = first.ok || otherKey === undefined ? first : open(otherKey, sealed, place)
    if (second.ok) keyInUse = first.ok ? key : (otherKey ?? key)
    return second
  }
  return {
    async load() {
      const text = await readText(file)
      if (!text.ok) return text
      if (text.value === null) return ok(null)
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FileSchema), text.value)
      if (!parsed.success) return err({ type: 'unreadable' })
      const plain = opened(new Uint8Array(Buffer.from(parsed.output.sealed, 'base64')))
      const content = plain.ok ? v.safeParse(ContentSchema, plain.value) : null
      return content?.success === true ? ok(content.output) : err({ type: 'unreadable' })
    },
    save: (list) => {
      const sealed = Buffer.from(seal(keyInUse, JSON.stringify(list), place)).toString('base64')
      return writeDurably(file, `${JSON.stringify({ version: 1, sealed })}\n`)
    },
    async keepAside() {
      const aside = await keepAside(file, 'unreadable')
      return aside.ok ? ok(null) : aside
    },
  }
}
