import type { Environment } from '#shared/domain/product.ts'
import type { ForgetAnswer, KeptEntryLine, KeptEverywhere, KeptOfPolicy } from '#shared/contract/privacy.ts'
import { plural, say, t } from '#renderer/i18n/index.ts'
import { moment } from '#shared/language/format.ts'

/** The kept data of one environment, under its name. */
export interface KeptGroup {
  readonly environment: Environment
  readonly name: string
  readonly lines: readonly string[]
}

/** The kept data by environment; empty if there is none. */
export function keptGroups({ places }: KeptEverywhere): readonly KeptGroup[] {
  return places
    .map((kept) => ({
      environment: kept.environment,
      name: t(`environment.${kept.environment}.name`),
      lines: keptLines(kept),
    }))
    .filter(({ lines }) => lines.length > 0)
}

/** Names of damaged files set aside in any environment. */
export function filesAsideOf({ places }: KeptEverywhere): readonly string[] {
  return places.flatMap(({ filesAside }) => filesAside)
}

/** What is not received yet, by environment. */
export function owedLines({ places }: KeptEverywhere): readonly string[] {
  return places
    .filter(({ owed }) => owed > 0)
    .map(({ environment, owed }) =>
      plural('kept-data.owed-in', owed, { environment: t(`environment.${environment}.name`) }),
    )
}

/** Names of environments, as a list in a sentence. */
export function namesOf(environments: readonly Environment[]): string {
  return environments.map((environment) => t(`environment.${environment}.name`)).join(', ')
}

/** What was removed, in one sentence. */
export function removedWords(answer: Extract<ForgetAnswer, { readonly type: 'forgotten' }>): string {
  const detail = t('kept-data.done-detail', {
    entries: plural('kept-data.part-entries', answer.entries),
    drafts: plural('backup.count-drafts', answer.drafts),
    attachments: plural('kept-data.part-attachments', answer.attachmentFiles),
    kept: plural('kept-data.part-kept', answer.keptDetails),
    listed: plural('kept-data.part-listed', answer.listedClaims),
    files: plural('kept-data.part-files', answer.filesAside),
  })
  return [
    detail,
    answer.uploadedFiles === 0 ? '' : plural('kept-data.done-uploaded', answer.uploadedFiles),
    answer.isDestroyed ? '' : t('kept-data.done-unswept'),
  ]
    .filter((text) => text !== '')
    .join(' ')
}

/** One line for each kind. */
function keptLines(kept: KeptOfPolicy): readonly string[] {
  const counted = [
    ['kept-data.history-lines', kept.historyLines],
    ['backup.count-drafts', kept.drafts],
    ['kept-data.part-attachments', kept.attachmentFiles],
    ['kept-data.uploaded', kept.uploadedFiles],
    ['kept-data.part-kept', kept.keptDetails],
    ['kept-data.part-listed', kept.listedClaims],
    ['kept-data.copies', kept.copies],
  ] as const
  return [
    ...kept.entries.map(entryLine),
    ...counted.filter(([, n]) => n > 0).map(([key, n]) => plural(key, n)),
  ]
}

function entryLine({ product, acceptedAt }: KeptEntryLine): string {
  return t('kept-data.line', {
    what: say(`kinds.${product ?? 'pharmacy-request'}`),
    when: moment(acceptedAt),
  })
}
