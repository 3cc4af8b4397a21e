import type { Source } from '#renderer/repositories/pharmacies-repository.ts'
import { moment } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/index.ts'

/** Where what is shown comes from, when it is not fresh from the API. */
export function sourceWords(source: Source): { readonly title: string; readonly detail: string } | null {
  if (source.type === 'api') return null
  const why = t(`failure.${source.failure.type}.title`)
  const when = moment(source.fetchedAt)
  return source.type === 'kept'
    ? { title: t('pharmacies.kept', { when }), detail: t('pharmacies.kept-detail', { why }) }
    : { title: t('pharmacies.kept-partly', { when }), detail: t('pharmacies.partly-detail', { why }) }
}
