import { computed, shallowRef, type Ref } from 'vue'
import { customerPart } from '#shared/domain/customer.ts'
import { parseDay } from '#shared/domain/written-day.ts'
import type { ClaimFieldName, ClaimProblems } from '#shared/domain/claim.ts'
import { type AgreedLinks, withAgreedLinks, withoutStandIns } from '#shared/domain/stand-in.ts'
import type { Failure } from '#shared/failure.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { dayWarning, type PolicyPeriod } from './day-warning.ts'
import type { Remark } from './remarks.ts'
import type { ClaimDraft } from './useClaimDraft.ts'
import type { AttachmentField } from '#shared/domain/attachment.ts'
import { claimOf, type Draft } from '#shared/domain/draft.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { endingDraft } from '#renderer/data/draft-saver.ts'

/** The outcome of a submit. */
type SubmitOutcome =
  | { readonly type: 'accepted'; readonly entry: EntrySummary }
  | { readonly type: 'problems' }
  | { readonly type: 'asks'; readonly remarks: readonly Remark[] }
  | { readonly type: 'failed' }
  | { readonly type: 'busy' }

/** A claim form being validated and submitted. */
export type Submitting = ReturnType<typeof useSubmit>

/** A faster answer does not dim the form, which would flicker. */
const slowMs = 100

/**
 * Validates a draft by the domain's rules and submits it to main once it is valid.
 *
 * @param links what head office agreed on
 * @param remarks what there is to ask about now
 * @param period when the policy is valid, where that is known
 */
export function useSubmit(
  draft: ClaimDraft,
  links: Readonly<Ref<AgreedLinks>>,
  remarks: () => readonly Remark[],
  period: Readonly<Ref<PolicyPeriod | null>>,
) {
  const drafts = useDrafts()
  const confirmed = new Set<string>()
  const left = shallowRef<ReadonlySet<string>>(new Set())
  const wasTried = shallowRef(false)
  /** Main has been asked, and its answer is slow: the form looks disabled. */
  const isBusy = shallowRef(false)
  const failure = shallowRef<Failure | null>(null)
  /** Main has been asked: nothing may change from then on. */
  let inFlight = false
  const problems = computed((): ClaimProblems => {
    const claim = claimOf(draft.sent.value, draft.fromFiles.value)
    return claim.ok ? {} : claim.error
  })
  /** Problems of the fields the officer has left, or of all fields after a submit. */
  const shownProblems = computed<ClaimProblems>(() =>
    wasTried.value
      ? problems.value
      : Object.fromEntries(Object.entries(problems.value).filter(([name]) => left.value.has(name))),
  )
  /** What is odd about the day of the incident; '' where nothing is. */
  const warning = computed(() => {
    const day = parseDay(draft.fields.occurrenceDate)
    return day === null ? '' : dayWarning(day, period.value)
  })

  async function submit(): Promise<SubmitOutcome> {
    if (inFlight) return { type: 'busy' }
    wasTried.value = true
    failure.value = null
    if (Object.keys(problems.value).length > 0) return { type: 'problems' }
    const asked = remarks().filter(({ key }) => !confirmed.has(key))
    if (asked.length > 0) return { type: 'asks', remarks: asked }
    inFlight = true
    const submitting = submitClaim(draft.current(), draft.fromFiles.value, links.value)
    const slow = setTimeout(() => (isBusy.value = true), slowMs)
    const submitted = await submitting
    clearTimeout(slow)
    // An accepted claim can no longer change: the form stays locked until it goes.
    if (submitted?.ok === true) {
      drafts.drop(submitted.value.id)
      return { type: 'accepted', entry: submitted.value }
    }
    inFlight = false
    isBusy.value = false
    if (submitted === null) return { type: 'problems' }
    failure.value = submitted.error
    return { type: 'failed' }
  }

  const leaveField = (name: ClaimFieldName): void => void (left.value = new Set([...left.value, name]))
  return {
    problems,
    shownProblems,
    wasTried,
    dayWarning: warning,
    isInFlight: () => inFlight,
    isBusy,
    failure,
    leaveField,
    submit,
    /** Asks about these no more: the officer submits all the same. */
    confirm: (asked: readonly Remark[]) => asked.forEach(({ key }) => confirmed.add(key)),
  }
}

/**
 * Submits a claim: main turns its draft into an entry in one commit.
 *
 * @param fromFiles the fields whose links come from files
 * @param links what head office agreed on
 * @returns null where it is not valid
 */
async function submitClaim(
  draft: Draft,
  fromFiles: readonly AttachmentField[],
  links: AgreedLinks,
): Promise<Result<EntrySummary, Failure> | null> {
  const standIns = withoutStandIns(draft.standIns ?? {}, (field) => draft.fields[field].trim() !== '')
  const fields = withAgreedLinks(draft.fields, standIns, links)
  const claim = claimOf(fields, fromFiles)
  if (!claim.ok) return null
  const { id, product, branchReference, earlierReferences } = draft
  const references = { branchReference, ...(earlierReferences === undefined ? {} : { earlierReferences }) }
  const files = fromFiles.length === 0 ? {} : { fromFiles: [...fromFiles] }
  const chosen = Object.keys(standIns).length === 0 ? {} : { standIns }
  const beside = { ...references, ...customerPart(draft.customer), ...files, ...chosen }
  const body = { kind: 'claim', product, claim: claim.value, ...beside } as const
  return await endingDraft(id, () => askMain('outbox:accept', { id, body }))
}
