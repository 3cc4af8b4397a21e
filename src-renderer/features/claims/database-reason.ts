import { t } from '#renderer/i18n/index.ts'
import type { NotSaved } from '#renderer/data/repositories/draft-keeper.ts'

/** Why the page's database could not store something, as the end of a sentence. */
export function databaseReason(failure: NotSaved['failure']): string {
  return failure.type === 'database-newer' ? t('claim.save.newer') : t(`claim.save.${failure.reason}`)
}
