import type { Environment } from '#shared/domain/product.ts'
import { parseBaseUrl } from '#shared/settings.ts'
import { t } from '#renderer/i18n/index.ts'

/** What is wrong with a typed base URL, in words; undefined if it is valid. */
export function baseUrlProblem(typed: string): string | undefined {
  if (typed.trim() === '') return t('connect-form.base-url-required')
  const parsed = parseBaseUrl(typed)
  return parsed.ok ? undefined : t(`connect-form.${parsed.error.type}`)
}

/** What is wrong with a typed key, in words; undefined if it is valid. Main checks it again. */
export function keyProblem(typed: string): string | undefined {
  const key = typed.trim()
  if (key === '') return t('connect-form.key-required')
  return key.length <= 4096 && /^[\x21-\x7e]+$/.test(key) ? undefined : t('connect-form.key-invalid')
}

/** Environments to choose from, each with what it means. */
export function environmentOptions<E extends Environment>(names: readonly E[]) {
  return names.map((value) => ({
    value,
    label: t(`environment.${value}.name`),
    hint: t(`environment.${value}.says`),
  }))
}
