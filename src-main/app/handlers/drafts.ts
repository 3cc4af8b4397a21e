import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { EnvironmentServices } from '#main/office/environment/open-environment.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { type ListedDraft, shownDraft } from '#main/outbox/drafts/draft-store.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import type { HandlersOf } from './register.ts'

/** The drafts shown to the signed-in officer. */
export function visibleDrafts(
  { drafts }: Pick<EnvironmentServices, 'drafts'>,
  audience: Audience,
): readonly ListedDraft[] {
  return drafts.kept().filter(({ officerId }) => audience.seesDraftOf(officerId))
}

/** Handles the page's requests about sealed drafts of drafts: the officer's own and the office's only. */
export function createDraftHandlers(workspace: Workspace, audience: Audience): HandlersOf<'drafts'> {
  /** Changes a draft, unless it belongs to another officer. */
  function withDraft<T>(
    id: string,
    work: (services: EnvironmentServices) => Result<T, Failure>,
  ): Result<T, Failure> {
    const services = workspace.services()
    if (!services.ok) return services
    const owner = services.value.drafts.ownerOf(id)
    if (!audience.seesDraftOf(owner)) return err({ type: 'not-possible-now' })
    const done = work(services.value)
    services.value.claimTable.entriesChanged()
    return done
  }
  return {
    'drafts:list': () => {
      const services = workspace.services()
      if (!services.ok) return services
      const visible = visibleDrafts(services.value, audience).toReversed()
      return ok({
        drafts: visible.map((kept) => shownDraft(kept, audience)),
        recoveredIds: visible.filter(({ isRecovered }) => isRecovered).map(({ draft }) => draft.id),
        unreadable: services.value.drafts.unreadable(audience.officerId()),
      })
    },
    'drafts:save': ({ draft, isNew, isOpen }) =>
      withDraft(draft.id, ({ drafts }) => {
        const officerId = draft.isShared === true ? null : audience.officerId()
        const saved = drafts.save(draft, { officerId, isNew, isOpen })
        return saved.ok ? saved : err(failureOf(saved.error))
      }),
    'drafts:discard': ({ id }) =>
      withDraft(id, ({ discardedDrafts }) => {
        const discarded = discardedDrafts.discard(id)
        return discarded.ok ? discarded : err(failureOf(discarded.error))
      }),
    'drafts:undo-discard': ({ id }) =>
      withDraft(id, ({ discardedDrafts }) => {
        const kept = discardedDrafts.undo(id)
        if (!kept.ok) return err(failureOf(kept.error))
        return kept.value === null ? err({ type: 'not-possible-now' }) : ok(shownDraft(kept.value, audience))
      }),
  }
}
