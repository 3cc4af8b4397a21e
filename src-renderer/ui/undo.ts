import { shallowRef } from 'vue'

/** Something that was just done, and how it is undone. */
export interface UndoOffer {
  /** What was done, in a short sentence. */
  readonly text: string
  readonly undo: () => Promise<{ readonly ok: boolean }>
}

/** The present offer, which the layout shows for ten seconds; the next one replaces it. */
export const undoOffer = shallowRef<UndoOffer | null>(null)
