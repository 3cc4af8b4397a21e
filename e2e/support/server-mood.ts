import type { Fault, TestInsurer, Ways } from '#proofs/insurer/test-insurer.ts'

const creates = ['create-keke-claim', 'create-okada-claim', 'request-pharmacy'] as const
const lists = ['list-keke-claims', 'list-okada-claims'] as const
const details = ['keke-claim-details', 'okada-claim-details'] as const

/** Details tell nothing, and the list breaks off after five and a half minutes by the process's fast clock. */
const unanswered: Fault = { type: 'status', status: 500 }
const unreadable: readonly Fault[] = [{ type: 'latency', ms: 550 }, { type: 'truncate' }]

/** Answers are delayed, so that many kills hit an open attempt. */
const slow: Fault = { type: 'latency', ms: 10 }

const faults: readonly Fault[] = [
  { type: 'reset', when: 'before-commit', times: 1 },
  { type: 'reset', when: 'after-commit', times: 1 },
  { type: 'truncate', times: 1 },
  { type: 'status', status: 500, when: 'after-commit', times: 1 },
  // Two minutes by the process's fast clock: after a first reading, and well before absence may be proved.
  { type: 'slow-commit', commitAfterMs: 200, answer: 'reset', times: 1 },
  { type: 'hang', when: 'after-commit', times: 1 },
]

/** How insurers may differ; each round of kills has one. In all of these our reference is still to be recognised. */
const keepingWays: readonly Ways[] = [
  { list: { order: 'any', etag: true, gzip: true }, details: { shows: 'oldest' }, endsIdleAfterMs: 20 },
  { text: { cutAt: 255, markup: true }, list: { order: 'newest-first' } },
  { text: { brackets: 'removed', letters: 'upper-case' }, details: { shows: 'none', none: 'unsuccessful' } },
  { text: { brackets: 'entities', escaped: true }, lateMs: 150, details: { none: 'null' } },
  {},
]
/** Without it nothing proves a claim absent. */
const losingWays: readonly Ways[] = [
  { text: { lost: true }, createAnswer: 'as-kept' },
  { text: { characters: 'utf-16', cutAt: 20 }, details: { shows: 'none' } },
]

/** The first rounds, which may be the only ones, are of insurers that keep our reference: there every point is come to. */
export function waysOfRound(
  round: number,
  chance: number,
): { readonly ways: Ways; readonly losesReference: boolean } {
  const losesReference = round >= 2 && round % 4 === 3
  const all = losesReference ? losingWays : keepingWays
  const ways = all[(round + Math.floor(chance * all.length)) % all.length] ?? {}
  return { ways, losesReference }
}

/** Whether a process comes to a point with an insurer that loses our reference. */
export function isComeToWithoutReference(point: string | null): boolean {
  return !(point ?? '').includes('absent')
}

/**
 * How the server behaves to the next process: as its round says, sometimes with one POST that goes wrong as on a bad
 * line. A point that is only come to after a lost POST gets one.
 */
export function armFault(server: TestInsurer, ways: Ways, point: string | null): void {
  const needed: Fault | undefined = /absent|officer|look|list|unprovable|candidate/.test(point ?? '')
    ? { type: 'reset', when: 'before-commit', times: 1 }
    : undefined
  server.behave(ways)
  for (const endpoint of [...lists, ...details]) {
    const isUnread = point?.includes('look-note') === true
    server.faults.set(endpoint, ...(isUnread ? [{ ...unanswered, times: 1 }] : []))
  }
  if (isUnprovable(point)) {
    for (const list of lists) server.faults.set(list, ...unreadable)
    for (const shown of details) server.faults.set(shown, unanswered)
  }
  const chosen = Math.random() < 0.3 ? faults[Math.floor(Math.random() * faults.length)] : undefined
  const unlucky = creates[Math.floor(Math.random() * creates.length)]
  for (const create of creates) {
    const fault = needed ?? (create === unlucky ? chosen : undefined)
    server.faults.set(create, slow, ...(fault === undefined ? [] : [fault]))
  }
}

/** Whether a process comes to this point only after two long readings of a list that broke off, far apart. */
export function isUnprovable(point: string | null): boolean {
  return point?.includes('unprovable') === true
}

/** Whether a process comes to this point only when an officer decides. */
export function isOfficers(point: string | null): boolean {
  return /^commit\/(?:officer|candidate-decided)\//.test(point ?? '')
}
