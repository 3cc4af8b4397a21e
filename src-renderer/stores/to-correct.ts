import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Draft, Rejection } from '#shared/domain/draft.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isRejected } from '#shared/outbox/predicates.ts'
import { useDrafts } from './drafts.ts'
import { useOutbox } from './outbox.ts'

/** Something that was turned down, and neither submitted again nor discarded. `since`: when it was turned down. */
export type ToCorrect =
  | { readonly type: 'entry'; readonly id: string; readonly since: string; readonly entry: EntrySummary }
  | {
      readonly type: 'draft'
      readonly id: string
      readonly since: string
      readonly draft: Draft
      readonly rejection: Rejection
    }

/**
 * What is to correct: entries that were turned down, and the drafts made from them. Every screen takes its count from
 * here. It covers only what main shows to the officer who is signed in.
 */
export const useToCorrect = defineStore('to-correct', () => {
  const outbox = useOutbox()
  const drafts = useDrafts()

  const items = computed<readonly ToCorrect[]>(() => {
    const entries = outbox.entries
      .toReversed()
      .flatMap((entry): ToCorrect[] =>
        isRejected(entry.state) && 'at' in entry.state
          ? [{ type: 'entry', id: entry.id, since: entry.state.at, entry }]
          : [],
      )
    const begun = drafts.all.flatMap((draft): ToCorrect[] =>
      draft.rejection === null
        ? []
        : [{ type: 'draft', id: draft.id, since: draft.rejection.at, draft, rejection: draft.rejection }],
    )
    return [...entries, ...begun].sort((one, other) => Date.parse(one.since) - Date.parse(other.since))
  })
  const count = computed(() => items.value.length)
  /** False until outbox and drafts are loaded; until then, nothing may be called done. */
  const isKnown = computed(() => outbox.isRead && drafts.isRead)
  return { items, count, isKnown }
})
