/** Does something once it has been calm for a while. */
export interface WhenCalm {
  /** It is to be done. @param calmMs without a stir before it is. */
  want(calmMs: number): void
  /** Somebody is at work: what is to be done waits anew. */
  stir(): void
}

export function whenCalm(work: () => void): WhenCalm {
  let waiting: { readonly timer: NodeJS.Timeout; readonly calmMs: number } | null = null
  const want = (calmMs: number): void => {
    if (waiting !== null) clearTimeout(waiting.timer)
    const timer = setTimeout(() => {
      waiting = null
      work()
    }, calmMs)
    waiting = { timer, calmMs }
  }
  return {
    want,
    stir() {
      if (waiting !== null) want(waiting.calmMs)
    },
  }
}
