import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import * as v from 'valibot'
import { endpoints } from '#main/practice/endpoints.ts'
import { createTestCertificate } from '#main/insurer/api/testing/test-certificate.ts'
import { FarServer } from '../far-line/far-server.ts'
import { ListedClaims, PostedClaim } from './listed-claims.ts'
import { pharmacyPageText } from './pharmacy-page.ts'
import { InsurerOrders, type InsurerCounts, type InsurerOrder } from './orders.ts'

/*
 * An insurer in a separate process that answers at once or after the ordered delay. It does as little as possible, so
 * that the client is what is measured.
 */

const lists = { keke: new ListedClaims('keke'), okada: new ListedClaims('okada') }
let latencyMs = 0
let answersToLose = 0
const noCounts = { posts: 0, details: 0, lists: 0, listBytes: 0 }
let counts = { ...noCounts }
/** Bytes that connections sent which are closed by now, and all of those before the counts were reset. */
let closedBytes = 0
let earlierBytes = 0
const sockets = new Set<Socket>()
const pharmacyPage = pharmacyPageText()

function answer(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

function withBody(request: IncomingMessage, take: (body: string) => void): void {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => (body += part))
  request.on('end', () => take(body))
}

function created(request: IncomingMessage, response: ServerResponse, claims: ListedClaims): void {
  withBody(request, (body) => {
    counts.posts += 1
    const text = claims.add(v.parse(PostedClaim, JSON.parse(body)))
    if (answersToLose > 0) {
      answersToLose -= 1
      request.socket.destroy()
      return
    }
    if (latencyMs === 0) answer(response, text)
    else setTimeout(() => answer(response, text), latencyMs)
  })
}

function listed(response: ServerResponse, claims: ListedClaims): void {
  counts.lists += 1
  const pieces = function* (): Generator<Buffer> {
    for (const piece of claims.listPieces()) {
      const bytes = Buffer.from(piece)
      counts.listBytes += bytes.length
      yield bytes
    }
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  // A reader that has enough closes its connection.
  pipeline(Readable.from(pieces()), response, () => undefined)
}

function details(request: IncomingMessage, response: ServerResponse, claims: ListedClaims): void {
  withBody(request, (body) => {
    counts.details += 1
    answer(response, claims.detailsText(v.parse(DetailsQuestion, JSON.parse(body)).policyNumber))
  })
}

const DetailsQuestion = v.object({ policyNumber: v.string() })

function answerRequest(request: IncomingMessage, response: ServerResponse): void {
  switch (new URL(request.url ?? '/', 'http://insurer').pathname) {
    case endpoints['create-keke-claim'].path:
      created(request, response, lists.keke)
      break
    case endpoints['create-okada-claim'].path:
      created(request, response, lists.okada)
      break
    case endpoints['list-keke-claims'].path:
      listed(response, lists.keke)
      break
    case endpoints['list-okada-claims'].path:
      listed(response, lists.okada)
      break
    case endpoints['keke-claim-details'].path:
      details(request, response, lists.keke)
      break
    case endpoints['okada-claim-details'].path:
      details(request, response, lists.okada)
      break
    default:
      answer(response, pharmacyPage)
  }
}

/** As many names as make the certificate as long as a usual chain of two (3 kB). */
const otherNames = Array.from(
  { length: 60 },
  (_, n) => `branch-${String(n).padStart(2, '0')}.of.a.long.name.insurer.example`,
)
let far: FarServer | null = null
const server = createServer(answerRequest)
server.on('connection', (socket) => {
  sockets.add(socket)
  socket.on('close', () => {
    sockets.delete(socket)
    closedBytes += socket.bytesWritten
  })
})

const allBytes = (): number => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, closedBytes)

function currentCounts(): InsurerCounts {
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    ...counts,
    sentBytes: allBytes() - earlierBytes,
    far: far?.state ?? null,
  }
}

process.on('message', (message) => void obey(v.parse(InsurerOrders, message)))

async function obey(order: InsurerOrder): Promise<void> {
  if (order.order === 'latency') latencyMs = order.ms
  if (order.order === 'lose') answersToLose = order.answers
  if (order.order === 'begin') {
    counts = { ...noCounts }
    earlierBytes = allBytes()
    for (const list of Object.values(lists)) list.begin(order.rows)
  }
  if (order.order === 'line') {
    far ??= new FarServer(createTestCertificate(['localhost', ...otherNames]), answerRequest)
    await far.line(order)
  }
  process.send?.(currentCounts())
}

process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.(currentCounts()))
