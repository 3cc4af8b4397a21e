import { textsOf } from '#shared/language/message.ts'
import { everyText } from '../../scripts/every-text.ts'
import { AppPage } from '../pages/app-page.ts'
import { drawnBySystemFonts } from '../support/drawn-fonts.ts'
import { expect, test } from '../support/fixtures.ts'

/** Letters as typed in Nigeria, both precomposed and with combining accents, and the symbols of the screen texts. */
const letters = 'á à ā ẹ ẹ́ ẹ̀ ị ọ ọ́ ọ̀ ṣ ụ ń ǹ n̄ ḿ m̀ ṅ ɓ ɗ ƙ ƴ ʼ ŋ ɲ ǝ ʌ ɔ́ r̃ ₦ – ’ “ ” … · × ↑ ↓'
/** Every letter of every text, but for the keys of a Mac, which its system's font has. */
const ofTexts = [...new Set([...textsOf(everyText)].flatMap(([, text]) => Array.from(text)))]
  .filter((letter) => !/[\s⇧⌘]/.test(letter))
  .join(' ')

test('letters of Nigeria and the signs of our texts are drawn by the bundled fonts, wherever they are typed', async ({
  app,
}) => {
  const appPage = new AppPage(await app.window())
  await appPage.startPractice()
  await appPage.newClaim('keke')
  expect(await drawnBySystemFonts(appPage.page)).toEqual([])
  await appPage.field('Place of the incident').fill(`${letters} ${letters.toUpperCase()}`)
  await appPage.main
    .getByRole('textbox', { name: 'What happened' })
    .fill(`${letters.normalize('NFD')} ${ofTexts}`)
  await appPage.page.evaluate(() => document.fonts.ready)
  expect(await drawnBySystemFonts(appPage.page)).toEqual([])
  // A positive control: without it the check would prove nothing.
  await appPage.field('Place of the incident').fill('д ⟦')
  await expect.poll(() => drawnBySystemFonts(appPage.page)).toHaveLength(1)
})
