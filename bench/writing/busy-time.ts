import type { Page } from 'playwright-core'

/** The busy time of a page's thread since it was opened, in ms. */
export interface BusyTime {
  readonly all: number
  readonly style: number
  readonly layout: number
}

/** @returns a function that reads how long this page's thread was busy so far, and with what. */
export async function busyTimeOf(page: Page): Promise<() => Promise<BusyTime>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (wanted: string): number =>
      (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000
    return { all: of('TaskDuration'), style: of('RecalcStyleDuration'), layout: of('LayoutDuration') }
  }
}
