/** A window that nobody sees draws nothing: what waits for the screen goes on then, too. */
const unseenMs = 200

/** Once what was just changed is on the screen. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const unseen = setTimeout(resolve, unseenMs)
    requestAnimationFrame(() => {
      clearTimeout(unseen)
      // Frames are drawn after their callbacks.
      setTimeout(resolve)
    })
  })
}
