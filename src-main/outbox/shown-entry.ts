import type { EntryDetail, EntrySummary } from '#shared/outbox/entry.ts'
import type { EnvironmentServices } from '../environment/open-environment.ts'
import type { Audience } from '../officers/audience.ts'
import type { KeptEntry } from './entry-codec.ts'
import { detailOf, summaryOf } from './entry-summary.ts'

type Services = Pick<EnvironmentServices, 'outbox' | 'engine'>

/** An entry, unless it is not there or not shown to whoever sits at the desk: the two look alike to the page. */
export function visibleEntry(
  { outbox }: Pick<Services, 'outbox'>,
  audience: Pick<Audience, 'seesEntryOf'>,
  id: string,
): KeptEntry | null {
  const entry = outbox.get(id)
  return entry !== null && audience.seesEntryOf(entry.officerId) ? entry : null
}

/** What a list shows of an entry now: its next step and who captured it, too. */
export function summarised({ outbox, engine }: Services, audience: Audience, entry: KeptEntry): EntrySummary {
  return summaryOf(entry, outbox, engine.nextTryAt(entry), audience.nameOf(entry.officerId))
}

/** An entry in full, as it is now. */
export function detailed({ outbox, engine }: Services, audience: Audience, entry: KeptEntry): EntryDetail {
  return detailOf(entry, outbox, engine.nextTryAt(entry), audience.nameOf(entry.officerId))
}
