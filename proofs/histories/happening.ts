import type { Product } from '#shared/domain/product.ts'
import type { NotSentCause, UncertainCause } from '#shared/outbox/attempt-outcome.ts'

/*
 * The vocabulary of simulated histories: data alone, so that a failing one shrinks, prints, and stays as a kept test.
 * Whatever the numbers are, a history is valid: what an officer picks is counted round, faults add up.
 */

/** The fate of one POST: when the server acts on it, when its list shows that, and what the caller gets. */
export type PostFate =
  | { readonly type: 'answered'; readonly hiddenMs: number }
  | { readonly type: 'rejected' }
  | { readonly type: 'never-left'; readonly cause: NotSentCause }
  | { readonly type: 'key-refused' }
  | { readonly type: 'rate-limited'; readonly retryAfterMs: number }
  /** The answer is lost. @param commitAfterMs when the server acts on it; null: never. */
  | {
      readonly type: 'lost'
      readonly cause: UncertainCause
      readonly commitAfterMs: number | null
      readonly hiddenMs: number
    }
  /** No answer ever comes. */
  | { readonly type: 'hangs'; readonly commitAfterMs: number | null; readonly hiddenMs: number }

/** The fault that every request to the API meets. */
export type Weather =
  'fine' | 'offline' | 'intercepted' | 'key-refused' | 'rate-limited' | 'server-trouble' | 'lists-fail'

/** The fault that readings of one product's list meet. A cut list is shorter than any earlier reading. */
export type ListFault = 'none' | 'server-error' | 'timeout' | 'wrong-shape' | 'cut-newest' | 'cut-oldest'

/** How the server's list spells what it was sent. */
export type Spelling = 'as-sent' | 'upper-policy' | 'spaced' | 'decomposed'

/** Where a process can be killed. */
export type Brink = 'before-write' | 'after-write' | 'asking' | 'arriving' | 'answering' | 'timer'

export type OfficerDoes =
  | 'accept-as-sent'
  | 'send-again'
  | 'discard'
  | 'to-draft'
  | 'edit-draft'
  | 'send-now'
  | 'look-now'
  | 'try-now'
  | 'acknowledge'
  | 'submit-again'

export type Happening =
  | { readonly type: 'submit-claim'; readonly policy: number; readonly product: Product }
  | { readonly type: 'submit-request'; readonly policy: number }
  | { readonly type: 'time'; readonly seconds: number }
  | { readonly type: 'fate'; readonly fate: PostFate }
  | { readonly type: 'weather'; readonly weather: Weather }
  | { readonly type: 'list'; readonly product: Product; readonly fault: ListFault }
  | { readonly type: 'spelling'; readonly spelling: Spelling }
  /** Another computer's claim is in the list: like an own entry in all fields but one, in all ten, or not at all. */
  | {
      readonly type: 'other-computer'
      readonly product: Product
      readonly like: 'similar' | 'equal' | 'other'
      readonly pick: number
    }
  | { readonly type: 'kill' }
  /** The process is killed when it reaches such a point for the nth time from now. */
  | { readonly type: 'kill-at'; readonly brink: Brink; readonly nth: number }
  | { readonly type: 'sleep'; readonly seconds: number }
  | { readonly type: 'suspend' }
  | { readonly type: 'resume' }
  | { readonly type: 'pause'; readonly paused: boolean }
  /** @param writes how many more writes succeed before all fail */
  | { readonly type: 'full-disk'; readonly writes: number }
  /** The wall clock jumps: years, a day, an hour of summer time. */
  | { readonly type: 'clock-jump'; readonly minutes: number }
  | { readonly type: 'network'; readonly online: boolean }
  | { readonly type: 'contact'; readonly seen: 'online' | 'offline' | 'intercepted' | 'key-refused' }
  | { readonly type: 'key'; readonly has: boolean }
  | { readonly type: 'outside-hold'; readonly held: boolean }
  | { readonly type: 'officer'; readonly does: OfficerDoes; readonly pick: number }

/** The circumstances of a history. */
export interface Circumstances {
  /** The engine's random numbers, in [0, 1), used cyclically. */
  readonly chances: readonly number[]
  readonly baselineMaxAgeMinutes: number
  /** How many entries, each of another policy, may be in flight at once. */
  readonly sideBySide: number
  /** Round-trip times in ms, used cyclically. */
  readonly latenciesMs: readonly number[]
  /** Claims that are in each list before the application first starts. */
  readonly rowsBefore: number
}

/** A whole history. */
export interface HistoryScript {
  readonly circumstances: Circumstances
  readonly happenings: readonly Happening[]
}
