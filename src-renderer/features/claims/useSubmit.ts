import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { parseDay, today } from '#shared/domain/calendar-date.ts'
import type { ClaimFieldName, ClaimProblems } from '#shared/domain/claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { DraftsRepository } from '#renderer/data/repositories/drafts-repository.ts'
import { problemsOfFields } from './claim-fields.ts'
import type { ClaimDraft } from './useClaimDraft.ts'

/** What became of an officer's wish to submit. */
export type SubmitOutcome =
  | { readonly type: 'accepted'; readonly entry: EntrySummary }
  | { readonly type: 'problems' }
  | { readonly type: 'asks-about-date' }
  | { readonly type: 'failed' }
  | { readonly type: 'busy' }

/** Checking and submitting a claim form. */
export interface Submitting {
  readonly problems: ComputedRef<ClaimProblems>
  /** Problems of fields the officer has left, or of all once submitting was tried. */
  readonly shownProblems: ComputedRef<ClaimProblems>
  readonly wasTried: Readonly<ShallowRef<boolean>>
  readonly isFuture: ComputedRef<boolean>
  /** Main has been asked, and nothing may be changed from then on. */
  readonly isUnderWay: () => boolean
  /** The same for the eye, where the answer takes its time. */
  readonly isBusy: Readonly<ShallowRef<boolean>>
  readonly failure: Readonly<ShallowRef<Failure | null>>
  readonly leaveField: (name: ClaimFieldName) => void
  readonly submit: (evenInFuture?: boolean) => Promise<SubmitOutcome>
}

/** An answer that comes sooner has no form grow dim and come back. */
const slowMs = 100

/** Checks a draft by the domain's own rules, and hands it over to main once it is a claim. */
export function useSubmit(drafts: DraftsRepository, draft: ClaimDraft): Submitting {
  const left = shallowRef<ReadonlySet<ClaimFieldName>>(new Set())
  const wasTried = shallowRef(false)
  const isBusy = shallowRef(false)
  const failure = shallowRef<Failure | null>(null)
  let inFlight = false
  const problems = computed(() => problemsOfFields(draft.fields))
  const shownProblems = computed<ClaimProblems>(() =>
    wasTried.value
      ? problems.value
      : Object.fromEntries(Object.entries(problems.value).filter(([name]) => has(left.value, name))),
  )
  // Both are plain days, so their text compares as they do.
  const isFuture = computed(
    () =>
      problems.value.occurrenceDate === undefined && (parseDay(draft.fields.occurrenceDate) ?? '') > today(),
  )

  async function submit(evenInFuture = false): Promise<SubmitOutcome> {
    if (inFlight) return { type: 'busy' }
    wasTried.value = true
    failure.value = null
    if (Object.keys(problems.value).length > 0) return { type: 'problems' }
    if (isFuture.value && !evenInFuture) return { type: 'asks-about-date' }
    inFlight = true
    const submitting = drafts.submit(draft.current())
    const slow = setTimeout(() => (isBusy.value = true), slowMs)
    const submitted = await submitting
    clearTimeout(slow)
    // What was accepted is not written on any more: the form goes as it is.
    if (submitted.ok) return { type: 'accepted', entry: submitted.value }
    inFlight = false
    isBusy.value = false
    if (submitted.error.type === 'not-valid') return { type: 'problems' }
    failure.value = submitted.error.failure
    return { type: 'failed' }
  }

  const leaveField = (name: ClaimFieldName): void => void (left.value = new Set([...left.value, name]))
  return {
    problems,
    shownProblems,
    wasTried,
    isFuture,
    isUnderWay: () => inFlight,
    isBusy,
    failure,
    leaveField,
    submit,
  }
}

function has(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name)
}
