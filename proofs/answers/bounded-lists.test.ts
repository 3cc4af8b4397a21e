import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { noFilter } from '#shared/domain/claim-list.ts'
import type { Announcements } from '#shared/contract/calls.ts'
import { toWireClaim } from '#main/insurer/api/wire/claim.ts'
import { insurerApart } from '#testing/insurer-client/insurer-apart.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import type { AppServices } from '#main/app/services.ts'
import { plainWorkMs, processorTime } from '#testing/processor-time.ts'
import { proofSize, recordFigure } from '#testing/proof.ts'
import { connectedOffice, statesOf } from './connected-office.ts'
import { mostMoreBytes, mostTurn, watchTurns } from './watch-turns.ts'

/*
 * The dearest lists within the limits at the wire. Main's turns are short beside plain work, its memory stays, the
 * list is on the screen soon, and what is told of it is small.
 */
const most: Readonly<Record<string, number>> = {
  turn: mostTurn,
  moreBytes: mostMoreBytes,
  /** Main's processor time from the question to the rows, in plain works. */
  window: 250,
  windowBytes: 400_000,
  newsBytes: 2000,
}

const policyNumber = 'KKP/2026/LA/000001'
/** No two are the same: what was read of one says nothing of the next. */
const escapes = (at: number, letters = 5000): string =>
  `${at}${'<!x>\\%5c&#92;&amp;_x005c_=5c'.repeat(200)}`.slice(0, letters)
const { body } = claimSubmission({ policyNumber })
const plain = {
  ...toWireClaim(body.claim, body.branchReference),
  details_of_incidence: 'Another claim.',
  created_at: '2026-11-20 09:00:00',
  status: '0',
}
const manyOf = (count: number, row: (at: number) => object): readonly object[] =>
  Array.from({ length: count }, (_none, at) => ({ id: at + 1, ...row(at) }))
const claims = (count: number, change: (at: number) => object) =>
  manyOf(count, (at) => ({ ...plain, policy_number: `KKP/${at}`, ...change(at) }))
const page = (data: readonly object[]) => ({ current_page: 1, data, last_page: 1, total: data.length })

let insurer: Awaited<ReturnType<typeof insurerApart>>
let office: AppServices
/** What the page was told of lists. */
let news: Announcements['claims:lists-changed'][]

const answers = (given: Readonly<Record<string, unknown>>): void =>
  insurer.answers(
    Object.fromEntries(
      Object.entries(given).map(([end, data]) => [
        end,
        { body: gzipSync(JSON.stringify({ success: true, data })) },
      ]),
    ),
  )

beforeEach(async () => {
  insurer = await insurerApart()
  news = []
  office = await connectedOffice(insurer.url, {
    announce: (channel, told) => {
      if (channel === 'claims:lists-changed') news.push(told as Announcements['claims:lists-changed'])
    },
  })
})

/** Claims of ours, all received, and no number is known of any. */
async function received(count: number, policyOf: (at: number) => string): Promise<void> {
  const { handlers } = office
  for (let at = 0; at < count; at += 1)
    expect(await handlers['outbox:accept'](claimSubmission({ policyNumber: policyOf(at) }))).toMatchObject({
      ok: true,
    })
  const delivered = Array.from({ length: count }, () => 'delivered')
  await vi.waitFor(async () => expect(await statesOf(office)).toEqual(delivered), 60_000)
}

const everything = {
  ...noFilter,
  sort: 'created',
  descending: true,
  offset: 0,
  limit: 100,
  onScreen: true,
  statusesKey: '',
} as const

/** Asks for the list's window. @returns main's processor time until it is there, and the window */
async function windowOf(change: { readonly statusesKey?: string } = {}) {
  const tookMs = processorTime()
  const answer = await office.handlers['claims:query']({ ...everything, ...change })
  const ms = tookMs()
  if (!answer.ok) throw new Error(answer.error.type)
  return { ms, window: answer.value, bytes: JSON.stringify(answer.value).length }
}

type Measured = Readonly<Record<'turn' | 'moreBytes' | 'window' | 'windowBytes' | 'newsBytes', number>>

/** Reads a list and shows it; then once more after its rows left memory. */
async function shown(name: string, product: 'keke' | 'okada'): Promise<Measured> {
  const over = watchTurns()
  await office.handlers['claims:read-list']({ product })
  const first = await windowOf()
  office.workspace.environment.services?.claimTable.drop()
  const again = await windowOf()
  await office.handlers['claims:of-policy']({ policyNumber })
  const { longest, mostBytes } = await over()
  const measured = {
    turn: Math.round(longest),
    moreBytes: mostBytes,
    window: Math.round(Math.max(first.ms, again.ms) / plainWorkMs()),
    windowBytes: Math.max(first.bytes, again.bytes),
    newsBytes: Math.max(0, ...news.map((told) => JSON.stringify(told).length)),
  }
  recordFigure({ proof: 'fuzzed-answers', tried: { list: name }, seen: measured })
  return measured
}

/** What is above its limit, with how much. */
const tooMuch = (seen: Partial<Measured>): readonly string[] =>
  Object.entries(seen).flatMap(([name, value]) => (value > (most[name] ?? 0) ? [`${name} ${value}`] : []))

/** The dearest first. */
const lists: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'each row of which has a long status of its own',
    async () => {
      const status = (at: number): string => `${at} `.padEnd(2000, 'a status ')
      answers({ get_keke_pass_claims: claims(10_000, (at) => ({ status: status(at) })) })
      expect(tooMuch(await shown('10,000 statuses', 'keke'))).toEqual([])
      const { window } = await windowOf()
      expect(window.statuses?.counts).toHaveLength(51)
      expect(window.statuses?.counts.at(-1)).toEqual([0, 9950])
      const next = await windowOf({ statusesKey: window.statuses?.key ?? '' })
      expect(next.window.statuses, 'the page has them').toBeNull()
    },
  ],

  [
    'that has thousands of claims of a policy of ours with the worst texts',
    async () => {
      await received(10, () => policyNumber)
      answers({
        get_keke_pass_claims: claims(3000, (at) => ({
          policy_number: policyNumber,
          details_of_incidence: escapes(at),
        })),
      })
      expect(tooMuch(await shown('3,000 of our policy', 'keke'))).toEqual([])
      const { window } = await windowOf()
      expect(window.groups.received, 'none is taken for one of ours').toBe(3010)
    },
  ],

  [
    'that is as long as any that is kept',
    async () => {
      const text = (at: number): string => `${at}`.padEnd(20_000, '\ufdfa ')
      answers({ get_keke_pass_claims: claims(1600, (at) => ({ details_of_incidence: text(at) })) })
      expect(tooMuch(await shown('30 million letters', 'keke'))).toEqual([])
    },
  ],

  [
    'that has as many of each of our policies as are compared',
    async () => {
      await received(10, (at) => `KKP/OURS/${at % 5}`)
      answers({
        get_keke_pass_claims: claims(100, (at) => ({
          policy_number: `KKP/OURS/${at % 5}`,
          details_of_incidence: escapes(at),
          address_of_occurance: escapes(at, 2000),
        })),
      })
      expect(tooMuch(await shown('20 of each policy', 'keke'))).toEqual([])
    },
  ],

  [
    'of okada claims, of which nothing is ours',
    async () => {
      answers({
        get_okada_pass_claims: claims(10_000, (at) => ({ details_of_incidence: escapes(at, 1000) })),
      })
      expect(tooMuch(await shown('10,000 of nobody', 'okada'))).toEqual([])
    },
  ],
]

describe('a list costs main little', () => {
  it.each(lists.slice(0, proofSize('CLAIMS_DESK_BOUNDED_LISTS', { short: 2, long: lists.length })))(
    '%s',
    (_what, costs) => costs(),
    180_000,
  )

  it.each([
    ['ten thousand pharmacies', manyOf(10_000, (at) => ({ pharmacy_name: `P${at}`, lga: `L${at}` }))],
    [
      'long names',
      manyOf(250, (at) => ({ pharmacy_name: `${at}`.padEnd(1900, 'x'), state_of_premise: `S${at}` })),
    ],
  ])('of pharmacies: %s', async (name, data) => {
    answers({ 'pharmacy/all': page(data) })
    const over = watchTurns()
    const answer = await office.handlers['pharmacies:page']({ page: 1 })
    const { longest, mostBytes } = await over()
    const seen = { turn: Math.round(longest), moreBytes: mostBytes }
    recordFigure({ proof: 'fuzzed-answers', tried: { list: name }, seen })
    expect(answer).toMatchObject({ ok: true, value: { total: data.length } })
    expect(tooMuch(seen)).toEqual([])
  })
})
