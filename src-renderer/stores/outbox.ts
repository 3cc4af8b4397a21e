import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import type { RequestResult } from '#shared/contract/calls.ts'
import type { EntryDetail, EntrySummary } from '#shared/outbox/entry.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

type EntryChannel =
  | 'outbox:send-now'
  | 'outbox:look-now'
  | 'outbox:accept-as-sent'
  | 'outbox:send-again'
  | 'outbox:acknowledge-duplicate'

/** The outbox as main told it, newest first. */
export const useOutbox = defineStore('outbox', () => {
  const byId = shallowRef<ReadonlyMap<string, EntrySummary>>(new Map())
  /** False until main has answered once for this environment: nothing may be said about the queue before. */
  const isRead = shallowRef(false)
  const failure = shallowRef<Failure | null>(null)
  const entries = computed(() => [...byId.value.values()].sort((a, b) => b.seq - a.seq))

  // News that arrive while the list is on its way, to be laid over it.
  let early: (readonly [readonly EntrySummary[], readonly string[]])[] | null = null

  function apply(changed: readonly EntrySummary[], removed: readonly string[]): void {
    const next = new Map(byId.value)
    for (const entry of changed) next.set(entry.id, entry)
    for (const id of removed) next.delete(id)
    byId.value = next
  }

  /** Keeps the list fresh. @returns the disposer of the subscription. */
  function listen(): () => void {
    return window.desk.on('outbox:changed', ({ changed, removed }) => {
      if (early === null) apply(changed, removed)
      else early.push([changed, removed])
    })
  }

  /** Forgets the list of the environment before and reads this one's. */
  async function read(): Promise<void> {
    const news: NonNullable<typeof early> = []
    early = news
    isRead.value = false
    byId.value = new Map()
    const result = await askMain('outbox:list')
    // A later reading took over, for another environment.
    if (early !== news) return
    early = null
    failure.value = result.ok ? null : result.error
    if (!result.ok) return
    byId.value = new Map(result.value.map((entry) => [entry.id, entry]))
    for (const [changed, removed] of news) apply(changed, removed)
    isRead.value = true
  }

  /** One of the actions that answer the entry as it then is. */
  async function act(channel: EntryChannel, id: string): Promise<Result<EntrySummary, Failure>> {
    const result: RequestResult<EntryChannel> = await askMain(channel, { id })
    if (result.ok) apply([result.value], [])
    return result
  }

  /** Takes an entry out of the outbox for good. */
  function discard(id: string): Promise<Result<null, Failure>> {
    return askMain('outbox:discard', { id })
  }

  /** Takes an entry back. @returns the draft made from it. */
  function toDraft(id: string): Promise<Result<Draft, Failure>> {
    return askMain('outbox:to-draft', { id })
  }

  /** An entry in full, with its attempts. */
  function detail(id: string): Promise<Result<EntryDetail, Failure>> {
    return askMain('outbox:entry', { id })
  }

  return { entries, byId, isRead, failure, listen, read, act, discard, toDraft, detail }
})
