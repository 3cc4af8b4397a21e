import { DeskPage } from '../pages/desk-page.ts'
import { drawnBySystemFonts } from '../support/drawn-fonts.ts'
import { expect, test } from '../support/fixtures.ts'

/** Letters as typed in Nigeria, both precomposed and with combining accents, and the symbols of the screen texts. */
const letters = 'á à ā ẹ ẹ́ ẹ̀ ị ọ ọ́ ọ̀ ṣ ụ ń ǹ n̄ ḿ m̀ ṅ ɓ ɗ ƙ ƴ ʼ ŋ ɲ ǝ ʌ ɔ́ r̃ ₦ – ’ “ ” … · × ↑ ↓'

test('letters of Nigeria and the signs of our texts are drawn by the bundled fonts, wherever they are typed', async ({
  desk: app,
}) => {
  const desk = new DeskPage(await app.window())
  await desk.startPractice()
  await desk.newClaim('keke')
  expect(await drawnBySystemFonts(desk.page)).toEqual([])
  await desk.field('Place of the incident').fill(`${letters} ${letters.toUpperCase()}`)
  await desk.main.getByRole('textbox', { name: 'What happened' }).fill(letters.normalize('NFD'))
  await desk.page.evaluate(() => document.fonts.ready)
  expect(await drawnBySystemFonts(desk.page)).toEqual([])
  // A positive control: without it the check would prove nothing.
  await desk.field('Place of the incident').fill('д ⟦')
  await expect.poll(() => drawnBySystemFonts(desk.page)).toHaveLength(1)
})
