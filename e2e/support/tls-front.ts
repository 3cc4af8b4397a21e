import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { loopbackPort } from '#testing/platform/loopback-port.ts'
import { createTestAuthority, type TestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { testStoreAt, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { FileStore } from '#shared/domain/file-store.ts'

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
  const own = await loopbackPort(server)
  return {
    origin: `https://127.0.0.1:${own}`,
    versions,
    async close() {
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}

export interface StoreOverTls extends TlsFront {
  readonly store: FileStore
  /** What the application is started with, to trust it. */
  readonly env: Readonly<Record<string, string>>
}

/** Speaks TLS in front of the store of the tests' insurer, with a certificate of an office. */
export async function startStoreOverTls(folder: string, { port }: TestInsurer): Promise<StoreOverTls> {
  const office = createTestAuthority()
  const authority = join(folder, 'office.pem')
  await writeFile(authority, office.cert)
  const front = await startTlsFront(port, office.issue(['127.0.0.1']))
  // Windows and macOS have no file that names the system's store: Node's own variable adds to it everywhere.
  return {
    ...front,
    store: testStoreAt(front.origin),
    env: { NODE_EXTRA_CA_CERTS: authority },
  }
}
