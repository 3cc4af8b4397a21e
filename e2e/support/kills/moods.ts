import {
  testStoreAt,
  type Fault,
  type StoreFault,
  type StoreOperation,
  type StoreWays,
  type TestInsurer,
  type Ways,
} from '#testing/insurer/test-insurer.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { isOfFiles } from './points.ts'

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

/** How stores may differ; each round of kills has one. */
const waysOfStores: readonly StoreWays[] = [{}, { hidesMissing: true, etags: 'opaque' }, { shownAfterMs: 20 }]

/** How insurer and store behave in a round. */
export interface RoundWays {
  readonly ways: Ways
  readonly losesReference: boolean
  readonly storeWays: StoreWays
  readonly storeAt: (port: number) => FileStore
}

/** The first rounds, which may be the only ones, are of insurers that keep our reference: there every point is come to. */
export function waysOfRound(round: number, chance: number): RoundWays {
  const losesReference = round >= 2 && round % 4 === 3
  const all = losesReference ? losingWays : keepingWays
  return {
    ways: all[(round + Math.floor(chance * all.length)) % all.length] ?? {},
    losesReference,
    storeWays: waysOfStores[round % waysOfStores.length] ?? {},
    storeAt: (port) => ({ ...testStoreAt(port), prefix: round % 2 === 0 ? 'office-1/' : '' }),
  }
}

/** Whether a process comes to a point with an insurer that loses our reference. */
export function isComeToWithoutReference(point: string | null): boolean {
  return !(point ?? '').includes('absent')
}

const slowDown: StoreFault = { type: 'slow-down', times: 1 }
const answerLost: StoreFault = { type: 'answer-lost', times: 1 }
const storeFaults: readonly (readonly [StoreOperation, StoreFault])[] = [
  ['put', slowDown],
  ['put', answerLost],
  ['put', { type: 'cut', times: 1 }],
  ['put', { type: 'lost', times: 1 }],
  ['head', slowDown],
  ['open', slowDown],
  ['delete', slowDown],
  ['delete', answerLost],
]

/** Nothing that was uploaded opens: claims stay where an officer can take them back. */
const closed: StoreFault = { type: 'error', code: 'AccessDenied' }

/** Insurer and store as their round says, and nothing goes wrong. */
export function calm(server: TestInsurer, ways: Ways): void {
  server.behave(ways)
  server.faults.clear()
  server.fileStore.faults.clear()
}

/**
 * How insurer and store behave to the next process: as the round says, sometimes with one POST or one call that goes
 * wrong as on a bad line. A point that is only come to after a lost POST gets one.
 */
export function armFaults(server: TestInsurer, ways: Ways, point: string | null): void {
  calm(server, ways)
  if (isOfTakingBack(point)) {
    server.fileStore.faults.set('open', closed)
    return
  }
  armInsurer(server, point)
  const [operation, fault] = storeFaults[Math.floor(Math.random() * storeFaults.length * 2)] ?? []
  if (operation !== undefined && fault !== undefined) server.fileStore.faults.set(operation, fault)
}

function armInsurer(server: TestInsurer, point: string | null): void {
  const isAfterLoss = !isOfFiles(point) && /absent|officer|look|list|unprovable|candidate/.test(point ?? '')
  const needed: Fault | undefined = isAfterLoss
    ? { type: 'reset', when: 'before-commit', times: 1 }
    : undefined
  if (point?.includes('look-note') === true) {
    for (const endpoint of [...lists, ...details]) server.faults.set(endpoint, { ...unanswered, times: 1 })
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

/** Whether a process comes to this point only when an officer takes a claim back. */
export function isOfTakingBack(point: string | null): boolean {
  return /back-to-draft|discarded|removed|removal/.test(point ?? '')
}

/** Not a point of the way: a store that answers nothing, while a claim without files goes out. */
export const standsStill = 'store stands still'
