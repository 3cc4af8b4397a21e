import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import * as v from 'valibot'
import { endpoints } from '#main/practice/endpoints.ts'
import { ListedClaims, PostedClaim } from './listed-claims.ts'
import { InsurerOrders, type InsurerCounts } from './orders.ts'

/*
 * An insurer in a separate process that answers at once or after the ordered delay. It does as little as possible, so
 * that the client is what is measured.
 */

const lists = { keke: new ListedClaims('keke'), okada: new ListedClaims('okada') }
let latencyMs = 0
let counts = { posts: 0, lists: 0, listBytes: 0 }

function answer(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

function created(request: IncomingMessage, response: ServerResponse, claims: ListedClaims): void {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => (body += part))
  request.on('end', () => {
    counts.posts += 1
    const reply = (): void => answer(response, claims.add(v.parse(PostedClaim, JSON.parse(body))))
    if (latencyMs === 0) reply()
    else setTimeout(reply, latencyMs)
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

function pharmacyPage(response: ServerResponse): void {
  const page = { current_page: 1, data: [], last_page: 1, per_page: 15, total: 0, from: null, to: null }
  const links = { first_page_url: '', last_page_url: '', next_page_url: null, prev_page_url: null, path: '' }
  const envelope = { success: true, data: { ...page, ...links }, response_message: '', response_code: '' }
  answer(response, JSON.stringify(envelope))
}

const server = createServer((request, response) => {
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
    default:
      pharmacyPage(response)
  }
})

function currentCounts(): InsurerCounts {
  const address = server.address()
  return { port: typeof address === 'object' && address !== null ? address.port : 0, ...counts }
}

process.on('message', (message) => {
  const order = v.parse(InsurerOrders, message)
  if (order.order === 'latency') latencyMs = order.ms
  if (order.order === 'begin') {
    counts = { posts: 0, lists: 0, listBytes: 0 }
    for (const list of Object.values(lists)) list.begin(order.rows)
  }
  process.send?.(currentCounts())
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.(currentCounts()))
