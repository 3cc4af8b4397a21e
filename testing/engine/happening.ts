import type { Product } from '#shared/domain/product.ts'
import type { Writing } from '#testing/insurer/as-written.ts'
import type { TextWays } from '#testing/insurer/kept-text.ts'
import type { Shows } from '#testing/insurer/ways.ts'
import type { NotSentCause, UncertainCause } from '#shared/outbox/attempt-outcome.ts'

/*
 * The vocabulary of simulated histories: data alone, so that a failing one shrinks, prints, and stays as a kept test.
 * Whatever the numbers are, a history is valid: what an officer picks is counted round, faults add up.
 */

/** The fate of one POST: when the server acts on it, when its list shows that, and what the caller gets. */
export type PostFate =
  | {
      readonly type: 'answered'
      readonly hiddenMs: number
      /** The server itself makes two claims of it. */
      readonly twice?: boolean
    }
  | { readonly type: 'rejected' }
  | { readonly type: 'never-left'; readonly cause: NotSentCause }
  | { readonly type: 'key-refused' }
  /** 403 for this POST alone. */
  | { readonly type: 'forbidden' }
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
  | 'fine'
  | 'offline'
  | 'intercepted'
  | 'key-refused'
  | 'rate-limited'
  | 'server-trouble'
  | 'reads-fail'

/**
 * The fault that readings of one product's list meet. `cut-newest` and `cut-oldest` make it shorter than an earlier
 * reading, `short` leaves out rows that are not old yet, `cut-off` ends after half of the rows, `stalls` sends nothing
 * more after them, `endless` never stops sending rows of other branches.
 */
export type ListFault =
  | 'none'
  | 'server-error'
  | 'timeout'
  | 'wrong-shape'
  | 'cut-newest'
  | 'cut-oldest'
  | 'short'
  | 'cut-off'
  /** One row of it has more than is read of a row. */
  | 'long-row'
  | 'stalls'
  | 'endless'

/** The fault that calls for the details of a policy meet. */
export type DetailsFault = 'none' | 'server-error' | 'timeout' | 'wrong-shape' | 'refused'

/** How the server spells policy numbers and white space of what it was sent. */
/** `long`: so much stands before the details that the reference lies beyond what is read of them. */
export type Spelling = 'as-sent' | 'upper-policy' | 'spaced' | 'decomposed' | 'filled' | 'long'

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
  | 'decide-candidates'
  | 'submit-again'
  | 'keep-draft'

export type Happening =
  /** @param twin in all fields like the policy's other twins */
  | {
      readonly type: 'submit-claim'
      readonly policy: number
      readonly product: Product
      readonly twin: boolean
    }
  | { readonly type: 'submit-request'; readonly policy: number }
  | { readonly type: 'time'; readonly seconds: number }
  | { readonly type: 'fate'; readonly fate: PostFate }
  | { readonly type: 'weather'; readonly weather: Weather }
  | { readonly type: 'list'; readonly product: Product; readonly fault: ListFault }
  | { readonly type: 'details'; readonly fault: DetailsFault }
  /** How texts are kept that the server commits from now on. */
  | { readonly type: 'keeps'; readonly text: TextWays }
  | { readonly type: 'spelling'; readonly spelling: Spelling }
  /** How values of claims are written from now on, in whatever is shown. */
  | { readonly type: 'writes'; readonly writing: Writing }
  /** 403 for every claim of one policy; null ends it. */
  | { readonly type: 'forbids'; readonly policy: number | null }
  /**
   * Another computer's claim is made: of the same policy and day as an own entry, with a reference of its own or none,
   * of the same policy and another day, or of another policy.
   */
  | {
      readonly type: 'other-computer'
      readonly product: Product
      readonly like: 'without-reference' | 'with-reference' | 'another-day' | 'another-policy'
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
  /** @param pick counted round; -1 for what was submitted last */
  | { readonly type: 'officer'; readonly does: OfficerDoes; readonly pick: number }
  /** Discards one of those that may be discarded. */
  | { readonly type: 'discard'; readonly pick: number }
  /** Tries to undo a discard. @param back 0: of what was taken out last; 1: of the one before that */
  | { readonly type: 'undo'; readonly back: number }
  /**
   * Corrects what was not accepted: a claim as a draft that is submitted at once, a request by another one of a policy.
   *
   * @param back 0: the newest of them; 1: the one before that. Where there is none, that of all, which is impossible.
   */
  | { readonly type: 'correct'; readonly back: number; readonly policy: number }
  /** Submits or discards a draft that a claim was moved to and that lies there since. */
  | { readonly type: 'draft'; readonly does: 'submit' | 'discard'; readonly pick: number }

/** The circumstances of a history. */
export interface Circumstances {
  /** The engine's random numbers, in [0, 1), used cyclically. */
  readonly chances: readonly number[]
  /** How many entries, each of another policy, may be in flight at once. */
  readonly sideBySide: number
  /** Round-trip times in ms, used cyclically. */
  readonly latenciesMs: readonly number[]
  /** Claims that are in each list before the application first starts. */
  readonly rowsBefore: number
  /** What the insurer's system does all the time, which putting things right does not change. */
  readonly insurer: InsurerNature
}

export interface InsurerNature {
  readonly detailsShow: Shows
  readonly order: 'oldest-first' | 'newest-first' | 'any'
  /** What the answer to a claim repeats of its text. */
  readonly echoes: 'as-sent' | 'as-kept' | 'nothing'
  /** Lists have an ETag, and an unchanged one is not sent again. */
  readonly etags: boolean
  /** How it writes values until that changes; as the spec does by default. */
  readonly writes?: Writing
  /** The policy whose claims get 500 for ever, and nothing of them is taken. */
  readonly failsFor?: number | null
}

/** A whole history. */
export interface HistoryScript {
  readonly circumstances: Circumstances
  readonly happenings: readonly Happening[]
}
