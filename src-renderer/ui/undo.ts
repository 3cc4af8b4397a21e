import { shallowRef } from 'vue'

/** Something that was just done, and how it is undone. */
export interface UndoOffer {
  /** What was done, in a short sentence. */
  readonly text: string
  /** Its screen shows how to do it by hand: the offer ends with that. Nothing else brings back what was deleted. */
  readonly isOfScreen?: boolean
  readonly undo: () => Promise<{ readonly ok: boolean }>
}

/** The present offer, which the layout shows for ten seconds; the next one replaces it. */
export const undoOffer = shallowRef<UndoOffer | null>(null)
