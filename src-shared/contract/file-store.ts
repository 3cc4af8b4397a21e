import * as v from 'valibot'
import { FileStoreSchema, type FileStoreStatus, type StoreCheck } from '../domain/file-store.ts'
import { remoteEnvironments } from '../domain/product.ts'
import { nothing, answer, call } from './call.ts'

const printable = /^[\x21-\x7e]+$/
/** Location a header between commas. */
const accessKeyId = /^[\x21-\x2b\x2d-\x7e]+$/
const accessKey = v.strictObject({
  id: v.pipe(v.string(), v.trim(), v.maxLength(200), v.regex(accessKeyId), v.examples(['MADEUPACCESSKEY'])),
  secret: v.pipe(v.string(), v.trim(), v.maxLength(400), v.regex(printable), v.examples(['made-up-secret'])),
})

/** What became of a file store that was to be set. */
export type FileStoreAnswer =
  | { readonly type: 'set'; readonly check: StoreCheck; readonly status: FileStoreStatus }
  /** `check` is null when the question about the new store was declined, so that nothing was tried. */
  | { readonly type: 'unchanged'; readonly check: StoreCheck | null }

/** The store that files of claims go to. Its secret goes in and never comes out. */
export const fileStoreCalls = {
  /** Of the open environment. */
  'file-store:status': call(nothing, answer<FileStoreStatus>()),
  /** Tries store and key, and uses them if they work. Otherwise nothing changes. */
  'file-store:set': call(
    v.strictObject({
      environment: v.picklist(remoteEnvironments),
      store: v.pipe(
        FileStoreSchema,
        v.examples([
          {
            // In tests nothing listens there.
            endpoint: 'http://127.0.0.1:9',
            region: 'us-east-1',
            bucket: 'claims',
            prefix: '',
            style: 'path' as const,
            links: 'http://127.0.0.1:9/claims',
          },
        ]),
      ),
      /** Null for the stored one, which is sent only to the origin it was set for. */
      accessKey: v.nullable(accessKey),
      /** Also save them when they could not be tried because there is no connection. */
      evenOffline: v.pipe(v.boolean(), v.examples([false])),
    }),
    answer<FileStoreAnswer>(),
    'manager',
  ),
  /** Forgets the open environment's store and its key. What waits for it waits on. */
  'file-store:clear': call(nothing, answer<FileStoreStatus>(), 'manager'),
  /** Tries the store in use: a small file goes there and is removed again. */
  'file-store:check': call(nothing, answer<StoreCheck>()),
}
