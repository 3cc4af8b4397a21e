import type { TakenBack } from '#shared/outbox/entry.ts'
import { isWithdrawn } from '#shared/outbox/predicates.ts'
import type { Audience } from '../officers/audience.ts'
import type { KeptEntry } from './entry-codec.ts'
import type { Outbox } from './outbox.ts'
import { summarised, visibleEntry, type ShownServices } from './shown-entry.ts'

/** Entries taken out of the outbox beyond these are not listed. */
const listedWithdrawn = 1000

interface Kept {
  readonly outbox: Pick<Outbox, 'get'>
  readonly drafts: { one(id: string): { readonly officerId: string | null } | null }
}

/** What was taken out of the outbox, as far as the officer sees it. Throws what SQLite throws. */
export function takenBack(services: ShownServices & Kept, audience: Audience): readonly TakenBack[] {
  return services.outbox
    .withdrawn(listedWithdrawn)
    .filter(({ officerId, state }) => isWithdrawn(state) && audience.seesEntryOf(officerId))
    .map((entry) => ({
      entry: summarised(services, audience, entry),
      by: 'by' in entry.state ? audience.nameOf(entry.state.by ?? null) : null,
      now: nowOf(services, audience, entry),
    }))
}

/** What became of an entry that was taken out, where that is here and the officer sees it. */
export function nowOf(
  { outbox, drafts }: Kept,
  audience: Pick<Audience, 'seesDraftOf' | 'seesEntryOf'>,
  { state }: Pick<KeptEntry, 'state'>,
): TakenBack['now'] {
  // The claim may have been corrected several times since.
  let id = 'as' in state ? state.as : undefined
  const seen = new Set<string>()
  while (id !== undefined && !seen.has(id)) {
    seen.add(id)
    const draft = drafts.one(id)
    if (draft !== null) return audience.seesDraftOf(draft.officerId) ? { type: 'draft', id } : null
    const entry: KeptEntry | null = visibleEntry({ outbox }, audience, id)
    if (entry === null) return null
    if (!isWithdrawn(entry.state)) return { type: 'entry', id }
    id = 'as' in entry.state ? entry.state.as : undefined
  }
  return null
}
