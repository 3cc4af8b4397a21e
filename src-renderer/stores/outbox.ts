import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { RequestResult } from '#shared/contract/calls.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

type EntryChannel =
  | 'outbox:send-now'
  | 'outbox:look-now'
  | 'outbox:accept-as-sent'
  | 'outbox:send-again'
  | 'outbox:undo-discard'
  | 'outbox:acknowledge-duplicate'

/** The outbox as main reports it, newest first. */
export const useOutbox = defineStore('outbox', () => {
  const byId = shallowRef<ReadonlyMap<string, EntrySummary>>(new Map())
  /** False until main has answered once for this environment; until then, nothing may be shown about the queue. */
  const isRead = shallowRef(false)
  const failure = shallowRef<Failure | null>(null)
  const entries = computed(() => [...byId.value.values()].sort((a, b) => b.seq - a.seq))

  /** The customer who was typed with the last claim of each policy. */
  const customers = computed(
    () =>
      new Map(
        entries.value
          .toReversed()
          .flatMap(({ customer, policyNumber }) =>
            customer === undefined ? [] : [[policyNumberOf(policyNumber), customer] as const],
          ),
      ),
  )

  // Changes announced while the list is being loaded, to be applied on top of it.
  let early: (readonly [readonly EntrySummary[], readonly string[]])[] | null = null

  function apply(changed: readonly EntrySummary[], removed: readonly string[]): void {
    const next = new Map(byId.value)
    for (const entry of changed) next.set(entry.id, entry)
    for (const id of removed) next.delete(id)
    byId.value = next
  }

  /** Keeps the list up to date. @returns the disposer of the subscription. */
  function listen(): () => void {
    return window.bridge.on('outbox:changed', ({ changed, removed }) => {
      if (early === null) apply(changed, removed)
      else early.push([changed, removed])
    })
  }

  /** Drops the previous environment's list and reads this one's. */
  async function read(): Promise<void> {
    const news: NonNullable<typeof early> = []
    early = news
    isRead.value = false
    byId.value = new Map()
    const result = await askMain('outbox:list')
    // A later load, for another environment, took over.
    if (early !== news) return
    early = null
    failure.value = result.ok ? null : result.error
    if (!result.ok) return
    byId.value = new Map(result.value.map((entry) => [entry.id, entry]))
    for (const [changed, removed] of news) apply(changed, removed)
    isRead.value = true
  }

  /** One of the actions that return the changed entry. */
  async function act(channel: EntryChannel, id: string): Promise<Result<EntrySummary, Failure>> {
    const result: RequestResult<EntryChannel> = await askMain(channel, { id })
    if (result.ok) apply([result.value], [])
    return result
  }

  /** Says whether a candidate is the entry. */
  async function decide(
    channel: 'outbox:this-is-it' | 'outbox:this-is-another',
    id: string,
    key: string,
  ): Promise<Result<EntrySummary, Failure>> {
    const result: RequestResult<typeof channel> = await askMain(channel, { id, key })
    if (result.ok) apply([result.value], [])
    return result
  }

  return {
    entries,
    byId,
    customers,
    isRead,
    failure,
    listen,
    read,
    act,
    decide,
  }
})
