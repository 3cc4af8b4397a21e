import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, request, type Dispatcher } from 'undici'
import { isPublicHost } from '../shell/public-host.ts'

/** An address of this computer or of an inner network, by its name or by what its name leads to. */
export class NotPublicError extends Error {}

export interface PublicFetchOptions {
  /** The addresses of a name. */
  readonly resolve?: (
    hostname: string,
  ) => Promise<readonly { readonly address: string; readonly family: number }[]>
  /** Whether an address, as text, is the internet's. */
  readonly isPublic?: (host: string) => boolean
  /** Certificates to trust beside the system's. */
  readonly ca?: string
}

/** Reaches hosts of the internet, and no other: nothing of ours goes with it, no cookie, key or name of ours. */
export interface PublicFetch {
  /** One request. Redirects are not followed. Throws {@link NotPublicError}, and what undici throws. */
  ask(
    url: URL,
    options: Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'signal'>,
  ): Promise<Dispatcher.ResponseData>
  close(): Promise<void>
}

/**
 * The address is judged twice: as it is written, and as the name of its host is resolved for the very connection that is
 * then opened, so that a name cannot lead elsewhere in between.
 */
export function createPublicFetch(options: PublicFetchOptions = {}): PublicFetch {
  const { resolve = resolveBySystem, isPublic = isPublicHost, ca } = options
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        const isInner = addresses.some(({ address }) => !isPublic(address))
        if (first === undefined || isInner) callback(new NotPublicError(), '', 0)
        else if (all === true) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (thrown: unknown) => callback(thrown instanceof Error ? thrown : new Error('No address'), '', 0),
    )
  }
  const agent = new Agent({
    connect: buildConnector({ lookup, timeout: 8_000, allowH2: false, ...(ca === undefined ? {} : { ca }) }),
    pipelining: 0,
    maxHeaderSize: 16_384,
  })
  return {
    async ask(url, { method, headers = {}, signal }) {
      if (url.protocol !== 'https:' || !isPublic(url.hostname)) throw new NotPublicError()
      return await request(url, { method, headers, signal: signal ?? null, dispatcher: agent })
    },
    close: () => agent.destroy(),
  }
}

async function resolveBySystem(hostname: string): Promise<readonly { address: string; family: number }[]> {
  return await systemLookup(hostname, { all: true, order: 'verbatim' })
}
