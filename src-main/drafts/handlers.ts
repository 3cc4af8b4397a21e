import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { EnvironmentServices } from '../environment/open-environment.ts'
import type { Workspace } from '../environment/workspace.ts'
import type { Audience } from '../officers/audience.ts'
import type { KeptDraft } from './draft-copies.ts'
import { failureOf } from '../outbox/failure-of.ts'
import type { RequestHandlers } from '../ipc/register.ts'
import { confirmRows, rowKeys, sealOthersRow } from '../keys/row-keys.ts'

type DraftChannel = Extract<keyof RequestHandlers, `drafts:${string}` | `session:${string}`>

/** The copies of drafts shown to the signed-in officer. */
function visibleDrafts(
  { copies }: Pick<EnvironmentServices, 'copies'>,
  audience: Audience,
): readonly KeptDraft[] {
  return copies.kept().filter(({ officerId }) => audience.seesDraftOf(officerId))
}

/** Of those, the drafts of rejected claims. */
export function draftsToCorrect(
  services: Pick<EnvironmentServices, 'copies'>,
  audience: Audience,
): readonly KeptDraft[] {
  return visibleDrafts(services, audience).filter(({ draft }) => draft.rejection !== null)
}

/** Handles the page's requests about sealed copies of drafts: the officer's own and the office's only. */
export function createDraftHandlers(
  workspace: Workspace,
  audience: Audience,
): Pick<RequestHandlers, DraftChannel> {
  /** Runs an action on a draft, unless it belongs to another officer. */
  function withDraft<T>(
    id: string,
    work: (services: EnvironmentServices) => Result<T, Failure>,
  ): Result<T, Failure> {
    const services = workspace.services()
    if (!services.ok) return services
    const owner = services.value.copies.ownerOf(id)
    return audience.seesDraftOf(owner) ? work(services.value) : err({ type: 'not-possible-now' })
  }
  const shown = ({ draft, officerId }: KeptDraft): Draft =>
    audience.officerId() !== null && audience.isOffices(officerId) ? { ...draft, isShared: true } : draft
  return {
    'session:row-key': async () => {
      const services = workspace.services()
      return services.ok ? ok(await rowKeys(services.value, audience.officerId())) : services
    },
    'session:seal-row': async (row) => {
      const services = workspace.services()
      return services.ok ? ok({ sealed: await sealOthersRow(services.value, row) }) : services
    },
    'session:rows-sealed': async ({ generation }) => {
      const services = workspace.services()
      return services.ok ? await confirmRows(services.value, generation) : services
    },
    'drafts:keep-copy': (draft) =>
      withDraft(draft.id, ({ copies }) => {
        const kept = copies.keep(draft, draft.isShared === true ? null : audience.officerId())
        return kept.ok ? ok(null) : err(failureOf(kept.error))
      }),
    'drafts:forget-copy': ({ id }) =>
      withDraft(id, ({ discardedDrafts }) => {
        const forgotten = discardedDrafts.discard(id)
        return forgotten.ok ? ok(null) : err(failureOf(forgotten.error))
      }),
    'drafts:undo-forget': ({ id }) =>
      withDraft(id, ({ discardedDrafts }) => {
        const kept = discardedDrafts.undo(id)
        if (!kept.ok) return err(failureOf(kept.error))
        return kept.value === null ? err({ type: 'not-possible-now' }) : ok(shown(kept.value))
      }),
    'drafts:copies': () => {
      const services = workspace.services()
      if (!services.ok) return services
      return ok(visibleDrafts(services.value, audience).map(shown))
    },
    'drafts:accepted': ({ ids }) => {
      const services = workspace.services()
      if (!services.ok) return services
      return ok(services.value.outbox.acceptedAmong(ids))
    },
  }
}
