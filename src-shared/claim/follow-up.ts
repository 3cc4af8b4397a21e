import type { ClaimFieldName } from '../domain/claim-fields.ts'

/** What the insurer says of a claim. */
export interface InsurerSays {
  /** Its value, as it came: the spec does not explain them. */
  readonly status: string
  /** Naira; null where its text is not a number. */
  readonly estimate: number | null
  /** It removed the claim from its list. */
  readonly isDeleted: boolean
}

/** One change of what it says; the first one is what it said when the claim was first seen. */
export interface InsurerChange extends InsurerSays {
  /** When it was noticed here (ISO). */
  readonly at: string
}

/** What an officer writes down beside a claim; kept on this computer only. */
export interface ClaimNote {
  readonly text: string
  /** When it was last changed (ISO), and the name of who did; null where there were no officers. */
  readonly at: string
  readonly by: string | null
}

/** A received claim of which an officer said that something is wrong: it stays marked for ever, also once it was told. */
export interface WrongClaim {
  readonly at: string
  readonly by: string | null
  /** The field that is wrong; absent where that was not said. */
  readonly what?: ClaimFieldName
  /** The reference of the claim that was submitted in its place; '' while there is none. */
  readonly replacedBy: string
  /** The insurer was told; until then it needs someone. */
  readonly isDone: boolean
  /** Absent until the insurer was told, and where that was noted before this was kept; `whom` may be ''. */
  readonly told?: { readonly at: string; readonly by: string | null; readonly whom: string }
}

/** The longest name of someone at the insurer, in letters. */
export const longestWhom = 100

/**
 * How a claim is followed: asked about by itself, told by the lists alone since details show another one, no longer since
 * it was received sixty days ago, or over because its status is final.
 */
export type Following = 'asked' | 'lists' | 'no-longer' | 'over'

/** How one of our received claims stands at the insurer, as a row needs it. */
export interface Standing {
  /** Null until the insurer was seen to say anything. */
  readonly says: InsurerSays | null
  /** When the insurer last said it (ISO); null with `says`. */
  readonly asOf: string | null
  /** When a change was last noticed (ISO); null while there was none. */
  readonly changedAt: string | null
  /** The status that the present one followed, and since when (ISO); null while there was no other. */
  readonly followed: { readonly was: string; readonly since: string } | null
  /** It changed, and no one has opened the claim since. */
  readonly isNews: boolean
  /** Its status is one of the office's final ones, or it was removed. */
  readonly isFinal: boolean
  /** The status before was a final one, and this one is not. */
  readonly isReopened: boolean
  readonly following: Following
  readonly wrong: WrongClaim | null
}

/** Everything that became known of a claim after it was received. */
export interface FollowUp {
  /** Oldest first. */
  readonly changes: readonly InsurerChange[]
  readonly note: ClaimNote | null
  readonly wrong: WrongClaim | null
}

/** The longest note, in letters. */
export const longestNote = 2000
