import { basename, join } from 'node:path'
import { expect, test } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const tallestPx = 6_000

type Rules = NonNullable<RunOptions['runOnly']>
type Theme = 'light' | 'dark'
const all: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** Those of them that look at colours, which are all that a theme changes. */
const ofColours: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Looks for what axe can find of the guidelines' levels A and AA, in the light theme and, of colours, in the dark. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  expect.soft(await page.evaluate(unseen), `${state}: seen only by a mouse above it`).toEqual([])
  await expectKept(page, all, 'light', state)
  // Every state is looked at in the dark by `npm run test:all`; the same tokens colour them all.
  if (process.env['CLAIMS_DESK_ONE_OF_EACH'] !== 'yes') await expectKept(page, ofColours, 'dark', state)
  await page.evaluate(() => document.documentElement.style.removeProperty('color-scheme'))
}

/** What could be used, but is transparent until something happens to it. */
const unseen = (): string[] =>
  [...document.querySelectorAll('a, button, input, select, textarea')]
    .filter((element) => element.checkVisibility() && !element.checkVisibility({ opacityProperty: true }))
    .map(({ outerHTML }) => outerHTML.slice(0, 200))

async function expectKept(page: Page, rules: Rules, theme: Theme, state: string): Promise<void> {
  const isOnCross = await page.evaluate((scheme) => {
    // What the setting sets (styles/base.css), without a setting: nothing else of the page changes.
    document.documentElement.style.colorScheme = scheme
    // The theme's transition is brought to its end: colours in between do not matter.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
    return document.activeElement?.matches('[role=dialog] [aria-label=Close]')
  }, theme)
  expect.soft(isOnCross, `${state}: the focus is on the cross`).not.toBe(true)
  const { found, looked } = await page.evaluate(async (runOnly) => {
    // Of what passes the number of rules is enough: every element that did would be half a megabyte.
    const { violations, passes } = await window.axe.run({ runOnly, resultTypes: ['violations'] })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    )
    return { found, looked: passes.length }
  }, rules)
  expect.soft(found, `${state}, ${theme}`).toEqual([])
  expect(looked, 'axe looked at something').toBeGreaterThan(rules === all ? 5 : 0)
  // Afterwards: the page scrolls for it, and what stands half behind the bar below is a smaller target.
  await takePicture(page, `${state}, ${theme}`)
}

// What axe has looked at is what `npm run screens` shows: no state is in one and not in the other.
async function takePicture(page: Page, state: string): Promise<void> {
  const folder = process.env['CLAIMS_DESK_SCREENS']
  if (folder === undefined) return
  const name = `${basename(test.info().file, '.spec.ts')} · ${state}`.replace(/[^\p{L}\p{N} ·,’-]/gu, '')
  const { width, height, below } = await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role=dialog] > div, [role=alertdialog]')]
    const scrolled = dialogs.length > 0 ? dialogs : [...document.querySelectorAll('main')]
    const below = Math.max(0, ...scrolled.map((element) => element.scrollHeight - element.clientHeight))
    return { width: innerWidth, height: innerHeight, below }
  })
  // The window grows for the picture: what is below the fold is looked at too.
  const devtools = await page.context().newCDPSession(page)
  const size = { width, height: Math.min(height + below, tallestPx), deviceScaleFactor: 0, mobile: false }
  await devtools.send('Emulation.setDeviceMetricsOverride', size)
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
  await devtools.send('Emulation.clearDeviceMetricsOverride')
  await devtools.detach()
}
