import * as v from 'valibot'
import { FileStoreSchema, type FileStore } from '#shared/domain/file-store.ts'

const { endpoint, region, bucket, prefix, style } = FileStoreSchema.entries
const common = { endpoint, region, bucket, prefix: v.optional(prefix, ''), style }

/** A file store as an organisation sets it: values side by side, as the registry can hold them too. */
export const ManagedFileStoreSchema = v.variant('links', [
  v.object({ ...common, links: v.literal('public'), publicBase: endpoint }),
  v.object({ ...common, links: v.literal('signed') }),
])
export type ManagedFileStore = v.InferOutput<typeof ManagedFileStoreSchema>

/** The names of its values. */
export const fileStoreNames: readonly string[] = [...Object.keys(common), 'links', 'publicBase']

/** The store that an organisation set. */
export function fileStoreOf(managed: ManagedFileStore | undefined): FileStore | undefined {
  if (managed === undefined) return undefined
  const { endpoint, region, bucket, prefix, style } = managed
  const links =
    managed.links === 'public'
      ? ({ type: 'public', base: managed.publicBase } as const)
      : ({ type: 'signed' } as const)
  return { endpoint, region, bucket, prefix, style, links }
}
