import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { chromiumProgram, ensurePrograms, installAdvice } from './debian-packages.ts'
import { icnsFile, icnsTypes, icoFile, icoSizes, linuxSizes, type Picture } from './icon-files.ts'
import { projectRoot } from './project-root.ts'

/*
 * npm run icons: draws the application's icons for each system from its mark, into packaging/. The results are checked
 * in; run it after a change of the mark.
 */
const mark = await readFile(join(projectRoot, 'src-renderer/public/icon.svg'), 'utf8')
const folder = join(projectRoot, 'packaging')
/** macOS takes the shape of a menu bar's icon alone: the mark without its ground, 18 points wide at two pixels each. */
const trayOutline = mark
  .replace(/<rect width="32"[^>]*>/, '')
  .replaceAll('#fff', '#000')
  .replace('viewBox="0 0 32 32"', 'viewBox="4.5 4.5 23 23"')
const trayPixels = 36
const trayTemplateFile = 'src-main/shell/icons/tray-template@2x.png'
/** What macOS leaves free round an icon: the mark is 824 of 1024 pixels wide there, and the whole picture elsewhere. */
const macShare = 824 / 1024

/** The mark in a square of `size` pixels, `share` of it wide, on nothing. */
async function draw(page: Page, size: number, share: number, drawing: string): Promise<Picture> {
  const source = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`
  const drawn = await page.evaluate(
    async ({ source, size, share }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = size
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('There is nothing to draw on.')
      const edge = (size * (1 - share)) / 2
      context.drawImage(image, edge, edge, size * share, size * share)
      return {
        png: canvas.toDataURL('image/png').split(',')[1] ?? '',
        // Larger ones are needed as PNG alone.
        rgba: size < 256 ? Array.from(context.getImageData(0, 0, size, size).data) : [],
      }
    },
    { source, size, share },
  )
  return { size, png: Buffer.from(drawn.png, 'base64'), rgba: Buffer.from(drawn.rgba) }
}

async function drawAll(
  page: Page,
  sizes: readonly number[],
  share = 1,
  drawing = mark,
): Promise<readonly Picture[]> {
  const pictures: Picture[] = []
  for (const size of sizes) pictures.push(await draw(page, size, share, drawing))
  return pictures
}

const programs = ensurePrograms([chromiumProgram], (line) => console.log(line))
if (!programs.ok) throw new Error(installAdvice(programs.error))
const browser = await chromium.launch({
  executablePath: programs.value[0] ?? 'chromium',
  chromiumSandbox: process.getuid?.() !== 0,
})
try {
  const page = await browser.newPage()
  await mkdir(join(folder, 'icons'), { recursive: true })
  for (const { size, png } of await drawAll(page, linuxSizes)) {
    await writeFile(join(folder, 'icons', `${size}x${size}.png`), png)
  }
  const [template] = await drawAll(page, [trayPixels], 1, trayOutline)
  if (template !== undefined) await writeFile(join(projectRoot, trayTemplateFile), template.png)
  await writeFile(join(folder, 'icon.ico'), icoFile(await drawAll(page, icoSizes)))
  const macSizes = [...new Set(icnsTypes.map(({ size }) => size))]
  await writeFile(join(folder, 'icon.icns'), icnsFile(await drawAll(page, macSizes, macShare)))
} finally {
  await browser.close()
}
