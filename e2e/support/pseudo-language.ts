import type { Page } from 'playwright-core'
import { outsideCatalogue } from '#main/testing/outside-catalogue.ts'
import { pseudoLanguage } from '#shared/language/language.ts'
import { drawnBySystemFonts } from './drawn-fonts.ts'
import { expect } from './fixtures.ts'
import { cutOffBy, lookAtPaper } from './paper.ts'
import { request } from './request.ts'
import { brokenLayout, shownTexts, type ShownText } from './shown-texts.ts'

/** A window of 1024 × 700, as it is and magnified to 200 %: then the page has half as much room each way. */
const sizes = [
  { name: '1024 × 700', width: 1024, height: 700, deviceScaleFactor: 1 },
  { name: '1024 × 700 at 200 %', width: 512, height: 350, deviceScaleFactor: 2 },
] as const

/** Texts that are not the application's, and why. */
const notTexts: readonly (readonly [why: string, what: RegExp])[] = [
  ['the name of the application', /\bClaims Desk\b/g],
  ['policy numbers', /\b[A-Z]{2,3}\/\d{4}\/[A-Z]{2}\/\d{6}\b/g],
  ['branch references', /\[Ref [^\]]*\]|\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g],
  ['links', /https?:\/\/\S*/g],
  [
    'names of days and months out of ICU',
    /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g,
  ],
  [
    'names of days and months out of ICU',
    /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/g,
  ],
  ['sizes out of ICU', /\b\d[\d.,]* (?:kB|MB|bytes?)\b/g],
  ['names of languages out of ICU', /^English$/g],
]

export interface Strange {
  /** What the test itself typed, and what comes from its made-up insurer. */
  readonly data?: readonly (string | RegExp)[]
}

/** Shows the page in the pseudo-language, or in that of the computer again. */
async function speak(page: Page, language: string): Promise<void> {
  await request(page, 'settings:change', { language })
  await page
    .locator(language === 'system' ? 'html[lang^="en-"]:not([lang="en-XA"])' : `html[lang="${language}"]`)
    .waitFor()
}

/** Finds hard-coded texts and texts that do not fit on the current screen. */
export async function expectTranslatable(
  page: Page,
  state: string,
  { data = [] }: Strange = {},
): Promise<void> {
  await speak(page, pseudoLanguage)
  await expectTranslatableNow(page, state, { data })
  await speak(page, 'system')
}

/** The same where the page is in the pseudo-language already. */
export async function expectTranslatableNow(
  page: Page,
  state: string,
  { data = [] }: Strange = {},
): Promise<void> {
  const client = await page.context().newCDPSession(page)
  try {
    await settled(page)
    expect.soft(await drawnBySystemFonts(page), `${state}: drawn by fonts of the system’s`).toEqual([])
    for (const { name, ...size } of sizes) {
      await client.send('Emulation.setDeviceMetricsOverride', { ...size, mobile: false })
      await settled(page)
      expectOfCatalogue(await page.evaluate(shownTexts), state, data)
      expect.soft(await page.evaluate(brokenLayout), `${state}, ${name}: does not fit`).toEqual([])
      const pictures = process.env['CLAIMS_DESK_PICTURES']
      if (pictures !== undefined) {
        const file = `${state}-${name}`.replaceAll(/[^\w]+/g, '-')
        await page.screenshot({ path: `${pictures}/${file}.png` })
      }
    }
  } finally {
    await client.send('Emulation.clearDeviceMetricsOverride')
    await client.detach()
  }
}

/** The same for what would come out of the printer now, on paper of every width. */
export async function expectPaperTranslatable(
  page: Page,
  state: string,
  { data = [] }: Strange = {},
): Promise<void> {
  await speak(page, pseudoLanguage)
  await lookAtPaper(page, async (sheet, width) => {
    expectOfCatalogue(await page.evaluate(shownTexts), `${state} on paper`, data)
    expect.soft(await cutOffBy(sheet), `${state} on ${width} mm`).toEqual([])
    const pictures = process.env['CLAIMS_DESK_PICTURES']
    const file = `${state}-${width}`.replaceAll(/[^\w]+/g, '-')
    if (pictures !== undefined) await sheet.screenshot({ path: `${pictures}/${file}.png` })
  })
  await speak(page, 'system')
}

function expectOfCatalogue(
  texts: readonly ShownText[],
  state: string,
  data: readonly (string | RegExp)[],
): void {
  expect(texts.length, 'there is something to read').toBeGreaterThan(2)
  const hardCoded = texts.flatMap(({ text, where }) =>
    /\p{L}/u.test(withoutData(text, data)) ? [`${text} (${where})`] : [],
  )
  expect.soft(hardCoded, `${state}: not out of the catalogue`).toEqual([])
}

/** Whether a text comes out of the catalogue as a whole. */
export function isOfCatalogue(text: string): boolean {
  return !/\p{L}/u.test(withoutData(text, []))
}

/** What is left of a text without what stands in the catalogue's brackets, and without data. */
function withoutData(text: string, data: readonly (string | RegExp)[]): string {
  return outsideCatalogue(text, [...notTexts.map(([, what]) => what), ...data])
}

/** The new size is laid out in the bundled fonts, and nothing moves any more. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A file of letters comes when a letter of it is on the screen: until then a font of the system's stands in for it.
    await Promise.all([...document.fonts].map((font) => font.load()))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })
}
