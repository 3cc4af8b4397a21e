import { createServer } from 'node:https'
import { once } from 'node:events'
import * as v from 'valibot'
import { createTestCertificate } from '#main/testing/test-certificate.ts'
import { overLine } from '../../e2e/support/wire/far-line.ts'
import { TcpProxy } from '../../e2e/support/wire/tcp-proxy.ts'
import { ListedClaims, PostedClaim } from '../insurer/listed-claims.ts'
import { pharmacyPageText } from '../insurer/pharmacy-page.ts'
import { counting } from './counting.ts'
import { FarOrder, type FarLineState } from './orders.ts'

/*
 * An insurer with TLS in a separate process, behind a line with a round trip in both directions, TCP's own handshake
 * included. The bytes that pass are counted on the insurer's side of the line.
 */

/** As many names as make the certificate as long as a usual chain of two (3 kB). */
const otherNames = Array.from(
  { length: 60 },
  (_, n) => `branch-${String(n).padStart(2, '0')}.of.a.long.name.insurer.example`,
)
const certificate = createTestCertificate(['localhost', ...otherNames])
const claims = new ListedClaims('keke')
const state = { posts: 0, connections: 0, resumed: 0, up: 0, down: 0 }

const pharmacyPage = pharmacyPageText()

function created(body: string): string {
  state.posts += 1
  return claims.add(v.parse(PostedClaim, JSON.parse(body)))
}

// Kept connections stay open while the other side is measured.
const server = createServer({ ...certificate, keepAliveTimeout: 600_000 }, (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const text = request.method === 'GET' ? pharmacyPage : created(Buffer.concat(parts).toString())
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  })
})
server.on('secureConnection', (socket) => {
  state.connections += 1
  if (socket.isSessionReused()) state.resumed += 1
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('no port')

let proxy: TcpProxy | null = null

async function tell(): Promise<void> {
  if (proxy === null) return
  const url = proxy.url.replace('http://127.0.0.1', 'https://localhost')
  const told: FarLineState = { url, certificate: certificate.cert, ...state }
  await new Promise((resolve) => process.send?.(told, resolve))
}

process.on('message', (message) => {
  void (async () => {
    const order = v.parse(FarOrder, message)
    if (order.order === 'line') {
      proxy?.refuse()
      const line = { roundTripMs: order.roundTripMs, bytesPerSecond: order.bytesPerSecond ?? undefined }
      proxy = await TcpProxy.start(address.port, counting(state, overLine(line)))
    }
    await tell()
  })()
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
