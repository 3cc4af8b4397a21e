/** When things were first painted, in ms since the epoch. */
export interface PaintTimes {
  /** The window began to load its page. */
  readonly asked: number
  /** The first frame with anything in it. */
  readonly first: number
  /** The last of the page's scripts that were read before the largest part was painted; `asked` where there are none. */
  readonly read: number
  /** The frame with the largest part of what is on the screen then. */
  readonly largest: number
}

/**
 * Runs in the page: the browser records when each part was painted, so that nothing has to poll the page, which
 * would cost it time.
 *
 * @param within waits until the largest part lies within what this selector finds, and no larger one came for a while.
 */
export async function paintTimes(within: string): Promise<PaintTimes> {
  const noLargerForMs = 700
  const largest = await new Promise<PerformanceEntry>((resolve) => {
    let calm: ReturnType<typeof setTimeout> | undefined
    const observer = new PerformanceObserver((list) => {
      const entry = list.getEntries().at(-1)
      clearTimeout(calm)
      const element: unknown = entry === undefined ? null : Reflect.get(entry, 'element')
      if (entry === undefined || !(element instanceof Element) || element.closest(within) === null) return
      calm = setTimeout(() => {
        observer.disconnect()
        resolve(entry)
      }, noLargerForMs)
    })
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
  })
  const first = performance.getEntriesByName('first-contentful-paint')[0]
  if (first === undefined) throw new Error('Nothing was painted.')
  const read = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime < largest.startTime)
    .map(({ startTime, duration }) => startTime + duration)
  return {
    asked: performance.timeOrigin,
    first: performance.timeOrigin + first.startTime,
    read: performance.timeOrigin + Math.max(0, ...read),
    largest: performance.timeOrigin + largest.startTime,
  }
}
