import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import { inWords } from '#renderer/i18n/index.ts'

/** What went wrong and what to do, as a sentence each; empty where a person just said no, who knows it. */
export function failureWords({ type }: Pick<Failure, 'type'>): string {
  if (type === 'declined') return ''
  const { title, text } = inWords(`failure.${type}`)
  return `${title}. ${text}`
}

/** The words for a failed result, as `failureWords`; null for one that succeeded. */
export function whyNot(result: Result<unknown, Failure>): string | null {
  return result.ok ? null : failureWords(result.error)
}
