import { shallowRef } from 'vue'

/** Something that was just done, and how it is undone. */
export interface UndoOffer {
  /** What was done, in a short sentence. */
  readonly text: string
  readonly undo: () => Promise<{ readonly ok: boolean }>
}

/** What is offered now; the layout shows it for ten seconds. The next offer replaces it. */
export const undoOffer = shallowRef<UndoOffer | null>(null)
