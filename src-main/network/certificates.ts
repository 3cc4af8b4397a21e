import { X509Certificate } from 'node:crypto'
import tls, { type SecureContext } from 'node:tls'
import type { TrustedAuthorities } from '#shared/network.ts'

/** Node's lists of certificate authorities, as PEM. */
export type ReadAuthorities = (kind: 'bundled' | 'extra' | 'system') => readonly string[]

/** The certificate authorities that a connection trusts. */
export interface Trust {
  /**
   * For `tls.connect`; made once.
   *
   * @param groups the only ones for the key exchange, as `ecdhCurve` of `tls` has them; by default all
   */
  context(groups?: string): SecureContext
  count(): TrustedAuthorities
}

/**
 * Trusts what Node brings along, `NODE_EXTRA_CA_CERTS`, and the system's own store: an office may have a certificate of
 * its own, which browsers on the same computer already trust. Read at the first use; the system's store takes a while.
 */
export function createTrust(read: ReadAuthorities = readOfNode): Trust {
  let found: Found | null = null
  const get = (): Found => (found ??= load(read))
  const contexts = new Map<string | undefined, SecureContext>()
  return {
    context(groups) {
      const made = contexts.get(groups) ?? contextOf(get(), groups)
      contexts.set(groups, made)
      return made
    },
    count: () => get().count,
  }
}

interface Found {
  readonly authorities: readonly string[]
  readonly count: TrustedAuthorities
}

function load(read: ReadAuthorities): Found {
  const bundled = new Set(tidied(read('bundled')))
  const extra = new Set(tidied(read('extra')).filter((one) => !bundled.has(one)))
  const others = tidied(read('system')).filter((one) => !bundled.has(one) && !extra.has(one))
  const system = new Set(others.filter(isReadable))
  return {
    authorities: [...bundled, ...extra, ...system],
    count: { bundled: bundled.size, extra: extra.size, system: system.size },
  }
}

function contextOf({ authorities }: Found, groups: string | undefined): SecureContext {
  return tls.createSecureContext({
    ca: [...authorities],
    ...(groups === undefined ? {} : { ecdhCurve: groups }),
  })
}

const tidied = (all: readonly string[]): readonly string[] => all.map((pem) => pem.trim())

function isReadable(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

function readOfNode(kind: 'bundled' | 'extra' | 'system'): readonly string[] {
  try {
    return tls.getCACertificates(kind)
  } catch {
    // An older Node, or a store that cannot be read: what Node brings along still counts.
    return kind === 'bundled' ? tls.rootCertificates : []
  }
}
