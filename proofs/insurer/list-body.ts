import type { Product } from '#shared/domain/product.ts'
import type { Context } from 'hono'
import { envelope, listItem } from '#main/practice/claim-endpoints.ts'
import { timestamp } from '#main/practice/timestamp.ts'
import type { PracticeClaim } from '#main/practice/wire.ts'
import type { UnkindData } from './unkind-data.ts'
import type { ListWays, Reading, WaysOfServer } from './ways.ts'

const chunkLetters = 64 * 1024
const otherPolicyIds = 5_000_000
const firstOtherId = 100_000_000
const hourMs = 3600 * 1000
const day0 = Date.UTC(2020, 0, 1)
const referenceLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference as another branch's computer would give it. */
function otherReference(index: number): string {
  let rest = index
  const letters = Array.from({ length: 8 }, (_, place) => {
    const letter = referenceLetters[(rest + place) % referenceLetters.length] ?? '2'
    rest = Math.floor(rest / referenceLetters.length)
    return letter
  }).join('')
  return `[Ref ${letters.slice(0, 4)}-${letters.slice(4)}]`
}

/** A made-up claim of another branch. None of its policies is one of the server's. */
function otherRow(product: Product, index: number): PracticeClaim {
  const number = String(index % 1_000_000).padStart(6, '0')
  const createdAt = timestamp(new Date(day0 + (index % 50_000) * hourMs))
  const prefix = product === 'keke' ? 'KKP' : 'OKP'
  return {
    product,
    id: firstOtherId + index,
    user_id: 1 + (index % 9000),
    keke_policy_id: otherPolicyIds + (index % 1_000_000),
    policy_number: `${prefix}/2020/ZZ/${number}`,
    means_of_claimant_identification: `NIN 99999${number}`,
    date_of_occurance: createdAt.slice(0, 10),
    address_of_occurance: `${1 + (index % 200)} Far Road, Other Branch`,
    details_of_incidence: `${otherReference(index)} Front fork bent at a crossing`,
    picture_of_incident: `https://files.example.com/other/${index}.jpg`,
    medical_report: `https://files.example.com/other/${index}-m.jpg`,
    death_certificate: `https://files.example.com/other/${index}-d.jpg`,
    original_policy_certificate: `https://files.example.com/other/${index}-p.jpg`,
    estimate_of_repair: 250 * (1 + (index % 4000)),
    status: '0',
    deleted_at: null,
    created_at: createdAt,
    updated_at: createdAt,
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/** Each of 0 … count-1 once, in an order that depends on the seed, without holding them. */
function* anyOrder(count: number, seed: number): Generator<number> {
  let step = Math.max(1, Math.floor(count * 0.618))
  while (greatestCommonDivisor(step, count) > 1) step += 1
  for (let place = 0; place < count; place++) yield (place * step + seed * 7919) % count
}

/** The rows of one reading, in their order; for ever, where the list is endless. */
function* rowsOfReading(product: Product, reading: Reading): Generator<PracticeClaim> {
  const { rows, ways, seed } = reading
  const others = ways.otherRows ?? 0
  const count = others + rows.length
  const rowAt = (index: number): PracticeClaim =>
    rows[index - others] ?? otherRow(product, index < others ? index : index - rows.length)
  const endless = function* (): Generator<PracticeClaim> {
    for (let index = others; ways.endless === true; index++) yield otherRow(product, index)
  }
  switch (ways.order ?? 'oldest-first') {
    case 'oldest-first':
      for (let index = 0; index < count; index++) yield rowAt(index)
      yield* endless()
      break
    case 'newest-first':
      yield* endless()
      for (let index = count - 1; index >= 0; index--) yield rowAt(index)
      break
    case 'any':
      for (const index of anyOrder(count, seed)) yield rowAt(index)
      yield* endless()
  }
}

/** The body of a list, made as fast as it is read. */
function listBody(
  envelope: Readonly<Record<string, unknown>>,
  items: Iterable<unknown>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const iterator = items[Symbol.iterator]()
  let text = `${JSON.stringify(envelope).slice(0, -1)},"data":[`
  let separator = ''
  return new ReadableStream({
    pull(controller) {
      while (text.length < chunkLetters) {
        const item = iterator.next()
        if (item.done === true) {
          controller.enqueue(encoder.encode(`${text}]}`))
          controller.close()
          return
        }
        text += separator + JSON.stringify(item.value)
        separator = ','
      }
      controller.enqueue(encoder.encode(text))
      text = ''
    },
  })
}

function* itemsOf(product: Product, reading: Reading): Generator {
  for (const row of rowsOfReading(product, reading)) yield listItem(row)
}

function isStreamed(ways: ListWays): boolean {
  return ways.gzip === true || ways.endless === true || (ways.otherRows ?? 0) > 1000
}

/** A list whose length is not known before its end. */
function streamedList(c: Context, body: ReadableStream<Uint8Array<ArrayBuffer>>, gzip: boolean): Response {
  c.header('content-type', 'application/json')
  if (!gzip || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(body)
  c.header('content-encoding', 'gzip')
  c.header('vary', 'accept-encoding')
  return c.body(body.pipeThrough(new CompressionStream('gzip')))
}

/** Endpoints 3 and 6, in the ways that are set. */
export function listInItsWays(c: Context, product: Product, data: UnkindData, ways: WaysOfServer): Response {
  const reading = ways.reading(product, data.claims(product))
  if (reading.ways.etag === true) {
    c.header('etag', reading.etag)
    if (c.req.header('if-none-match') === reading.etag) return c.body(null, 304)
  }
  const items = itemsOf(product, reading)
  const message = 'Claims fetched successfully'
  if (!isStreamed(reading.ways)) return c.json(envelope(message, [...items]))
  const { data: _, ...head } = envelope(message, null)
  return streamedList(c, listBody(head, items), reading.ways.gzip === true)
}
