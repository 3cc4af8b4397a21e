/** Does something once it has been calm for a while. */
export interface WhenCalm {
  /** It is to be done. */
  want(): void
  /** Somebody is at work: what is to be done waits anew. */
  stir(): void
}

/** @param calmMs without a stir before it is done. */
export function whenCalm(work: () => void, calmMs: number): WhenCalm {
  let waiting: NodeJS.Timeout | null = null
  const want = (): void => {
    if (waiting !== null) clearTimeout(waiting)
    waiting = setTimeout(() => {
      waiting = null
      work()
    }, calmMs)
  }
  return {
    want,
    stir() {
      if (waiting !== null) want()
    },
  }
}
