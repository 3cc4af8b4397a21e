import type { LinkCheck } from '#shared/domain/link-check.ts'
import { fileSize } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/index.ts'

/** What lies at a link, in plain words. */
export function linkCheckWords(found: LinkCheck | 'failed' | 'offline'): string {
  if (typeof found === 'string') return t(`link-check.${found}`)
  if (found.type === 'server-trouble')
    return t('link-check.server-trouble', { status: String(found.httpStatus) })
  if (found.type !== 'found') return t(`link-check.${found.type}`)
  const words = t(`link-check.found-${found.kind}`)
  return found.size === null ? words : t('link-check.with-size', { found: words, size: fileSize(found.size) })
}
