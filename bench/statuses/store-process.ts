import { createServer, type ServerResponse } from 'node:http'
import * as v from 'valibot'
import { aReport } from '#testing/support/a-report.ts'
import { newComputerNumber } from '#shared/domain/computer-number.ts'
import { StoreOrder } from './orders.ts'

/*
 * A bucket with the statuses of many computers, in a process of its own. It checks no signature, so that what reads it
 * is what is measured.
 */

const perPage = 1000
const ids: string[] = []
const indexOf = new Map<string, number>()
let order: StoreOrder = { statuses: 0, changed: 0, latencyMs: 0 }
let round = 0
/** In which round each was last written. */
const writtenIn: number[] = []
let requests = 0

const keyOf = (id: string): string => `status/claims-desk-${id}.json`
/** Made beforehand, as a store has them. */
const texts: Buffer[] = []
const textOf = (id: string): Buffer =>
  Buffer.from(JSON.stringify(aReport({ madeAt: new Date().toISOString(), computer: { id } })))

function page(from: number): string {
  const until = Math.min(from + perPage, order.statuses)
  const rows = ids.slice(from, until).map((id, at) => {
    const etag = `&quot;${String(writtenIn[from + at] ?? 0).padStart(32, '0')}&quot;`
    return `<Contents><Key>${keyOf(id)}</Key><ETag>${etag}</ETag><Size>${texts[from + at]?.length ?? 0}</Size></Contents>`
  })
  const more = until < order.statuses
  const next = more ? `<NextContinuationToken>${until}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${String(more)}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`
}

function answer(response: ServerResponse, text: string | Buffer): void {
  const send = (): void => void response.end(text)
  if (order.latencyMs === 0) send()
  else setTimeout(send, order.latencyMs)
}

const server = createServer((request, response) => {
  requests += 1
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store')
  if (searchParams.has('list-type'))
    answer(response, page(Number(searchParams.get('continuation-token') ?? '0')))
  else answer(response, texts[indexOf.get(pathname) ?? 0] ?? '')
})
server.listen(0, '127.0.0.1', () => process.send?.('ready'))

process.on('message', (message) => {
  order = v.parse(StoreOrder, message)
  round += 1
  while (ids.length < order.statuses) {
    const id = newComputerNumber()
    indexOf.set(`/office/${keyOf(id)}`, ids.length)
    ids.push(id)
    texts.push(textOf(id))
  }
  for (let index = 0; index < order.changed; index += 1) writtenIn[index] = round
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0, requests })
  requests = 0
})
process.on('disconnect', () => process.exit(0))
