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

const creates = ['create-keke-claim', 'create-okada-claim', 'request-pharmacy'] as const

/** Answers are delayed, so that many kills hit an open attempt. */
const slow: Fault = { type: 'latency', ms: 10 }

const faults: readonly Fault[] = [
  { type: 'reset', when: 'before-commit', times: 1 },
  { type: 'reset', when: 'after-commit', times: 1 },
  { type: 'truncate', times: 1 },
  { type: 'status', status: 500, when: 'after-commit', times: 1 },
  // Two minutes by the process's fast clock: after a first reading, and well before absence may be proved.
  { type: 'slow-commit', commitAfterMs: 200, times: 1 },
  { type: 'hang', when: 'after-commit', times: 1 },
]

/** How insurers may differ; each office has one. In all of these our reference is still to be recognised. */
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

/** How stores may differ; each office has one. */
const waysOfStores: readonly StoreWays[] = [{}, { hidesMissing: true, etags: 'opaque' }, { shownAfterMs: 20 }]

/** How insurer and store of an office behave. */
export interface OfficeWays {
  readonly ways: Ways
  readonly storeWays: StoreWays
  readonly storeAt: (port: number) => FileStore
}

/** @param n every fourth office has an insurer that loses our reference, but none of the first, which may be all */
export function waysOf(n: number, chance: () => number): OfficeWays {
  return {
    ways: one(n % 4 === 3 ? losingWays : keepingWays, chance) ?? {},
    storeWays: waysOfStores[n % waysOfStores.length] ?? {},
    storeAt: (port) => ({ ...testStoreAt(port), prefix: n % 2 === 0 ? 'office-1/' : '' }),
  }
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
  // Nothing that was uploaded opens: claims stay where an officer can take them back.
  ['open', { type: 'error', code: 'AccessDenied' }],
  ['delete', slowDown],
  ['delete', answerLost],
]

/** Insurer and store behave as they do here, and nothing goes wrong. */
export function calm(server: TestInsurer, ways: Ways): void {
  server.behave(ways)
  server.faults.clear()
  server.fileStore.faults.clear()
}

/** How insurer and store behave to the next process: sometimes one POST or one call goes wrong as on a bad line. */
export function armFaults(server: TestInsurer, ways: Ways, chance: () => number): void {
  calm(server, ways)
  const unlucky = one(creates, chance)
  const chosen = chance() < 0.5 ? one(faults, chance) : undefined
  for (const create of creates) {
    server.faults.set(create, slow, ...(create === unlucky && chosen !== undefined ? [chosen] : []))
  }
  const [operation, fault] = one(storeFaults, chance) ?? []
  if (operation !== undefined && fault !== undefined && chance() < 0.5)
    server.fileStore.faults.set(operation, fault)
}

/** One of these, by chance. */
export function one<T>(items: readonly T[], chance: () => number): T | undefined {
  return items[Math.floor(chance() * items.length)]
}
