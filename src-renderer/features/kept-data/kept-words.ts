import type { Failure } from '#shared/failure.ts'
import type { KeptEntryLine } from '#shared/ipc/kept-data.ts'
import { plural, t } from '#renderer/i18n/index.ts'
import { moment } from '#renderer/i18n/format.ts'
import type { StartUpFailure } from '#renderer/repositories/start-up.ts'
import type { KeptOfPolicy } from '#renderer/repositories/kept-data-repository.ts'

/** What is kept, one line for each kind; empty when nothing is. */
export function keptLines(kept: KeptOfPolicy): readonly string[] {
  const counted = [
    ['kept-data.history-lines', kept.historyLines],
    ['kept-data.drafts', kept.draftIds.length],
    ['kept-data.kept-claims', kept.keptClaimIds.length],
    ['kept-data.listed', kept.listedClaims],
  ] as const
  return [
    ...kept.entries.map(entryLine),
    ...counted.filter(([, n]) => n > 0).map(([key, n]) => plural(key, n)),
  ]
}

function entryLine({ kind, product, acceptedAt, state }: KeptEntryLine): string {
  const words = { when: moment(acceptedAt), state: t(`kept-data.state.${state}`) }
  return kind === 'claim'
    ? t('kept-data.line-claim', { ...words, product: product === 'okada' ? 'Okada' : 'Keke' })
    : t('kept-data.line-request', words)
}

/** A failure of the page's database in the words main's have. */
export function asFailure(failure: StartUpFailure): Failure {
  if (failure.type === 'database-newer') return { type: 'storage-unavailable' }
  if (failure.type !== 'database-unavailable') return failure
  return failure.reason === 'disk-full' ? { type: 'disk-full' } : { type: 'storage-unavailable' }
}
