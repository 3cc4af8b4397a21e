import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { chanceOf } from '#testing/chance.ts'
import { samplePolicies, type Ways } from '#testing/insurer/test-insurer.ts'
import type { Writing } from '#testing/insurer/as-written.ts'
import { amountWays, dayWays, idWays, policyWays, timeWays } from '#testing/insurer/written.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { effects, points, type WireFault } from './wire-fault.ts'

const kinds = ['keke', 'okada', 'pharmacy'] as const

/**
 * How the insurer behaves, in turn: kindly; showing another claim in details, keeping texts otherwise than sent (with
 * and without what our reference is recognised by), and with lists in another order.
 */
const ways: readonly Ways[] = [
  {},
  { details: { shows: 'none', none: 'unsuccessful' }, list: { order: 'any', gzip: true } },
  { text: { cutAt: 255, brackets: 'removed', letters: 'upper-case' } },
  { text: { lost: true }, createAnswer: 'as-kept' },
  {
    text: { brackets: 'entities', markup: true },
    list: { order: 'newest-first', etag: true },
    details: { none: 'null' },
  },
]

/** Fields of answers that the spec does not promise to fill as it shows them, in turn. */
const shapes: readonly Writing[] = [
  {},
  { fields: { user: 'null', keke_policy: 'null', deleted_at: 'missing', response_code: 'text' } },
  { fields: { status: 'number', keke_policy: 'missing', address_of_occurance: 'null' }, detailsId: true },
  { fields: { user: 'missing', status: 'null', response_message: 'null', deleted_at: 'empty' }, more: true },
]

/** How the insurer of a case writes values: drawn, so that in a few rounds each way meets each of the others. */
function writingOf(random: () => number): Writing {
  const draw = <T>(from: readonly T[]): T => pick(from, Math.floor(random() * from.length))
  return {
    ...draw(shapes),
    days: draw(dayWays),
    times: draw(timeWays),
    amounts: draw(amountWays),
    policies: draw(policyWays),
    ids: draw(idWays),
  }
}

/** One run: an entry, the faults its attempts and readings meet, and what an officer would decide. */
export interface WireCase {
  readonly name: string
  readonly submission: Submission
  /** Another policy's claim, accepted right after it: it must not wait. */
  readonly companion: Submission
  /** Faults of the entry's first attempts, in order; those after them meet none. */
  readonly onAttempts: readonly WireFault[]
  /** Faults of the claim list's first readings after the first attempt; null for none. */
  readonly onReadings: readonly (WireFault | null)[]
  readonly officer: 'accepts' | 'resends'
  readonly ways: Ways
}

/** Every kind of POST with every effect at every point. */
export const casesPerRound = kinds.length * points.length * effects.length

const policies = { keke: samplePolicies('keke'), okada: samplePolicies('okada') }
/** Of the engine's time: before the first look, between two of them, and before the last. */
// A commit later than ten minutes after its POST may come after the proof of absence.
const heldForMs = [0, 20_000, 200_000, 500_000] as const

/**
 * The case of this number. Round 0 goes through the whole matrix with one fault each; the rounds after it repeat it
 * with other positions and pauses, a second fault on the second attempt and faults on readings of the list.
 */
export function wireCase(number: number): WireCase {
  const random = chanceOf(number)
  const round = Math.floor(number / casesPerRound)
  const kind = pick(kinds, number % kinds.length)
  const point = pick(points, Math.floor(number / kinds.length) % points.length)
  const effect = pick(effects, Math.floor(number / kinds.length / points.length) % effects.length)
  const first = { ...randomFault(random), point, effect }
  const later = round > 0
  const onAttempts = later ? [first, randomFault(random)] : [first]
  const onReadings = later
    ? Array.from({ length: 3 }, () => (random() < 0.4 ? randomFault(random) : null))
    : []
  const officer = random() < 0.5 ? 'accepts' : 'resends'
  // Five of them over three kinds, twelve points and nine effects: each meets each in a few rounds.
  const kept = pick(ways, number)
  const writes = writingOf(random)
  return {
    name: `case ${number}: ${kind}, ${effect} ${point}, insurer ${number % ways.length} with ${JSON.stringify(writes)}`,
    submission: submissionOf(kind, number),
    companion: claimSubmission(
      { policyNumber: pick(policies.keke, 1), claimantIdentification: `COMPANION-${number}` },
      { branchReference: newBranchReference() },
    ),
    onAttempts,
    onReadings,
    officer,
    ways: { ...kept, writes },
  }
}

/** A fault at any point; the same numbers make the same one. */
export function randomFault(random: () => number): WireFault {
  return {
    point: pick(points, Math.floor(random() * points.length)),
    effect: pick(effects, Math.floor(random() * effects.length)),
    depth: random(),
    pauseMs: pick([0, 5, 20, 60], Math.floor(random() * 4)),
    pieceBytes: pick([1, 3, 7, 64], Math.floor(random() * 4)),
    heldForMs: pick(heldForMs, Math.floor(random() * heldForMs.length)),
  }
}

function submissionOf(kind: (typeof kinds)[number], number: number): Submission {
  if (kind === 'pharmacy') return pharmacySubmission(pick(policies.keke, 0), (number % 20) + 1)
  const product = kind === 'okada' ? 'okada' : 'keke'
  return claimSubmission(
    { policyNumber: pick(policies[product], 0), claimantIdentification: `CASE-${number}` },
    { product, branchReference: newBranchReference() },
  )
}

/** One of these, counted round and round. */
export function pick<T>(from: readonly T[], index: number): T {
  const item = from[index % from.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}
