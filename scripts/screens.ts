import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumProgram, ensurePrograms } from './debian-packages.ts'
import { projectRoot } from './project-root.ts'
import { runCommand, runEndToEnd } from './run-command.ts'
import { settleTestHost } from './test-host.ts'

/*
 * npm run screens [-- SPEC …]: a picture of every screen and state that the tests hold against the accessibility rules,
 * light and dark, in screens/, with contact sheets of them. Everything in the pictures is made up.
 */
const folder = join(projectRoot, 'screens')
const pictures = join(folder, 'pictures')
const perSheet = 12
const timeoutMs = 60 * 60_000

/** The specs that look at screens. */
async function specsWithScreens(): Promise<readonly string[]> {
  const specs = join(projectRoot, 'e2e/specs')
  const names = (await readdir(specs)).filter((name) => name.endsWith('.spec.ts'))
  const texts = await Promise.all(names.map((name) => readFile(join(specs, name), 'utf8')))
  return names.filter((_, index) => texts[index]?.includes('expectAccessible') === true)
}

function sheet(title: string, names: readonly string[]): string {
  const figures = names.map(
    (name) =>
      `<figure><img src="pictures/${encodeURIComponent(name)}" alt=""><figcaption>${name.replace(/\.png$/, '')}</figcaption></figure>`,
  )
  const style = `
    body { margin: 24px; width: 1560px; font: 14px system-ui, sans-serif; background: #777; color: #fff }
    main { columns: 3; column-gap: 16px }
    figure { margin: 0 0 16px; break-inside: avoid } img { width: 100%; display: block }`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${style}</style>
    <h1>${title}</h1><main>${figures.join('\n')}</main></html>`
}

/** Writes the sheets of one theme, as pages and as pictures. @returns their names. */
async function writeSheets(theme: 'light' | 'dark', program: string): Promise<readonly string[]> {
  const names = (await readdir(pictures)).filter((name) => name.endsWith(`${theme}.png`)).toSorted()
  const browser = await chromium.launch({
    executablePath: program,
    chromiumSandbox: process.getuid?.() !== 0,
  })
  const written: string[] = []
  try {
    const page = await browser.newPage({ viewport: { width: 1608, height: 1000 } })
    for (let start = 0; start < names.length; start += perSheet) {
      const name = `${theme}-${String(start / perSheet + 1).padStart(2, '0')}`
      const file = join(folder, `${name}.html`)
      await writeFile(
        file,
        sheet(
          `Claims Desk, ${theme}, ${start + 1} to ${start + perSheet}`,
          names.slice(start, start + perSheet),
        ),
      )
      await page.goto(pathToFileURL(file).href)
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
      written.push(`${name}.png`)
    }
  } finally {
    await browser.close()
  }
  return written
}

await rm(folder, { recursive: true, force: true })
await mkdir(pictures, { recursive: true })
const options = { shown: true, env: { CLAIMS_DESK_SCREENS: pictures }, timeoutMs }
const asked = settleTestHost(process.argv.slice(2))
const specs = asked.length > 0 ? asked : await specsWithScreens()
if (!(await runCommand(['npm', 'run', '--silent', 'build'], { ...options, shown: false }))) process.exit(1)
const passed = await runEndToEnd(specs, options)
const programs = ensurePrograms([chromiumProgram], (line) => console.log(line))
if (!programs.ok) {
  console.error(programs.error)
  process.exit(1)
}
const [program = ''] = programs.value
for (const theme of ['light', 'dark'] as const) {
  for (const name of await writeSheets(theme, program)) console.log(`screens/${name}`)
}
if (!passed) console.error('Not every state was reached: see above.')
process.exitCode = passed ? 0 : 1
