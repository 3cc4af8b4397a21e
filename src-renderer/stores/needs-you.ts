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
    outbox.entries
      .map((entry): Needed => ({ id: entry.id, since: sinceOf(entry), claim: { type: 'own', entry } }))
      .filter(doesNeed),
  )
  const begun = computed(() =>
    drafts.all
      .map((draft): Needed => {
        const isRecovered = drafts.recoveredIds.has(draft.id)
        const since = draft.rejection?.at ?? draft.updatedAt
        return { id: draft.id, since, claim: { type: 'draft', draft, isRecovered } }
      })
      .filter(doesNeed),
  )
  /** How many drafts are merely not submitted. */
  const unfinished = computed(() => drafts.all.length - begun.value.length)
  const items = computed(() =>
    [...entries.value, ...begun.value].sort((one, other) => Date.parse(one.since) - Date.parse(other.since)),
  )
  const isRequest = ({ claim }: Needed): boolean =>
    claim.type === 'own' && claim.entry.kind === 'pharmacy-request'
  const requests = computed(() => items.value.filter(isRequest).length)
  const claims = computed(() => items.value.length - requests.value)
  /** Other claims that the insurer said something new about, and that no one has opened since; the newest first. */
  const news = computed(() =>
    outbox.entries
      .filter((entry) => entry.standing?.isNews === true && groupOfEntry(entry) !== 'needs-you')
      .sort((one, other) => (other.standing?.changedAt ?? '').localeCompare(one.standing?.changedAt ?? '')),
  )
  /** False until outbox and drafts are loaded; until then, nothing may be called done. */
  const isKnown = computed(() => outbox.isRead && drafts.isRead)
  return { items, claims, requests, unfinished, news, isKnown }
})

function sinceOf({ state, standing }: EntrySummary): string {
  if (standing?.wrong?.isDone === false) return standing.wrong.at
  return 'since' in state ? state.since : state.at
}
