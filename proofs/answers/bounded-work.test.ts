import { expect, it, vi } from 'vitest'
import { claimFieldNames } from '#shared/domain/claim.ts'
import { noFilter, type ClaimRow } from '#shared/domain/claim-list.ts'
import { fieldsOf } from '#shared/domain/draft.ts'
import { knownDay, notThere } from '#shared/domain/told.ts'
import { toWireClaim } from '#main/insurer/api/wire/claim.ts'
import type { AppServices } from '#main/app/services.ts'
import { bodies, emptyPage } from '#testing/insurer-client/answers-apart.ts'
import { insurerApart } from '#testing/insurer-client/insurer-apart.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { sameClaim, similarClaims } from '#renderer/features/claim-form/duplicate-radar.ts'
import { tidyPaste } from '#renderer/features/claim-form/tidy.ts'
import { proofSize } from '#testing/proof.ts'
import { openServices } from '#testing/app/open-services.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { connectedOffice } from './connected-office.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { timesPlainWork } from '#testing/processor-time.ts'
import { costOf, mostMoreBytes, mostTurn } from './watch-turns.ts'

/*
 * Every text of every endpoint is as dear to work on as a server can make it within the limits at the wire, or longer:
 * main goes on answering the page, whose rows come with the texts that they show, and takes no claim for received. How the page opens with them: claims.spec.ts.
 */
/** In plain works, for the page. */
const mostOfPage = 50

const submission = claimSubmission()
const { claim, branchReference } = submission.body
const { policyNumber } = claim
const ours = { ...toWireClaim(claim, branchReference), status: '1', created_at: '2026-11-20 09:00:00' }
const said = (data: unknown): string => JSON.stringify({ success: true, data })

/** Escapes within escapes, and what one letter becomes eighteen of: of any of them as much as fits. */
const parts = {
  'letters that are written as six': '\u0001',
  escapes: '<!x>\\%5c&#92;&amp;_x005c_=5c',
  'escapes twice': '%2526amp;<a>\\u005c\ufdfa',
  'wide letters': '\ufdfa',
  marks: 'a\u0323\u0301\u0302',
  blanks: ' \n',
  'tags that do not end': '<a ',
  'signs of formulas': '" =',
  references: '[Ref 7F3K-92QE] ',
} as const
const filled = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length)

const front = ' [Ref 0000-0001] Hit a kerb.'
/** As the details begin that are shown in a list, the reference behind them. */
const hiddenFront = (part: string, length: number): string => filled(part, length - front.length) + front

/** A claim with every text as long as is read. */
const everyText = (part: string) => ({
  details_of_incidence: hiddenFront(part, 20_000),
  address_of_occurance: filled(part, 2000),
  means_of_claimant_identification: filled(part, 2000),
  status: filled(part, 100),
  created_at: filled(part, 2000),
  date_of_occurance: filled(part, 2000),
  incident_picture_url: filled(part, 2000),
  medical_report_url: filled(part, 2000),
  user: { first_name: filled(part, 2000), address: filled(part, 2000), phone_no: filled(part, 2000) },
  keke_policy: { id: 1, variant_type: filled(part, 2000), policy_number: filled(part, 200) },
})
const pharmacy = (part: string, id: number) => ({
  id,
  pharmacy_code: filled(part, 2000),
  pharmacy_name: filled(part, 2000),
  state_of_premise: filled(part, 2000),
  lga: filled(part, 2000),
  pharmacy_address: filled(part, 2000),
})

/** The list of a branch whose claims are of other policies. */
const listOf = (count: number, texts: object): string =>
  said(
    Array.from({ length: count }, (_none, at) => ({
      ...ours,
      ...texts,
      id: at + 1,
      policy_number: `KKP/2026/LA/${100_000 + at}`,
    })),
  )

interface Answers {
  readonly ofPolicy: string
  readonly list: string
  readonly other: string
  /** To what is sent. */
  readonly refusal: string
}

const plain: Answers = {
  ofPolicy: said({ ...ours, details_of_incidence: 'Another claim.' }),
  list: listOf(200, { details_of_incidence: `[Ref 0000-0001] Hit a kerb.` }),
  other: said({ current_page: 1, data: [pharmacy('x', 1)], last_page: 1, total: 1 }),
  refusal: JSON.stringify({ success: false, message: 'No.' }),
}
const dearest = (part: string): Answers => ({
  ofPolicy: said({ ...ours, ...everyText(part) }),
  list: listOf(100, everyText(part)),
  other: said({ current_page: 1, data: [pharmacy(part, 1)], last_page: 1, total: 1 }),
  refusal: JSON.stringify({
    success: false,
    message: filled(part, 100_000),
    errors: { a: [filled(part, 100_000)] },
  }),
})
/** The dearest first. */
const answers: readonly (readonly [string, Answers])[] = [
  ['plain ones', plain],
  [
    'fronts of escapes',
    { ...plain, list: listOf(400, { details_of_incidence: hiddenFront(parts.escapes, 450) }) },
  ],
  [
    'fronts of escapes twice',
    { ...plain, list: listOf(400, { details_of_incidence: hiddenFront(parts['escapes twice'], 1000) }) },
  ],
  ...Object.entries(parts).map(([name, part]) => [name, dearest(part)] as const),
]

const told = (data: string): string => `{"success":true,"data":${data}}`
const another = { ...ours, details_of_incidence: 'Another claim.' }
const many = (one: object) => Array.from({ length: 50 }, (_none, at) => ({ ...one, id: at + 1 }))
const numbered = { ...another, policy_number: `x${'.'.repeat(80_000)}x` }
const described = (times: number) => ({
  ...another,
  details_of_incidence: parts['escapes twice'].repeat(times),
})
const objects = told(`[${'{},'.repeat(7_000_000)}{}]`)
const brackets = `{"a":${'['.repeat(120_000)}${']'.repeat(120_000)}}`
/** As much as the insurer likes, of the policy and in the list. */
const longAnswers: readonly (readonly [string, Pick<Answers, 'ofPolicy' | 'list'>])[] = [
  ['a policy number of 80 kB', { ofPolicy: said(numbered), list: said(many(numbered)) }],
  ['details of 15 MB', { ofPolicy: said(described(750_000)), list: said([another, described(750_000)]) }],
  ['details of 60 kB', { ofPolicy: said(described(3000)), list: said(many(described(3000))) }],
  ['20 MiB of {},', { ofPolicy: objects, list: objects }],
  [
    'brackets within brackets',
    { ofPolicy: told('['.repeat(500_000)), list: told(`[${JSON.stringify(another)},${brackets}]`) },
  ],
]

const size = proofSize('CLAIMS_DESK_BOUNDED_TEXTS', { short: 5, long: answers.length })

const window = {
  ...noFilter,
  sort: 'policy',
  descending: false,
  offset: 0,
  limit: 200,
  onScreen: true,
} as const

/** Everything that reads a text. @returns those of the first window’s rows of other branches, as the page gets them */
async function readAll({ handlers }: AppServices) {
  const of = { product: 'keke', policyNumber } as const
  await handlers['outbox:look-now']({ id: submission.id })
  await handlers['claims:detail'](of)
  await handlers['details:keep'](of)
  await handlers['details:all'](undefined)
  await handlers['claims:read-list']({ product: 'keke' })
  const found = await handlers['claims:query'](window)
  await handlers['claims:query']({ ...window, search: 'made up words' })
  await handlers['claims:one']({ key: 'keke-1', isOpened: true })
  await handlers['claims:of-policy']({ policyNumber: 'KKP/2026/LA/100000' })
  await handlers['pharmacies:page']({ page: 1 })
  await handlers['pharmacies:search']({ filter: 'name', text: 'x', page: 1 })
  await handlers['pharmacies:one']({ id: 1 })
  await handlers['outbox:accept'](pharmacySubmission())
  await handlers['outbox:list'](undefined)
  const rows = found.ok ? found.value.rows : []
  return rows.flatMap(({ claim: { type }, details }) => (type === 'listed' ? [details] : []))
}

it('the work on a text is bounded, whatever text it is', async () => {
  const insurer = await insurerApart(bodies(emptyPage, emptyPage))
  const kept = {
    dataFolder: createTestFolder(),
    protection: { safeStorage: createTestStore(), platform: 'linux' },
  } as const
  const office = await connectedOffice(insurer.url, kept)
  const stateIn = async ({ handlers }: AppServices): Promise<string> => {
    const entry = await handlers['outbox:entry']({ id: submission.id })
    return entry.ok ? entry.value.state.name : entry.error.type
  }
  expect(await office.handlers['outbox:accept'](submission)).toMatchObject({ ok: true })
  await vi.waitFor(async () => expect(await stateIn(office)).toBe('unconfirmed'))

  const seen: string[] = []
  const long = longAnswers.map(([name, given]) => [name, { ...plain, ...given }] as const)
  for (const [name, given] of [...answers.slice(0, size), ...long]) {
    insurer.answers(bodies(given.ofPolicy, given.list, given.other, given.refusal))
    const { made: shown, longest, mostBytes } = await costOf({ texts: name }, () => readAll(office))
    if (longest > mostTurn || mostBytes > mostMoreBytes) seen.push(name)
    if (name === 'fronts of escapes') expect(new Set(shown)).toEqual(new Set(['Hit a kerb.']))
    expect(await stateIn(office), name).toBe('unconfirmed')
  }
  expect(seen).toEqual([])

  await office.workspace.close()
  insurer.answers(bodies(said({ ...ours, id: 1 }), said([{ ...ours, id: 1 }])))
  const again = await openServices(kept)
  await vi.waitFor(async () => expect(await stateIn(again)).toBe('delivered'))
}, 180_000)

it('the page compares with few of a policy’s claims, whatever their texts are', () => {
  const long = filled(parts['wide letters'], 500)
  const fields = fieldsOf({ ...claim, occurrenceAddress: long, incidentDetails: filled(long, 4900) })
  const row: ClaimRow = {
    key: 'keke-1',
    product: 'keke',
    policyNumber,
    customer: '',
    occurrenceDate: knownDay(claim.occurrenceDate),
    place: long,
    details: `x${filled(long, 499)}`,
    amount: claim.repairEstimate,
    createdAt: notThere,
    claim: { type: 'listed', claimId: 1, says: { status: '1', estimate: null, isDeleted: false }, asOf: '' },
  }
  const rows = Array.from({ length: 10_000 }, (_none, at) => ({ ...row, key: `keke-${at}` }))
  const written = { draftId: 'made-up', policyNumber, occurrenceDate: claim.occurrenceDate }
  const times = timesPlainWork(() =>
    expect(sameClaim({ product: 'keke', fields }, similarClaims(written, rows))).toBeNull(),
  )
  expect(times).toBeLessThan(mostOfPage)
})

it.each([' ', '\n ', '2', '/', '=', 'naira '])('a paste is tidy at once, however many %j it has', (part) => {
  const times = timesPlainWork(() => {
    for (const name of claimFieldNames) tidyPaste(name, part.repeat(20_000))
  })
  expect(times).toBeLessThan(mostOfPage)
})

// Once 18 s.
it('a policy number is read at once, whatever marks it has that are none of quotes', () => {
  expect(timesPlainWork(() => policyNumberOf(`x${'.'.repeat(80_000)}x`))).toBeLessThan(mostOfPage)
})
