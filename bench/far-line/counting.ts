import type { Carrier } from '../../e2e/support/wire/tcp-proxy.ts'

/** Counts the bytes that pass, from the client (`up`) and to it (`down`), before they are carried. */
export function counting(counts: { up: number; down: number }, carry: Carrier): Carrier {
  return (client, server) => {
    client.on('data', (bytes: Buffer) => (counts.up += bytes.length))
    server.on('data', (bytes: Buffer) => (counts.down += bytes.length))
    carry(client, server)
  }
}
