import 'fake-indexeddb/auto'
import { Dexie, liveQuery, type Table } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { useLiveQuery, type Answering } from './useLiveQuery.ts'

interface Row {
  readonly id: number
  readonly kind: string
}

class TestDatabase extends Dexie {
  declare readonly rows: Table<Row, number>

  constructor() {
    super('live-query-test')
    this.version(1).stores({ rows: 'id, kind' })
  }
}

let database: TestDatabase
let scope: EffectScope

beforeEach(() => {
  database = new TestDatabase()
  scope = effectScope()
})
afterEach(async () => {
  scope.stop()
  await database.delete()
})

/** Runs in a scope, as in a component. */
function inScope<T>(use: () => T): T {
  const used = scope.run(use)
  if (used === undefined) throw new Error('The scope has ended.')
  return used
}
const countOf = (kind: string): Answering<number> => liveQuery(() => database.rows.where({ kind }).count())

describe('a live query', () => {
  it('updates after each change of what it read', async () => {
    const { value, error } = inScope(() => useLiveQuery(() => countOf('keke')))
    expect(value.value).toBeNull()
    await expect.poll(() => value.value).toBe(0)
    await database.rows.add({ id: 1, kind: 'keke' })
    await expect.poll(() => value.value).toBe(1)
    expect(error.value).toBeNull()
  })

  it('follows its inputs, and keeps the last value until the next one arrives', async () => {
    await database.rows.bulkAdd([
      { id: 1, kind: 'keke' },
      { id: 2, kind: 'okada' },
      { id: 3, kind: 'okada' },
    ])
    const kind = shallowRef('keke')
    const { value } = inScope(() => useLiveQuery(() => countOf(kind.value)))
    await expect.poll(() => value.value).toBe(1)
    kind.value = 'okada'
    await nextTick()
    expect(value.value).toBe(1)
    await expect.poll(() => value.value).toBe(2)
  })

  it('has no value while there is nothing to ask', async () => {
    const isOpen = shallowRef(true)
    const { value } = inScope(() => useLiveQuery(() => (isOpen.value ? countOf('keke') : null)))
    await expect.poll(() => value.value).toBe(0)
    isOpen.value = false
    await nextTick()
    expect(value.value).toBeNull()
  })

  it('reports an error and keeps the last value, and recovers with the next answer', async () => {
    const fails = shallowRef(false)
    const reason = new Error('The disk is gone.')
    const { value, error } = inScope(() =>
      useLiveQuery(() => {
        const isBroken = fails.value
        return liveQuery(() => (isBroken ? Promise.reject(reason) : database.rows.count()))
      }),
    )
    await expect.poll(() => value.value).toBe(0)
    fails.value = true
    await expect.poll(() => error.value).toBe(reason)
    expect(value.value).toBe(0)
    fails.value = false
    await expect.poll(() => error.value).toBeNull()
  })

  it('ends with its scope', async () => {
    let unsubscribed = 0
    let send: (value: string) => void = () => undefined
    const { value } = inScope(() =>
      useLiveQuery<string>(() => ({
        subscribe({ next }) {
          send = next
          return { unsubscribe: () => void (unsubscribed += 1) }
        },
      })),
    )
    send('first')
    scope.stop()
    send('late')
    await nextTick()
    expect([value.value, unsubscribed]).toEqual(['first', 1])
  })
})

describe('a query that answers once', () => {
  it('drops the answer to an earlier query, and aborts its signal', async () => {
    const question = shallowRef('a')
    const asked = new Map<
      string,
      { readonly signal: AbortSignal; readonly answer: (value: string) => void }
    >()
    const { value } = inScope(() =>
      useLiveQuery((signal) => {
        const { promise, resolve } = Promise.withResolvers<string>()
        asked.set(question.value, { signal, answer: resolve })
        return promise
      }),
    )
    question.value = 'b'
    await nextTick()
    asked.get('b')?.answer('second')
    await expect.poll(() => value.value).toBe('second')
    asked.get('a')?.answer('first')
    await nextTick()
    expect(value.value).toBe('second')
    expect([asked.get('a')?.signal.aborted, asked.get('b')?.signal.aborted]).toEqual([true, false])
  })

  it('runs again on request', async () => {
    let count = 0
    const { value, again } = inScope(() => useLiveQuery(() => Promise.resolve((count += 1))))
    await expect.poll(() => value.value).toBe(1)
    again()
    await expect.poll(() => value.value).toBe(2)
  })
})
