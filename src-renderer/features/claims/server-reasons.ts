import { claimFieldNames, type ClaimFieldName } from '#shared/domain/claim-field-names.ts'
import { refusedFields, type ServerWords } from '#shared/domain/server-words.ts'
import { plural, t } from '#renderer/i18n/index.ts'

/** One reason from the server. `field`: the form field it is about; null if it is none of the ten. */
export interface ServerReason {
  readonly field: ClaimFieldName | null
  readonly text: string
}

/** The insurer's message about a field; null if there is none. */
export function serverReason(words: ServerWords | null, name: ClaimFieldName): string | null {
  const messages = words?.fieldErrors[name]
  return messages === undefined || messages.length === 0 ? null : messages.join(' ')
}

/** Every reason: those of the ten fields first, then others; the general one only if there is no other. */
export function serverReasons(words: ServerWords): readonly ServerReason[] {
  const ofFields = refusedFields(words).map((field) => ({
    field,
    text: reasonText(t(`outbox.fields.${field}`), words.fieldErrors[field]),
  }))
  const others = Object.entries(words.fieldErrors)
    .filter(([name, messages]) => messages.length > 0 && !claimFieldNames.some((known) => known === name))
    .map(([name, messages]) => ({ field: null, text: reasonText(otherLabel(name), messages) }))
  const named = [...ofFields, ...others]
  if (named.length > 0 || words.serverMessage === '') return named
  return [{ field: null, text: t('outbox.rejected', { message: words.serverMessage }) }]
}

/** Why something was rejected, in one line: the first reason, and how many more there are. */
export function rejectionSentence(words: ServerWords): string {
  const [first, ...others] = serverReasons(words)
  if (first === undefined) return t('outbox.rejected-silent')
  return others.length === 0
    ? first.text
    : plural('outbox.rejected-more', others.length, { reason: first.text })
}

function reasonText(field: string, messages: readonly string[] | undefined): string {
  return t('outbox.rejected-field', { field, message: (messages ?? []).join(' ') })
}

// A field that the application does not know keeps the server's name.
function otherLabel(name: string): string {
  return name === 'pharmacyId' ? t('outbox.detail.pharmacy') : name
}
