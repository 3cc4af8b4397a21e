import { once } from 'node:events'
import { connect } from 'node:net'
import { createServer } from 'node:tls'
import type { TestCertificate } from '#main/insurer/api/testing/test-certificate.ts'

/** Speaks TLS in front of a plain server on this computer, under an address of its own. */
export interface TlsFront {
  readonly origin: string
  /** The versions of TLS over which connections came. */
  readonly versions: ReadonlySet<string>
  readonly close: () => Promise<void>
}

/** @param port of what is behind */
export async function startTlsFront(port: number, certificate: TestCertificate): Promise<TlsFront> {
  const versions = new Set<string>()
  const server = createServer(certificate, (client) => {
    versions.add(client.getProtocol() ?? 'unknown')
    const behind = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    origin: `https://127.0.0.1:${address.port}`,
    versions,
    async close() {
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}
