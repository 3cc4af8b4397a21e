import * as v from 'valibot'
import { AddressSchema } from '../base-url.ts'

/** Where the merchant keeps the files of claims: a bucket of any S3-compatible store. It holds no secret. */
export const FileStoreSchema = v.strictObject({
  /** The store's address without the bucket, as `parseBaseUrl` makes it. */
  endpoint: AddressSchema,
  /** What requests are signed for, such as `eu-west-2`; `auto` at Cloudflare. */
  region: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9-]{1,40}$/)),
  bucket: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/)),
  /** Folders in front of every name: empty, or each closed by a slash. */
  prefix: v.pipe(v.string(), v.trim(), v.maxLength(200), v.regex(/^([A-Za-z0-9._-]*[A-Za-z0-9_-]\/)*$/)),
  /** Where the bucket stands in the address: behind its host, or in front of it. */
  style: v.picklist(['path', 'host']),
  /** Below which everyone may open its files, for ever: their names cannot be guessed. */
  links: AddressSchema,
})
export type FileStore = Readonly<v.InferOutput<typeof FileStoreSchema>>

/** A private bucket for what head office reads: backups, and how computers stand. Nothing in it has a link. */
export const OfficeStoreSchema = v.omit(FileStoreSchema, ['links'])
export type OfficeStore = Readonly<v.InferOutput<typeof OfficeStoreSchema>>

/** Why the file store did not do what was asked. */
export const storeProblems = [
  'wrong-key',
  'no-bucket',
  'not-allowed',
  'link-not-public',
  'clock-wrong',
  'no-connection',
  'tls',
  'not-a-store',
  'busy',
  'full',
] as const
export type StoreProblem = (typeof storeProblems)[number]

/** What "Check the store" found. */
export type StoreCheck =
  | {
      readonly type: 'works'
      /** Anybody can read the list of its files. */
      readonly isListable: boolean
      /** The test file could be removed again. */
      readonly removes: boolean
    }
  | {
      readonly type: 'problem'
      readonly problem: StoreProblem
      /** How far this computer's clock is ahead of the store's, in ms; null where it did not say. */
      readonly clockAheadMs: number | null
      /** A few words of the store's own, without anything secret; empty where there are none. */
      readonly saying: string
    }

/** Whether the store's access key is on this computer. */
export type StoreKeyStatus =
  | { readonly type: 'practice' | 'none' | 'forgotten' | 'unreadable' }
  | { readonly type: 'kept' | 'session-only'; readonly accessKeyId: string }
  | { readonly type: 'other-origin'; readonly origin: string }

/** The file store of the open environment, as the page may know it. */
export interface FileStoreStatus {
  /** Null while none is set; practice has its own. */
  readonly store: FileStore | null
  readonly isManaged: boolean
  readonly key: StoreKeyStatus
}
