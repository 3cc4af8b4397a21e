import type { Draft } from '#shared/domain/draft.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { KeptDraft } from './draft-store.ts'

/** A draft as the officer who is signed in gets it: it says whether it is the office's. */
export function shownDraft(
  { draft, officerId }: KeptDraft,
  audience: Pick<Audience, 'officerId' | 'isOffices'>,
): Draft {
  return audience.officerId() !== null && audience.isOffices(officerId) ? { ...draft, isShared: true } : draft
}
