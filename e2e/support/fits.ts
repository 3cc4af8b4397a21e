import type { Page } from 'playwright-core'
import { brokenLayout } from './broken-layout.ts'
import { drawnBySystemFonts } from './drawn-fonts.ts'
import { expect } from './fixtures.ts'
import { cutOffBy, lookAtPaper } from './paper.ts'

interface WindowSize {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly deviceScaleFactor: number
}
/** A window of 1024 × 700, as it is and magnified to 200 %: then the page has half as much room each way. */
const sizes: readonly WindowSize[] = [
  { name: '1024 × 700', width: 1024, height: 700, deviceScaleFactor: 1 },
  { name: '1024 × 700 at 200 %', width: 512, height: 350, deviceScaleFactor: 2 },
]
/** The usual laptop's, where a claim stands beside the list; and the narrowest in which it does. */
export const besideList: readonly WindowSize[] = [
  { name: '1366 × 768', width: 1366, height: 768, deviceScaleFactor: 1 },
  { name: '1280 × 700', width: 1280, height: 700, deviceScaleFactor: 1 },
]

/** Finds texts that do not fit on the current screen, or that a font of the system's draws. */
export async function expectFits(page: Page, state: string, windows = sizes): Promise<void> {
  const client = await page.context().newCDPSession(page)
  try {
    await settled(page)
    expect.soft(await drawnBySystemFonts(page), `${state}: drawn by fonts of the system’s`).toEqual([])
    for (const { name, ...size } of windows) {
      await client.send('Emulation.setDeviceMetricsOverride', { ...size, mobile: false })
      await settled(page)
      expect.soft(await page.evaluate(brokenLayout), `${state}, ${name}: does not fit`).toEqual([])
    }
  } finally {
    await client.send('Emulation.clearDeviceMetricsOverride')
    await client.detach()
  }
}

/** The same for what would come out of the printer now, on paper of every width. */
export async function expectPaperFits(page: Page, state: string): Promise<void> {
  await lookAtPaper(page, async (sheet, width) => {
    expect.soft(await cutOffBy(sheet), `${state} on ${width} mm`).toEqual([])
  })
}

/** The new size is laid out in the bundled fonts, and nothing moves any more. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A file of letters comes when a letter of it is on the screen: until then a font of the system's stands in for it.
    await Promise.all([...document.fonts].map((font) => font.load()))
    // What floats beside a button is looked at where the button is in sight.
    const { id = '' } = document.querySelector(':popover-open') ?? {}
    if (id !== '') document.querySelector(`[popovertarget="${id}"]`)?.scrollIntoView({ block: 'nearest' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })
}
