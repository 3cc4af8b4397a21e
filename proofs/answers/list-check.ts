import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Result } from '#shared/result.ts'
import type { ListEnd, ListFailure } from '#main/insurer/api/claim-list.ts'
import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'
import { ListScan } from '#main/delivery/list-scan.ts'
import type { Sought } from '#main/delivery/recognition.ts'
import type { ReadyAnswer } from './answer-bytes.ts'
import type { AnswerCase } from './answer-case.ts'
import type { GenuineAnswers } from './genuine-answers.ts'
import { possibleTruths } from './possible-truths.ts'
import type { Problem } from './problem.ts'
import { listedRows, rowMayCarry, rowShows, type Thing, type Truth } from './spec-oracle.ts'

const strangeReference = 'ZZZZ-0000'

/** What a reading handed over, and how it ended. */
export interface ReadList {
  readonly claims: readonly ReceivedClaim[]
  /** Whether rows came after no more were wanted. */
  readonly isOverrun: boolean
  readonly wasStopped: boolean
  readonly scan: ListScan
  readonly end: Result<ListEnd, ListFailure>
}

/** Reads a list as the engine does, looking for a claim that is there and for one that never was. */
export async function readAsEngine(
  api: MerchantApi,
  product: Product,
  genuine: GenuineAnswers,
  stopsWhenFound: boolean,
): Promise<ReadList> {
  const sought = [
    soughtFor(product, genuine, genuine.reference),
    soughtFor(product, genuine, strangeReference),
  ]
  const scan = new ListScan({
    sought,
    counted: [],
    daysTell: true,
    references: new Map(sought.map((one) => [one.reference, one])),
    bound: new Set(),
    until: stopsWhenFound ? [genuine.reference] : [],
  })
  const claims: ReceivedClaim[] = []
  let wasStopped = false
  let isOverrun = false
  const end = await api.readClaimList(product, {
    onRows: (rows) => {
      isOverrun ||= wasStopped
      claims.push(...rows)
      const step = scan.take(rows)
      wasStopped ||= step === 'stop'
      return step
    },
  })
  return { claims, isOverrun, wasStopped, scan, end }
}

function soughtFor(product: Product, { exact }: GenuineAnswers, reference: string): Sought {
  const policy = policyNumberOf(exact.policyNumber)
  const { occurrenceDate } = exact
  return { id: reference, product, policy, reference, occurrenceDate, firstAttemptMs: null }
}

/** Compares a reading with what the answer really says. */
export function listProblems(
  read: ReadList,
  one: AnswerCase,
  ready: ReadyAnswer,
  genuine: GenuineAnswers,
): readonly Problem[] {
  const truths = possibleTruths(one, ready)
  const lists = truths.flatMap((truth) => listedRows(truth) ?? [])
  return [
    ...untrueRows(read, truths),
    ...untrueEnd(read, truths, ready),
    ...overlooked(read, truths, lists, genuine),
  ]
}

const untrue = (what: string): Problem => ({ property: 'false-received', what })

/** A row that is taken for ours settles a claim, even where the reading breaks off after it. */
function untrueRows({ claims, scan, isOverrun }: ReadList, truths: readonly Truth[]): readonly Problem[] {
  const problems: Problem[] = isOverrun ? [untrue('rows after none were wanted')] : []
  for (const [reference, ids] of scan.ours) {
    for (const row of claims.filter(({ id }) => ids.includes(id))) {
      const isSaid = truths.some(({ text }) => text?.includes(String(row.id)) === true)
      if (!isSaid || !rowMayCarry(row.incidentDetails, reference))
        problems.push(untrue(`row ${row.id} is not it`))
    }
  }
  if (scan.ours.has(strangeReference)) problems.push(untrue('a claim is found that never was'))
  return problems
}

/** `complete` is a proof of absence for all that was not handed over. */
function untrueEnd(
  { claims, end, wasStopped }: ReadList,
  truths: readonly Truth[],
  ready: ReadyAnswer,
): readonly Problem[] {
  if (!end.ok) return []
  const problems: Problem[] = []
  const { type, bytes } = end.value
  if (bytes > ready.bytes.length) problems.push(untrue('more bytes than came'))
  if (type === 'not-modified') problems.push(untrue('not modified, of nothing'))
  if ((type === 'stopped') !== wasStopped)
    problems.push(untrue(`${type}, and ${wasStopped ? '' : 'not '}stopped`))
  const isAll = (rows: readonly Thing[]): boolean =>
    rows.length === claims.length && rows.every((row, at) => rowShows(row, claims[at]))
  if (type === 'complete') {
    if (end.value.rows !== claims.length) problems.push(untrue('it miscounts'))
    if (!truths.some((truth) => isAll(listedRows(truth) ?? [{}])))
      problems.push(untrue('that is not the list'))
  }
  return problems
}

/** A claim that a row shows must never be proved absent: it would be sent a second time. */
function overlooked(
  { end, scan }: ReadList,
  truths: readonly Truth[],
  lists: readonly Thing[],
  { exact, reference }: GenuineAnswers,
): readonly Problem[] {
  const isThere = lists.some(
    (row) =>
      row['policy_number'] === exact.policyNumber &&
      typeof row['details_of_incidence'] === 'string' &&
      row['details_of_incidence'].startsWith(`[Ref ${reference}]`),
  )
  const isAbsent = end.ok && end.value.type === 'complete' && !scan.ours.has(reference)
  return truths.length === 1 && isThere && isAbsent ? [untrue('a listed claim is taken for absent')] : []
}
