import { join } from 'node:path'
import { projectRoot } from '../../scripts/project-root.ts'
import { gzippedKb } from '../../scripts/budget/page-scripts.ts'
import { address, openBrowser, serveFolder } from '../browser.ts'
import { putDesk } from '../claims-list/page-desk.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { numberText } from '../statistics.ts'

interface Scripts {
  readonly files: number
  readonly kb: number
}

/** What the page asks for until its first screen can be used, and by the time it rests. */
async function scriptsOfStart(folder: string): Promise<{ readonly shown: Scripts; readonly rests: Scripts }> {
  const context = await openBrowser(folder)
  let asked: Scripts = { files: 0, kb: 0 }
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await serveFolder(context, join(projectRoot, 'out/renderer'), {
      served(name, body) {
        if (!name.endsWith('.js')) return
        asked = { files: asked.files + 1, kb: asked.kb + gzippedKb(body) }
      },
    })
    await putDesk(page, 0)
    await page.goto(address)
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
    const shown = asked
    await page.waitForLoadState('networkidle')
    return { shown, rests: asked }
  } finally {
    await context.close()
  }
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const starts: Awaited<ReturnType<typeof scriptsOfStart>>[] = []
  for (let run = 0; run < runs; run += 1) starts.push(await scriptsOfStart(join(folder, String(run))))
  const [last] = starts
  return {
    lines: [
      {
        what: 'JavaScript before the first screen is usable, gzipped',
        against: '',
        unit: 'kB',
        goal: { bound: 'at most', value: 200, judged: 'worst' },
        runs: starts.map(({ shown }) => shown.kb),
      },
    ],
    notes: [
      `A page that knows nothing yet asks for ${last?.shown.files ?? 0} scripts until its first screen stands there, and for ${numberText((last?.rests.kb ?? 0) - (last?.shown.kb ?? 0))} kB more before it rests. Every other screen is fetched when it is opened; budget.json holds what is built.`,
    ],
  }
}

/** What the page has to read before it can be used. */
export const figure: Figure = {
  name: 'script-size',
  title: 'The page’s scripts',
  needsBuild: true,
  measure,
}
