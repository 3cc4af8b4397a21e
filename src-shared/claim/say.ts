import type { KeyIn, NamedParts } from '../language/message.ts'
import type { enSays } from './en-says.ts'

/** The key of a text about a claim; a missing one is a type error. */
export type SaysKey = KeyIn<(typeof enSays)['says']>

/**
 * Turns a key into words in the language of whoever asks, with its `{named}` parts filled in; `n` also chooses the form.
 * The function itself fills in `{insurer}` and `{Insurer}`.
 */
export type Say = (key: SaysKey, named?: NamedParts) => string

/** The severity of a state: selects colour and icon, never the text. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'
