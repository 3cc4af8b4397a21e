import type { BackupContents, BackupCounts, BackupRefusal, FileCount } from '#shared/contract/backup.ts'
import { fileSize, moment } from '#shared/language/format.ts'
import { inWords, plural, t } from '#renderer/i18n/index.ts'
import type { Words } from '#renderer/i18n/words.ts'

/** The counts in words, for the middle of a sentence; zero counts are left out. */
export function countWords({ open, settled, drafts }: BackupCounts, files?: FileCount): string {
  const parts = [
    open > 0 ? plural('backup.count-open', open) : null,
    settled > 0 ? plural('backup.count-settled', settled) : null,
    drafts > 0 ? plural('backup.count-drafts', drafts) : null,
    files !== undefined && files.files > 0 ? fileWords(files) : null,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/** Files with their size, such as “3 photos and PDFs (1.2 MB)”. */
export function fileWords({ files, bytes }: FileCount): string {
  return plural('backup.count-files', files, { size: fileSize(bytes) })
}

export function isNothing({ open, settled, drafts }: BackupCounts): boolean {
  return open + settled + drafts === 0
}

/** Why a backup cannot be imported, and what to do about it. */
export function refusalWords(why: BackupRefusal): Words {
  const parts = {
    version: 'application' in why ? why.application : '',
    environment: 'environment' in why ? t(`environment.${why.environment}.name`) : '',
    when: 'at' in why ? moment(why.at) : '',
  }
  return inWords(`backup.refused.${why.type}`, parts)
}

/** What becomes of a backup on this computer, line by line. */
export function takingInLines({
  from,
  known,
  brings,
}: Pick<BackupContents, 'from' | 'known' | 'brings'>): readonly string[] {
  const isHere = known > 0 ? [plural('backup.known', known)] : []
  if (isNothing(brings)) return isHere
  const whose = t('backup.as-copy', { number: from })
  return [whose, t('backup.as-copy-claims'), t('backup.as-copy-requests'), ...isHere]
}
