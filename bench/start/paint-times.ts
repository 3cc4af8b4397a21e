/** When things were first seen, in ms as `Date.now()` tells. */
export interface PaintTimes {
  /** The first frame with anything in it. */
  readonly first: number
  /** The frame with the largest part of what is on the screen then. */
  readonly largest: number
}

/**
 * Runs in the page: the browser notes when each part was painted.
 *
 * @param within waits until the largest part lies within what this selector finds.
 */
export async function paintTimes(within: string): Promise<PaintTimes> {
  const largest = await new Promise<PerformanceEntry>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const entry = list.getEntries().at(-1)
      const element: unknown = entry === undefined ? null : Reflect.get(entry, 'element')
      if (entry === undefined || !(element instanceof Element) || element.closest(within) === null) return
      observer.disconnect()
      resolve(entry)
    })
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
  })
  const first = performance.getEntriesByName('first-contentful-paint')[0]
  if (first === undefined) throw new Error('Nothing was painted.')
  return {
    first: performance.timeOrigin + first.startTime,
    largest: performance.timeOrigin + largest.startTime,
  }
}
