/** When things were first seen, in ms as `Date.now()` tells. */
export interface PaintTimes {
  /** The first frame with anything in it. */
  readonly first: number
  /** The frame with the largest part of what is on the screen now. */
  readonly largest: number
  readonly isInMain: boolean
}

/** Runs in the page, once everything is on the screen: the browser has noted when each part was painted. */
export async function paintTimes(): Promise<PaintTimes> {
  const first = performance.getEntriesByName('first-contentful-paint')[0]
  if (first === undefined) throw new Error('Nothing was painted.')
  const largest = await new Promise<PerformanceEntry | undefined>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect()
      resolve(list.getEntries().at(-1))
    })
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
  })
  const element: unknown = largest === undefined ? null : Reflect.get(largest, 'element')
  return {
    first: performance.timeOrigin + first.startTime,
    largest: performance.timeOrigin + (largest?.startTime ?? Number.NaN),
    isInMain: element instanceof Element && element.closest('main') !== null,
  }
}
