import { createHash } from 'node:crypto'
import type { FileStore } from '#shared/domain/file-store.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Network } from '#main/insurer/network/network.ts'
import type { ObjectBody, StoreFailure } from './object-store.ts'
import { readXml, type XmlElement } from './s3-xml.ts'
import { canSign, createSigner, type AccessKey } from './signing.ts'
import { storeAddress, type StoreAddress } from './store-address.ts'
import {
  createTransport,
  type StoreAnswered,
  type StoreLimits,
  type StoreRequest,
  type Transport,
} from './store-exchange.ts'
import { createHiding, storeFailureOf, type Failed } from './store-failure.ts'

export interface ObjectStoreOptions {
  readonly store: FileStore
  readonly accessKey: AccessKey
  readonly network: Network
  /** This computer's clock. */
  readonly now: () => Date
  readonly limits?: StoreLimits
}

export interface StoreQuestion {
  readonly method: StoreRequest['method']
  readonly name: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent as they are, not signed. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: ObjectBody | string
}

/** Signed requests to a store. */
export interface S3Requests {
  readonly address: StoreAddress
  readonly transport: Transport
  /** @returns the answer where its status is one of success */
  readonly ask: (asked: StoreQuestion, signal: AbortSignal) => Promise<Result<StoreAnswered, Failed>>
  /** @returns the answer's document where it has this root */
  readonly document: (
    asked: StoreQuestion,
    root: string,
    signal: AbortSignal,
  ) => Promise<Result<XmlElement, Failed>>
  /** A link signed from then on. */
  readonly link: (name: string, at: Date) => Promise<string>
  /** What it means that something was not done. */
  readonly failed: (why: Failed) => { readonly ok: false; readonly error: StoreFailure }
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

export function createS3Requests({ store, accessKey, network, now, limits }: ObjectStoreOptions): S3Requests {
  const transport = createTransport(network, limits)
  const address = storeAddress(store)
  const signer = createSigner(store.region, accessKey)
  const hiding = createHiding(accessKey)

  const ask: S3Requests['ask'] = async ({ method, name, query = {}, headers = {}, body }, signal) => {
    if (!canSign(accessKey)) return err({ type: 'unusable-key' })
    const url = new URL(address.objectUrl(name))
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const sha256 = typeof body === 'object' ? body.sha256 : sha256Of(body ?? '')
    const signed = signer.headers({ method, url: url.href, sha256, at: now() })
    const exchange = await transport.exchange(
      { method, url: url.href, headers: { ...signed, ...headers }, body: body ?? null },
      signal,
    )
    const isDone = exchange.type === 'answered' && exchange.status >= 200 && exchange.status < 300
    return isDone ? ok(exchange) : err(exchange)
  }

  return {
    address,
    transport,
    ask,
    async document(asked, root, signal) {
      const answered = await ask(asked, signal)
      if (!answered.ok) return answered
      const { body } = answered.value
      const read = body.type === 'complete' ? readXml(body.text) : null
      return read?.name === root ? ok(read) : err(answered.value)
    },
    link: (name, at) => Promise.resolve(signer.link(address.objectUrl(name), at)),
    failed: (why) => err(storeFailureOf(why, { nowMs: now().getTime(), hiding })),
  }
}
