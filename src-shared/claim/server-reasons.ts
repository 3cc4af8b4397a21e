import { claimFieldNames, type ClaimFieldName } from '../domain/claim-fields.ts'
import { refusedFields, type ServerWords } from '../domain/correction.ts'
import type { Say } from './say.ts'

/** One reason from the server. `field`: the form field it is about; null if it is none of the ten. */
export interface ServerReason {
  readonly field: ClaimFieldName | null
  readonly text: string
}

/** Every reason: those of the fields first, then others; the general one only if there is no other. */
export function serverReasons(words: ServerWords, say: Say): readonly ServerReason[] {
  const reasonText = (field: string, messages: readonly string[] | undefined): string =>
    say('rejected.field', { field, message: (messages ?? []).join(' ') })
  const ofFields = refusedFields(words).map((field) => ({
    field,
    text: reasonText(say(`fields.${field}`), words.fieldErrors[field]),
  }))
  const others = Object.entries(words.fieldErrors)
    .filter(([name, messages]) => messages.length > 0 && !claimFieldNames.some((known) => known === name))
    // A field that the application does not know keeps the server's name.
    .map(([name, messages]) => ({
      field: null,
      text:
        name === ''
          ? say('rejected.said', { message: messages.join(' ') })
          : reasonText(name === 'pharmacyId' ? say('rejected.pharmacy') : name, messages),
    }))
  const named = [...ofFields, ...others]
  if (named.length > 0 || words.serverMessage === '') return named
  return [{ field: null, text: say('rejected.said', { message: words.serverMessage }) }]
}

/** Why something was rejected, in one line: the first reason, and how many more there are. */
export function rejectionSentence(words: ServerWords, say: Say): string {
  const [first, ...others] = serverReasons(words, say)
  if (first === undefined) return say(words.unread === undefined ? 'rejected.silent' : 'rejected.unread')
  return others.length === 0 ? first.text : say('rejected.more', { n: others.length, reason: first.text })
}

/** The insurer's message about a field; null if there is none. */
export function serverReason(words: ServerWords | null, name: ClaimFieldName): string | null {
  const messages = words?.fieldErrors[name]
  return messages === undefined || messages.length === 0 ? null : messages.join(' ')
}
