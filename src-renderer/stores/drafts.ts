import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { undoOffer } from '#renderer/ui/undo.ts'
import { t } from '#renderer/i18n/index.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { dropClosed, endingDraft } from '#renderer/data/draft-saver.ts'

/** The drafts that main shows to the officer who is signed in. */
export const useDrafts = defineStore('drafts', () => {
  const byId = shallowRef<ReadonlyMap<string, Draft>>(new Map())
  /** The times at which drafts, or waiting claims, were saved that cannot be opened now. */
  const unreadable = shallowRef<readonly string[]>([])
  const recoveredIds = shallowRef<ReadonlySet<string>>(new Set())
  /** False until main has answered for this environment and officer. */
  const isRead = shallowRef(false)
  const failure = shallowRef<Failure | null>(null)
  const all = computed(() => [...byId.value.values()].sort((one, other) => newestFirst(one, other)))
  let turn = 0

  /** Drops the earlier drafts and reads those of this environment and officer. */
  async function read(): Promise<void> {
    const mine = ++turn
    isRead.value = false
    // A deleted draft must not be restored into another environment, nor one be saved there that was left.
    undoOffer.value = null
    dropClosed()
    const answer = await askMain('drafts:list')
    if (mine !== turn) return
    failure.value = answer.ok ? null : answer.error
    const { drafts = [], recoveredIds: ids = [], unreadable: damaged = [] } = answer.ok ? answer.value : {}
    byId.value = new Map(drafts.map((draft) => [draft.id, draft]))
    recoveredIds.value = new Set(ids)
    unreadable.value = damaged
    isRead.value = answer.ok
  }

  /** Main has this version. */
  function put(draft: Draft): void {
    byId.value = new Map(byId.value).set(draft.id, draft)
  }

  /** Main has it no longer as a draft. */
  function drop(id: string): void {
    const left = new Map(byId.value)
    left.delete(id)
    byId.value = left
    forgetRecovered(id)
  }

  /** The officer has dealt with it. */
  function forgetRecovered(id: string): void {
    recoveredIds.value = new Set([...recoveredIds.value].filter((one) => one !== id))
  }

  /** Saves a draft that is in no form. */
  async function save(draft: Draft): Promise<Result<Draft, Failure>> {
    const saved = await askMain('drafts:save', { draft, isNew: !byId.value.has(draft.id), isOpen: false })
    if (!saved.ok) return saved
    if (saved.value !== 'saved') return err({ type: 'not-possible-now' })
    put(draft)
    return ok(draft)
  }

  /** Deletes a draft, and offers to undo that. */
  async function remove({ id }: Draft): Promise<Result<null, Failure>> {
    const removed = await endingDraft(id, () => askMain('drafts:discard', { id }))
    if (!removed.ok) return removed
    drop(id)
    undoOffer.value = { text: t('claim.deleted'), undo: () => undoRemove(id) }
    return removed
  }

  async function undoRemove(id: string): Promise<Result<Draft, Failure>> {
    const back = await askMain('drafts:undo-discard', { id })
    if (back.ok) put(back.value)
    return back
  }

  return {
    byId,
    all,
    unreadable,
    recoveredIds,
    isRead,
    failure,
    read,
    put,
    drop,
    forgetRecovered,
    save,
    remove,
  }
})

function newestFirst(one: Draft, other: Draft): number {
  return one.updatedAt < other.updatedAt ? 1 : -Number(one.updatedAt > other.updatedAt)
}
