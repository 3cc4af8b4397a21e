import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import { t } from '#renderer/i18n/index.ts'

/** What went wrong and what to do, as a sentence each. */
export function failureWords({ type }: Pick<Failure, 'type'>): string {
  return `${t(`failure.${type}.title`)}. ${t(`failure.${type}.todo`)}`
}

/** Why something was not done, in words; null where it was. */
export function whyNot(result: Result<unknown, Failure>): string | null {
  return result.ok ? null : failureWords(result.error)
}
