import { onBeforeUnmount, reactive, shallowReadonly, shallowRef, toRaw, watch, type ShallowRef } from 'vue'
import type { ClaimFieldName } from '#shared/domain/claim.ts'
import type { Draft } from '#shared/domain/draft.ts'
import type { NotSaved } from '#renderer/repositories/draft-keeper.ts'
import { momentAfter } from '#renderer/repositories/moment-after.ts'
import type { Repositories } from '#renderer/repositories/open-repositories.ts'

/** Where what was typed is now. */
export type SaveState =
  | { readonly name: 'unchanged' }
  | { readonly name: 'saving' }
  | { readonly name: 'saved'; readonly at: string }
  | ({ readonly name: 'not-saved' } & NotSaved)

/** A draft being written: every change is saved at once. */
export interface ClaimDraft {
  readonly fields: Record<ClaimFieldName, string>
  readonly saveState: Readonly<ShallowRef<SaveState>>
  /** The draft as it is now: a plain object. */
  readonly current: () => Draft
  /** Saves what is on the screen again, after it could not be saved. */
  readonly saveAgain: () => Promise<void>
}

/** Keeps a draft while it is on the screen. `isKept`: it is in the page's database already. */
export function useClaimDraft(
  { drafts, openDraft }: Pick<Repositories, 'drafts' | 'openDraft'>,
  initial: Draft,
  isKept: boolean,
): ClaimDraft {
  let latest = initial
  let isMarked = false
  const fields = reactive({ ...initial.fields })
  const saveState = shallowRef<SaveState>(
    isKept ? { name: 'saved', at: initial.updatedAt } : { name: 'unchanged' },
  )

  const mark = (): void => {
    if (!isMarked) void openDraft.set(initial.id)
    isMarked = true
  }
  async function save(): Promise<void> {
    const draft: Draft = { ...latest, fields: { ...toRaw(fields) }, updatedAt: momentAfter(latest.updatedAt) }
    latest = draft
    saveState.value = { name: 'saving' }
    mark()
    const saved = await drafts.save(draft)
    // Of several saves only the newest tells how things stand.
    if (draft !== latest) return
    saveState.value = saved.ok ? { name: 'saved', at: saved.value } : { name: 'not-saved', ...saved.error }
  }

  if (isKept) mark()
  watch(fields, save, { flush: 'sync' })
  onBeforeUnmount(() => {
    void drafts.flushCopies()
    void openDraft.clear()
  })
  return { fields, saveState: shallowReadonly(saveState), current: () => latest, saveAgain: save }
}
