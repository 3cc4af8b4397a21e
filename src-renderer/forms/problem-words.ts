import type { SecretWeakness } from '#shared/domain/officer.ts'
import { failureWords } from '#renderer/ui/failure-words.ts'
import { plural, t } from '#renderer/i18n/index.ts'
import type { OfficerProblem } from '#renderer/stores/officers.ts'

/** A wait in words: seconds up to a minute, then minutes, rounded up. */
function waitWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return seconds < 60
    ? plural('time.seconds', seconds)
    : plural('says.duration.minutes', Math.ceil(seconds / 60))
}

function weaknessWords(weakness: SecretWeakness, minimumLength: number): string {
  switch (weakness) {
    case 'no-letters':
    case 'date':
    case 'common':
      return t(`officers.problem.${weakness}`)
    case 'too-short':
    case 'one-character':
    case 'in-sequence':
    case 'repeats':
      return t('officers.problem.weak-secret', { n: minimumLength })
  }
}

/** What went wrong and what to do, in one sentence. */
export function problemWords(problem: OfficerProblem): string {
  switch (problem.type) {
    case 'wrong-secret':
      return problem.retryAfterMs > 0
        ? t('officers.problem.wrong-secret-wait', { time: waitWords(problem.retryAfterMs) })
        : t('officers.problem.wrong-secret')
    case 'weak-secret':
      return weaknessWords(problem.problem, problem.minimumLength)
    case 'first-secret':
    case 'name-taken':
    case 'unknown-officer':
    case 'not-allowed':
    case 'last-manager':
      return t(`officers.problem.${problem.type}`)
    case 'wait':
      return t('officers.problem.wait', { time: waitWords(problem.retryAfterMs) })
    default:
      return failureWords(problem)
  }
}
