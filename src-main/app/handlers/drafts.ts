import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { EnvironmentServices } from '#main/office/environment/environment.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { type ListedDraft, shownDraft } from '#main/outbox/drafts/draft-store.ts'
import { storageAnswer, type HandlersOf, type Using } from './register.ts'

/** The drafts shown to the signed-in officer. */
export function visibleDrafts(
  { drafts }: Pick<EnvironmentServices, 'drafts'>,
  audience: Audience,
): readonly ListedDraft[] {
  return drafts.kept().filter(({ officerId }) => audience.seesDraftOf(officerId))
}

/** Handles the page's requests about drafts: the officer's own and the office's only. */
export function createDraftHandlers(
  workspace: Using<EnvironmentServices>,
  audience: Audience,
): HandlersOf<'drafts'> {
  /** Changes a draft, unless it belongs to another officer. */
  const withDraft = <T>(
    id: string,
    work: (services: EnvironmentServices) => Result<T, Failure>,
  ): Result<T, Failure> =>
    workspace.using((services): Result<T, Failure> => {
      const owner = services.drafts.ownerOf(id)
      if (!audience.seesDraftOf(owner)) return err({ type: 'not-possible-now' })
      const done = work(services)
      services.claimTable.entriesChanged()
      return done
    })
  return {
    'drafts:list': () =>
      workspace.using((services) => {
        const visible = visibleDrafts(services, audience).toReversed()
        const claims = services.outbox.unreadable.filter(({ officerId }) => audience.seesEntryOf(officerId))
        return ok({
          drafts: visible.map((kept) => shownDraft(kept, audience)),
          recoveredIds: visible.filter(({ isRecovered }) => isRecovered).map(({ draft }) => draft.id),
          unreadable: [
            ...services.drafts.unreadable(audience.officerId()),
            ...claims.map(({ acceptedAt }) => acceptedAt),
          ],
        })
      }),
    'drafts:save': ({ draft, isNew, isOpen }) =>
      withDraft(draft.id, ({ drafts }) => {
        const officerId = draft.isShared === true ? null : audience.officerId()
        return storageAnswer(drafts.save(draft, { officerId, isNew, isOpen }))
      }),
    'drafts:discard': ({ id }) =>
      withDraft(id, ({ discardedDrafts }) => storageAnswer(discardedDrafts.discard(id))),
    'drafts:undo-discard': ({ id }) =>
      withDraft(id, ({ discardedDrafts }) => {
        const kept = storageAnswer(discardedDrafts.undo(id))
        if (!kept.ok) return kept
        return kept.value === null ? err({ type: 'not-possible-now' }) : ok(shownDraft(kept.value, audience))
      }),
  }
}
