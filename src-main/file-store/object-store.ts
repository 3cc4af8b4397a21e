import type { FileStore, StoreCheck, StoreProblem } from '#shared/domain/file-store.ts'
import type { Result } from '#shared/result.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import type { Network } from '#main/network/network.ts'
import type { OutgoingBody } from '#main/network/send.ts'

/** Bytes that go into one object. Reading them throws where they cannot be read. */
export interface ObjectBody extends OutgoingBody {
  /** Hexadecimal; the store compares what it received with it. */
  readonly sha256: string
}

/** What the store says of an object. */
export interface ObjectHead {
  /** Bytes. */
  readonly size: number
  /** Without quotes: the MD5 of the bytes at most stores. */
  readonly etag: string
}

export interface StoreFailure {
  readonly problem: StoreProblem
  /** The store's own words, shortened, without anything secret; empty where there are none. */
  readonly saying: string
  /** How far this computer's clock is ahead of the store's, in ms; null where it did not say. */
  readonly clockAheadMs: number | null
  /** How long the store asks to wait, in ms; null where it did not say. */
  readonly retryAfterMs: number | null
}

export type StoreAnswer<T> = Promise<Result<T, StoreFailure>>

/** Between looks for an object that the store took and does not show yet, or whose link does not open yet, in ms. */
export const looksMs = [500, 2_000, 5_000, 15_000, 40_000] as const

/**
 * The merchant's S3-compatible store. Every outcome is data: nothing rejects but what reading a body throws. Repeating
 * any of the calls does no harm. Names are complete keys, prefix included. A call that its signal ends, or `close`,
 * answers `no-connection`.
 */
export interface ObjectStore {
  put(
    name: string,
    contentType: string,
    body: ObjectBody,
    signal: AbortSignal,
  ): StoreAnswer<{ readonly etag: string }>
  /**
   * Null where there is no such object. A key that may not list the bucket is answered `not-allowed` for one that is
   * missing (AWS): ask after a PUT, to prove it, never to learn whether one is needed.
   */
  head(name: string, signal: AbortSignal): StoreAnswer<ObjectHead | null>
  /** No such object counts as removed. */
  remove(name: string, signal: AbortSignal): StoreAnswer<null>
  /** The link of an object as a claim carries it: for everyone, without an end. */
  link(name: string): string
  /** Whether a link opens without any credential and shows so many bytes; `link-not-public` where not. */
  opens(link: string, size: number, signal: AbortSignal): StoreAnswer<null>
  close(): Promise<void>
}

/** An environment's file store, and the key for its origin. */
export interface StoreInUse {
  readonly store: FileStore
  readonly accessKey: AccessKey
}

/** Tries a store with a key: a small file goes there, is read through its link, and removed. Never rejects. */
export type CheckStore = (inUse: StoreInUse, network: Network) => Promise<StoreCheck>
