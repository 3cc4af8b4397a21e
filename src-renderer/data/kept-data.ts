import type { ForgetAnswer, KeptAboutPolicy, ListedOfPolicy } from '#shared/contract/privacy.ts'
import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import { environments, type Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { mayBeForgotten } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from './ask-main.ts'

/** Everything this computer stores about a policy in one environment. */
export interface KeptOfPolicy extends KeptAboutPolicy, ListedOfPolicy {
  readonly environment: Environment
  /** Entries that are not delivered yet: they block forgetting. */
  readonly owed: number
}

/** What is stored about a policy in all environments. */
export interface KeptEverywhere {
  /** The open environment first. */
  readonly places: readonly KeptOfPolicy[]
  /** Environments whose stores cannot be opened now: their content is unknown. */
  readonly notLookedAt: readonly Environment[]
}

/** The outcome of forgetting a policy everywhere. */
export type Forgotten =
  | { readonly type: 'not-delivered' }
  | (Done['answer'] &
      Pick<KeptOfPolicy, 'attachmentFiles' | 'uploadedFiles'> & {
        /** Environments where it failed or was not completed. */
        readonly notDone: readonly Environment[]
      })

/** What is stored about a policy. Fails only when the open environment cannot be read. */
export async function keptAbout(
  open: Environment,
  policy: PolicyNumber,
): Promise<Result<KeptEverywhere, Failure>> {
  const places: KeptOfPolicy[] = []
  const notLookedAt: Environment[] = []
  for (const environment of [open, ...othersThan(open)]) {
    const found = await askMain('privacy:about-policy', { policy, environment })
    if (found.ok) {
      const owed = found.value.entries.filter(({ state }) => !mayBeForgotten({ name: state })).length
      places.push({ ...found.value, environment, owed })
    } else if (environment === open) return found
    else notLookedAt.push(environment)
  }
  return ok({ places, notLookedAt })
}

/** Refused as a whole while any environment has something undelivered. Safe to retry after an interruption. */
export async function forgetEverywhere(
  open: Environment,
  policy: PolicyNumber,
  filesAside: boolean,
): Promise<Result<Forgotten, Failure>> {
  const found = await keptAbout(open, policy)
  if (!found.ok) return found
  const { places, notLookedAt } = found.value
  if (places.some(({ owed }) => owed > 0)) return ok({ type: 'not-delivered' })
  const done: Done[] = []
  const notDone = [...notLookedAt]
  for (const kept of places.toReversed()) {
    const { environment } = kept
    const answer: Result<ForgetAnswer, Failure> = await askMain('privacy:forget-policy', {
      policy,
      environment,
      filesAside,
    })
    // Main refused because an entry of the policy was submitted after the search.
    if (answer.ok && answer.value.type === 'forgotten') done.push({ kept, answer: answer.value })
    else if (environment === open) return answer.ok ? err({ type: 'not-possible-now' }) : answer
    else notDone.push(environment)
  }
  const sum = (countOf: (one: Done) => number): number => done.reduce((all, one) => all + countOf(one), 0)
  return ok({
    type: 'forgotten',
    entries: sum(({ answer }) => answer.entries),
    drafts: sum(({ answer }) => answer.drafts),
    attachmentFiles: sum(({ kept }) => kept.attachmentFiles),
    uploadedFiles: sum(({ kept }) => kept.uploadedFiles),
    keptDetails: sum(({ answer }) => answer.keptDetails),
    listedClaims: sum(({ answer }) => answer.listedClaims),
    filesAside: sum(({ answer }) => answer.filesAside),
    isDestroyed: done.every(({ answer }) => answer.isDestroyed),
    notDone: environments.filter((name) => notDone.includes(name)),
  })
}

interface Done {
  readonly kept: KeptOfPolicy
  readonly answer: Extract<ForgetAnswer, { readonly type: 'forgotten' }>
}

function othersThan(environment: Environment): readonly Environment[] {
  return environments.filter((name) => name !== environment)
}
