import type { Product } from '#shared/domain/product.ts'
import type { Context } from 'hono'
import { envelope, listItem } from '#main/practice/claim-endpoints.ts'
import { timestamp } from '#main/practice/timestamp.ts'
import type { PracticeClaim } from '#main/practice/wire.ts'
import { asWritten } from './as-written.ts'
import { madeUpFields } from './claim-body.ts'
import type { UnkindData } from './unkind-data.ts'
import type { ListWays, Reading, WaysOfServer } from './ways.ts'

const chunkLetters = 64 * 1024
const firstOtherId = 100_000_000
const hourMs = 3600 * 1000
const day0 = Date.UTC(2020, 0, 1)
const referenceLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference as another branch's computer would give it. */
function otherReference(index: number): string {
  let rest = index
  let letters = ''
  for (let place = 0; place < 8; place++) {
    letters += referenceLetters[(rest + place) % referenceLetters.length] ?? '2'
    rest = Math.floor(rest / referenceLetters.length)
  }
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** What stands in for that by which rows of other branches differ: digits, as some of it are numbers. */
const marks = { id: '987654321', policy: '654987', reference: '@reference', day: '@day', created: '@created' }

/** A made-up claim of another branch, with marks. None of its policies is one of the server's. */
function otherRow(product: Product): PracticeClaim {
  const prefix = product === 'keke' ? 'KKP' : 'OKP'
  return {
    ...madeUpFields(),
    product,
    id: Number(marks.id),
    user_id: 9000,
    keke_policy_id: Number(`5${marks.policy}`),
    policy_number: `${prefix}/2020/ZZ/${marks.policy}`,
    means_of_claimant_identification: `NIN 99999${marks.policy}`,
    date_of_occurance: marks.day,
    address_of_occurance: '200 Far Road, Other Branch',
    details_of_incidence: `[Ref ${marks.reference}] Front fork bent at a crossing`,
    picture_of_incident: `https://files.example.com/other/${marks.id}.jpg`,
    estimate_of_repair: 250_000,
    status: '0',
    deleted_at: null,
    created_at: marks.created,
    updated_at: marks.created,
  }
}

const createdTexts: string[] = []

/** Spells out rows of other branches, from one text: a hundred thousand of them are made for one answer. */
function otherTexts(product: Product): (index: number) => string {
  const row = JSON.stringify(listItem(otherRow(product)))
  const kinds = Object.values(marks)
  const anyMark = new RegExp(kinds.join('|'), 'g')
  const between = row.split(anyMark)
  const order = (row.match(anyMark) ?? []).map((mark) => kinds.indexOf(mark))
  return (index) => {
    const hour = index % 50_000
    const created = (createdTexts[hour] ??= timestamp(new Date(day0 + hour * hourMs)))
    const id = String(firstOtherId + index)
    const policy = String(index % 1_000_000).padStart(6, '0')
    const values = [id, policy, otherReference(index), created.slice(0, 10), created]
    let text = between[0] ?? ''
    for (let place = 0; place < order.length; place++)
      text += `${values[order[place] ?? 0]}${between[place + 1]}`
    return text
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

/** The rows of one reading as they are sent, in their order; for ever, where the list is endless. */
function* rowTexts(product: Product, reading: Reading): Generator<string> {
  const { rows, ways, writes, seed } = reading
  const others = ways.otherRows ?? 0
  const count = others + rows.length
  const otherAsSpec = otherTexts(product)
  const otherText = (index: number): string =>
    writes === undefined
      ? otherAsSpec(index)
      : JSON.stringify(asWritten(JSON.parse(otherAsSpec(index)), writes))
  const textAt = (index: number): string => {
    const row = rows[index - others]
    return row === undefined ? otherText(index) : JSON.stringify(asWritten(listItem(row), writes ?? {}))
  }
  const endless = function* (): Generator<string> {
    for (let index = others; ways.endless === true; index++) yield otherText(index)
  }
  switch (ways.order ?? 'oldest-first') {
    case 'oldest-first':
      for (let index = 0; index < count; index++) yield textAt(index)
      yield* endless()
      break
    case 'newest-first':
      yield* endless()
      for (let index = count - 1; index >= 0; index--) yield textAt(index)
      break
    case 'any':
      for (const index of anyOrder(count, seed)) yield textAt(index)
      yield* endless()
  }
}

/** The body of a list, made as fast as it is read. */
function listBody(head: string, rows: Iterator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let text = head
  let separator = ''
  return new ReadableStream({
    pull(controller) {
      while (text.length < chunkLetters) {
        const row = rows.next()
        if (row.done === true) {
          controller.enqueue(encoder.encode(`${text}]}`))
          controller.close()
          return
        }
        text += separator + row.value
        separator = ','
      }
      controller.enqueue(encoder.encode(text))
      text = ''
    },
  })
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
  const rows = rowTexts(product, reading)
  const whole = envelope('Claims fetched successfully', [])
  const head = JSON.stringify(asWritten(whole, reading.writes ?? {})).slice(0, -2)
  if (isStreamed(reading.ways)) return streamedList(c, listBody(head, rows), reading.ways.gzip === true)
  return c.body(`${head}${[...rows].join(',')}]}`, 200, { 'content-type': 'application/json' })
}
