import type { ForgetAnswer, ForgottenInPlace, KeptEverywhere, KeptInPlace } from '#shared/contract/privacy.ts'
import { environments, type Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { mayBeForgotten } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'

/** What is done about one policy in one environment. */
export interface InPlace {
  readonly about: (environment: Environment) => Promise<Result<KeptInPlace, Failure>>
  readonly forget: (environment: Environment) => Promise<Result<ForgottenInPlace, Failure>>
}

/** What is stored about a policy. Fails only when the open environment cannot be read. */
export async function keptEverywhere(
  open: Environment,
  { about }: Pick<InPlace, 'about'>,
): Promise<Result<KeptEverywhere, Failure>> {
  const places: KeptEverywhere['places'][number][] = []
  const notLookedAt: Environment[] = []
  for (const environment of [open, ...environments.filter((one) => one !== open)]) {
    const found = await about(environment)
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
  { about, forget }: InPlace,
): Promise<Result<ForgetAnswer, Failure>> {
  const found = await keptEverywhere(open, { about })
  if (!found.ok) return found
  const { places, notLookedAt } = found.value
  if (places.some(({ owed }) => owed > 0)) return ok({ type: 'not-delivered' })
  const done: Done[] = []
  const notDone = [...notLookedAt]
  for (const kept of places.toReversed()) {
    const { environment } = kept
    const answer = await forget(environment)
    // Refused because an entry of the policy was submitted after the search.
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
  readonly kept: KeptInPlace
  readonly answer: Extract<ForgottenInPlace, { readonly type: 'forgotten' }>
}
