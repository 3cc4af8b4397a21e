import { X509Certificate } from 'node:crypto'
import tls, { type SecureContext } from 'node:tls'
import { Worker } from 'node:worker_threads'
import type { TrustedAuthorities } from '#shared/network.ts'

/** `tls.createSecureContext`: Electron's TLS library is not Node's own, and may refuse what Node takes. */
export type MakeContext = typeof tls.createSecureContext

/** Node's lists of certificate authorities, as PEM. May reject. */
export type ReadAuthorities = (kind: 'bundled' | 'extra' | 'system') => Promise<readonly string[]>

/**
 * The certificate authorities to trust, as options of `tls.connect`; made once. None for Node's own.
 *
 * @param groups the only ones for the key exchange, as `ecdhCurve` of `tls` has them; by default all
 */
export type Trusted = (groups?: string) => { readonly secureContext?: SecureContext }

/** The certificate authorities that a connection trusts. Neither call rejects. */
export interface Trust {
  trusted(): Promise<Trusted>
  count(): Promise<TrustedAuthorities>
}

interface Found {
  readonly trusted: Trusted
  readonly count: TrustedAuthorities
}

/** Where the system's store takes longer, connections begin without it. */
const patienceMs = 20_000

/**
 * Trusts what Node brings along, `NODE_EXTRA_CA_CERTS`, and the system's own store: an office may have a certificate of
 * its own, which browsers on the same computer already trust. Read once, at the first use: Node keeps the system's store
 * for as long as the process runs.
 */
export function createTrust(
  read: ReadAuthorities = readOfNode,
  makeContext: MakeContext = tls.createSecureContext,
): Trust {
  let found: Promise<Found> | null = null
  const get = (): Promise<Found> => (found ??= load(read, makeContext))
  return {
    trusted: async () => (await get()).trusted,
    count: async () => (await get()).count,
  }
}

async function load(read: ReadAuthorities, makeContext: MakeContext): Promise<Found> {
  const all = async (kind: 'bundled' | 'extra' | 'system'): Promise<readonly string[]> =>
    (await read(kind).catch(() => (kind === 'bundled' ? tls.rootCertificates : []))).map((pem) => pem.trim())
  const bundled = new Set(await all('bundled'))
  const extra = new Set((await all('extra')).filter((one) => !bundled.has(one)))
  const others = (await all('system')).filter((one) => !bundled.has(one) && !extra.has(one))
  const system = new Set(others.filter(isUsable))
  return {
    trusted: contextsOf([...bundled, ...extra, ...system], makeContext),
    count: { bundled: bundled.size, extra: extra.size, system: system.size },
  }
}

/** Where the context cannot be made, Node's own: it trusts less, and never more. */
function contextsOf(authorities: string[], makeContext: MakeContext): Trusted {
  const made = new Map<string | undefined, ReturnType<Trusted>>()
  const make: Trusted = (groups) => {
    try {
      const options = { ca: authorities, ...(groups === undefined ? {} : { ecdhCurve: groups }) }
      return { secureContext: makeContext(options) }
    } catch {
      return groups === undefined ? {} : contextOf()
    }
  }
  const contextOf: Trusted = (groups) => {
    const context = made.get(groups) ?? make(groups)
    made.set(groups, context)
    return context
  }
  return contextOf
}

/** Stores hold damaged certificates, and expired ones that would be taken in place of their successor. */
function isUsable(pem: string): boolean {
  try {
    return Date.parse(new X509Certificate(pem).validTo) > Date.now()
  } catch {
    return false
  }
}

async function readOfNode(kind: 'bundled' | 'extra' | 'system'): Promise<readonly string[]> {
  return kind === 'system' ? await readSystemStore() : tls.getCACertificates(kind)
}

/** In a worker: the system may take seconds, and main would stand still meanwhile. */
function readSystemStore(): Promise<readonly string[]> {
  const source = `const { parentPort } = require('node:worker_threads')
parentPort.postMessage(require('node:tls').getCACertificates('system'))`
  return new Promise((resolve, reject) => {
    const worker = new Worker(source, { eval: true })
    const late = setTimeout(() => done(() => reject(new Error('late'))), patienceMs)
    const done = (end: () => void): void => {
      clearTimeout(late)
      end()
      void worker.terminate()
    }
    worker.once('message', (all: readonly string[]) => done(() => resolve(all)))
    worker.once('error', () => done(() => reject(new Error('not readable'))))
    worker.once('exit', () => done(() => reject(new Error('nothing read'))))
  })
}
