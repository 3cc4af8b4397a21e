import { defineStore } from 'pinia'
import { computed } from 'vue'
import { groupOf, groupOfEntry, type DraftClaim, type OwnClaim } from '#shared/claim/claim.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { useDrafts } from './drafts.ts'
import { useOutbox } from './outbox.ts'

/** One thing that needs someone, or is news; `since`: since when (ISO). */
export interface Needed {
  readonly id: string
  readonly since: string
  readonly claim: DraftClaim | OwnClaim
}

/** What needs someone, the oldest first, as far as main shows it to the officer who is signed in. */
export const useNeedsYou = defineStore('needs-you', () => {
  const outbox = useOutbox()
  const drafts = useDrafts()

  const doesNeed = ({ claim }: Needed): boolean => groupOf(claim) === 'needs-you'
  // Apart from the drafts: a form saves its draft at every pause, and thousands of entries stay as they are.
  const entries = computed(() =>
    outbox.entries.map((entry) => ownSince(entry, sinceOf(entry))).filter(doesNeed),
  )
  const begun = computed(() =>
    drafts.all.map((draft): Needed => {
      const isRecovered = drafts.recoveredIds.has(draft.id)
      const since = draft.rejection?.at ?? draft.updatedAt
      return { id: draft.id, since, claim: { type: 'draft', draft, isRecovered } }
    }),
  )
  /** The drafts that are merely not submitted, the newest first. */
  const unfinished = computed(() => begun.value.filter((one) => !doesNeed(one)))
  /** What was submitted, and is neither received nor needs someone. */
  const onItsWay = computed(() =>
    outbox.entries
      .filter((entry) => groupOfEntry(entry) === 'on-its-way')
      .map((entry) => ownSince(entry, entry.acceptedAt)),
  )
  const items = computed(() =>
    [...entries.value, ...begun.value.filter(doesNeed)].sort(
      (one, other) => Date.parse(one.since) - Date.parse(other.since),
    ),
  )
  const isRequest = ({ claim }: Needed): boolean =>
    claim.type === 'own' && claim.entry.kind === 'pharmacy-request'
  const requests = computed(() => items.value.filter(isRequest).length)
  const claims = computed(() => items.value.length - requests.value)
  /** Other claims that the insurer said something new about, and that no one has opened since; the newest first. */
  const news = computed(() =>
    outbox.entries
      .filter((entry) => entry.standing?.isNews === true && groupOfEntry(entry) !== 'needs-you')
      .map((entry) => ownSince(entry, entry.standing?.changedAt ?? entry.acceptedAt))
      .sort((one, other) => other.since.localeCompare(one.since)),
  )
  /** False until outbox and drafts are loaded; until then, nothing may be called done. */
  const isKnown = computed(() => outbox.isRead && drafts.isRead)
  return { items, claims, requests, unfinished, onItsWay, news, isKnown }
})

function ownSince(entry: EntrySummary, since: string): Needed {
  return { id: entry.id, since, claim: { type: 'own', entry } }
}

function sinceOf({ state, standing }: EntrySummary): string {
  if (standing?.wrong?.isDone === false) return standing.wrong.at
  return 'since' in state ? state.since : state.at
}
