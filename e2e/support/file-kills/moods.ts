import { chunkBytes } from '#main/outbox/attachments/sealed-file.ts'
import {
  testStoreAt,
  type Fault,
  type TestInsurer,
  type StoreFault,
  type StoreOperation,
  type StoreWays,
} from '#proofs/insurer/test-insurer.ts'
import type { FileStore } from '#shared/domain/file-store.ts'

/** How stores may differ; each round of kills has one, with public links or with signed ones. */
const waysOfStores: readonly StoreWays[] = [
  {},
  { hidesMissing: true, etags: 'opaque', partsPerPage: 1 },
  { shownAfterMs: 20, forgetsCompleted: true },
]

export function waysOfRound(round: number): StoreWays {
  return { ...waysOfStores[round % waysOfStores.length], smallestPartBytes: chunkBytes }
}

export function storeOfRound(round: number, port: number): FileStore {
  const store = { ...testStoreAt(port), prefix: round % 2 === 0 ? 'office-1/' : '' }
  return round % 4 === 1 ? { ...store, links: { type: 'signed' } } : store
}

const slowDown: StoreFault = { type: 'slow-down', times: 1 }
const answerLost: StoreFault = { type: 'answer-lost', times: 1 }
const failed: StoreFault = { type: 'error', code: 'InternalError', status: 200, times: 1 }
const unkind: readonly (readonly [StoreOperation, StoreFault])[] = [
  ...(['put', 'put-part'] as const).flatMap((operation) =>
    [slowDown, answerLost, { type: 'cut', times: 1 } as const, { type: 'lost', times: 1 } as const].map(
      (fault) => [operation, fault] as const,
    ),
  ),
  ['begin', slowDown],
  ['begin', answerLost],
  ['complete', answerLost],
  ['complete', failed],
  ['parts', slowDown],
  ['head', slowDown],
  ['open', slowDown],
  ['delete', slowDown],
  ['delete', answerLost],
  ['abort', answerLost],
]

const lines: readonly Fault[] = [
  { type: 'reset', when: 'before-commit', times: 1 },
  { type: 'reset', when: 'after-commit', times: 1 },
  { type: 'truncate', times: 1 },
]

/** Nothing that was uploaded opens: claims stay where an officer can take them back. */
const closed: StoreFault = { type: 'error', code: 'AccessDenied' }

/** Whether a process comes to this point only when an officer takes a claim back. */
export function isOfTakingBack(point: string | null): boolean {
  return /back-to-draft|discarded|removed|removal|give-up/.test(point ?? '')
}

/** How store and insurer behave to the next process: as the round says, now and then with something that goes wrong. */
export function armFaults(server: TestInsurer, point: string | null): void {
  const { faults } = server.fileStore
  faults.clear()
  server.faults.clear()
  if (point === standsStill) return
  if (isOfTakingBack(point)) {
    if (point?.startsWith('give-up/') === true) faults.set('put-part', { type: 'slow-down' })
    else faults.set('open', closed)
    return
  }
  const [operation, fault] = unkind[Math.floor(Math.random() * unkind.length * 2)] ?? []
  if (operation !== undefined && fault !== undefined) faults.set(operation, fault)
  const line = lines[Math.floor(Math.random() * lines.length * 4)]
  if (line !== undefined)
    server.faults.set(Math.random() < 0.7 ? 'create-keke-claim' : 'create-okada-claim', line)
}

/** Not a point of the way: a store that answers nothing, while a claim without files goes out. */
export const standsStill = 'store stands still'
