/** A hidden window draws no frames: after this time, the caller continues anyway. */
const unseenMs = 200

/** Resolves once the latest changes are on the screen. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const unseen = setTimeout(resolve, unseenMs)
    requestAnimationFrame(() => {
      clearTimeout(unseen)
      // A frame is drawn after its callbacks have run.
      setTimeout(resolve)
    })
  })
}
