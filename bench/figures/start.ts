import { alternately, ratiosOf } from '../alternately.ts'
import type { Figure, Goal, Line, Outcome, Surroundings } from '../figure.ts'
import { paintTimes } from '../start/paint-times.ts'
import { emptyApp, keptDesk, type Startable } from '../start/started.ts'
import { median, numberText } from '../statistics.ts'

const kept = { pharmacies: 100_000, claims: 10_000, entries: 0 }

/** Both moments of one start, in ms from the start of the process. */
interface Start {
  readonly first: number
  readonly screen: number
}

async function startOf(app: Startable, content: string): Promise<Start> {
  const { desk, page, startedAt } = await app.start()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const painted = await page.evaluate(paintTimes, content)
  await desk.kill()
  return { first: painted.first - startedAt, screen: painted.largest - startedAt }
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const empty = await emptyApp(folder)
  const full = await keptDesk(folder, kept)
  const ours: Start[] = []
  try {
    const pairs = await alternately(runs, {
      async ours() {
        ours.push(await startOf(full, 'main'))
        return ours.at(-1)?.first ?? Number.NaN
      },
      raw: async () => (await startOf(empty, 'html')).first,
    })
    const screens = ours.slice(-pairs.length).map(({ screen }) => screen)
    const raw = pairs.map((pair) => pair.raw)
    const line = (what: string, goal: Goal, values: readonly number[]): Line => ({
      what,
      against: 'an empty window of the same host, from the start of its process',
      unit: '×',
      goal,
      runs: values,
    })
    return {
      lines: [
        line('start: the shell is painted', { bound: 'at most', value: 1.05 }, ratiosOf(pairs)),
        line(
          `start: the first useful screen, with ${kept.pharmacies.toLocaleString('en')} pharmacies and ${kept.claims.toLocaleString('en')} claims kept`,
          { bound: 'at most', value: 1.4 },
          screens.map((screen, run) => screen / (raw[run] ?? Number.NaN)),
        ),
      ],
      notes: [
        `From the start of the process an empty window takes ${numberText(median(raw))} ms, the shell ${numberText(median(pairs.map((pair) => pair.ours)))} ms and the first useful screen ${numberText(median(screens))} ms; most of each is the host itself, which is not Electron here. The useful screen is the frame in which the browser painted the largest part of what is then in sight.`,
      ],
    }
  } finally {
    await empty.close()
    await full.close()
  }
}

/** How soon the application can be seen and used. */
export const figure: Figure = { name: 'start', title: 'Starting', needsBuild: true, measure }
