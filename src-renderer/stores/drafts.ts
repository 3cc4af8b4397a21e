import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import { undoOffer } from '#renderer/ui/undo.ts'
import { t } from '#renderer/i18n/index.ts'
import { openedRepositories, repositoriesState } from '#renderer/data/repositories/current.ts'
import type { NotSaved } from '#renderer/data/repositories/draft-keeper.ts'
import { momentAfter } from '#renderer/data/repositories/moment-after.ts'
import type { StartUpFailure } from '#renderer/data/repositories/start-up.ts'

/** What screens remember about drafts: which were recovered. It holds no drafts. */
export const useDrafts = defineStore('drafts', () => {
  const seen = shallowRef<ReadonlySet<string>>(new Set())
  const recoveredIds = computed<ReadonlySet<string>>(
    () => new Set(openedRepositories()?.report.recoveredIds.filter((id) => !seen.value.has(id))),
  )
  // A deleted draft must not be restored into another environment.
  watch(repositoriesState, () => (undoOffer.value = null))

  /** The officer has dealt with it. */
  function forgetRecovered(id: string): void {
    seen.value = new Set([...seen.value, id])
  }

  /** Deletes a draft, and offers to undo that. */
  async function remove(draft: Draft): Promise<Result<void, StartUpFailure>> {
    const repositories = openedRepositories()
    if (repositories === null) return notOpen
    const removed = await repositories.drafts.remove(draft.id)
    if (removed.ok)
      undoOffer.value = { text: t('drafts.deleted'), undo: () => repositories.drafts.undoRemove(draft) }
    return removed
  }

  /** Lets the whole office see a draft, or keeps it for the officer who is signed in. */
  async function share(draft: Draft, isShared: boolean): Promise<Result<string, NotSaved | StartUpFailure>> {
    const repositories = openedRepositories()
    if (repositories === null) return notOpen
    return await repositories.drafts.save({ ...draft, isShared, updatedAt: momentAfter(draft.updatedAt) })
  }

  return { recoveredIds, forgetRecovered, remove, share }
})

const notOpen: { readonly ok: false; readonly error: Failure } = {
  ok: false,
  error: { type: 'storage-unavailable' },
}
