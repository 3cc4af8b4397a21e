import { X509Certificate } from 'node:crypto'
import tls, { type SecureContext } from 'node:tls'
import type { TrustedAuthorities } from '#shared/network.ts'

/** Node's lists of certificate authorities, as PEM. */
export type ReadAuthorities = (kind: 'bundled' | 'extra' | 'system') => readonly string[]

/** The certificate authorities that a connection trusts. */
export interface Trust {
  /** For `tls.connect`; made once. */
  context(): SecureContext
  count(): TrustedAuthorities
}

/**
 * Trusts what Node brings along, `NODE_EXTRA_CA_CERTS`, and the system's own store: an office may have a certificate of
 * its own, which browsers on the same computer already trust. Read at the first use; the system's store takes a while.
 */
export function createTrust(read: ReadAuthorities = readOfNode): Trust {
  let found: { readonly context: SecureContext; readonly count: TrustedAuthorities } | null = null
  const get = (): NonNullable<typeof found> => (found ??= load(read))
  return { context: () => get().context, count: () => get().count }
}

function load(read: ReadAuthorities): {
  readonly context: SecureContext
  readonly count: TrustedAuthorities
} {
  const bundled = new Set(tidied(read('bundled')))
  const extra = new Set(tidied(read('extra')).filter((one) => !bundled.has(one)))
  const others = tidied(read('system')).filter((one) => !bundled.has(one) && !extra.has(one))
  const system = new Set(others.filter(isReadable))
  return {
    context: tls.createSecureContext({ ca: [...bundled, ...extra, ...system] }),
    count: { bundled: bundled.size, extra: extra.size, system: system.size },
  }
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
