import type { Locator, Page } from 'playwright-core'
import { expect } from './fixtures.ts'

/** Paper rolls and sheets, within their margins. */
const widthsMm = [48, 72, 138, 200] as const

/** What would come out of the printer now, looked at on paper of every width. */
export async function lookAtPaper(
  page: Page,
  look: (sheet: Locator, widthMm: number) => Promise<void>,
): Promise<void> {
  const sheet = page.locator('body > .print-slip')
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.emulateMedia({ media: 'print' })
  for (const width of widthsMm) {
    await page.setViewportSize({ width: Math.round((width / 25.4) * 96), height: 700 })
    await expect(sheet).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await look(sheet, width)
  }
  await page.emulateMedia({ media: null })
  await page.setViewportSize(before)
}

/** What the paper's edge cuts off. */
export async function cutOffBy(sheet: Locator): Promise<readonly string[]> {
  return await sheet.evaluate((element) =>
    [element, ...element.querySelectorAll(':not(.sr-only)')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      .map((part) => part.outerHTML.slice(0, 100)),
  )
}
