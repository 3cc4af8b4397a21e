import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { OfficeStore } from '#shared/domain/file-store.ts'
import { computers } from '../../scripts/computers.ts'
import { atOnce, fetchStatuses } from '../../scripts/computers/fetch-statuses.ts'
import { alternately } from '../alternately.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { ServingProcess } from '../process-answer.ts'
import { median, numberText } from '../statistics.ts'
import { StoreState, type StoreOrder } from '../statuses/orders.ts'

const all = 10_000
const some = 500
const latencyMs = 100
const key = { id: 'MADEUPKEY0001', secret: 'made-up' }

const storeAt = (port: number): OfficeStore => ({
  ...{ endpoint: `http://127.0.0.1:${port}`, region: 'x', bucket: 'office', prefix: '', style: 'path' },
})

/** Reads what is new and makes the table of all, as `computers --store` does. @returns ms */
async function shown(port: number, folder: string): Promise<number> {
  const startedMs = performance.now()
  const table = computers(await fetchStatuses(join(folder, 'seen.json'), storeAt(port), key), 'table')
  const tookMs = performance.now() - startedMs
  if (!table.text.includes(`${all} computers`)) throw new Error('Computers are missing.')
  return tookMs
}

/** The same number of bare requests, as many at once. @returns ms */
async function bare(port: number, requests: number): Promise<number> {
  const startedMs = performance.now()
  let left = requests
  const askSome = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await (await fetch(`http://127.0.0.1:${port}/office/status/none.json`)).text()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, askSome))
  return performance.now() - startedMs
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const store = new ServingProcess<StoreOrder, StoreState>(
    join(import.meta.dirname, '../statuses/store-process.ts'),
    StoreState,
  )
  const fresh = (): string => mkdtempSync(join(folder, 'seen-'))
  try {
    const { port } = await store.order({ statuses: all, changed: all, latencyMs: 0 })
    const beside = await alternately(runs, {
      subject: () => shown(port, fresh()),
      raw: () => bare(port, all + all / 1000),
    })
    const kept = fresh()
    await shown(port, kept)
    const changed: number[] = []
    let requests = 0
    const far: number[] = []
    const farChanged: number[] = []
    for (let run = 0; run < runs; run += 1) {
      await store.order({ statuses: all, changed: some, latencyMs: 0 })
      changed.push(await shown(port, kept))
      const { requests: asked } = await store.order({ statuses: all, changed: some, latencyMs })
      requests = asked
      farChanged.push(await shown(port, kept))
      far.push(await shown(port, fresh()))
    }
    const seconds = (ms: readonly number[]): readonly number[] => ms.map((one) => one / 1000)
    const goal = (value: number, judged: 'median' | 'worst' = 'worst') =>
      ({ bound: 'at most', value, judged }) as const
    const what = `the table of ${all.toLocaleString('en')} computers from a bucket`
    const line = { against: '', unit: 's' }
    return {
      lines: [
        {
          ...line,
          what: `${what}, beside the store`,
          goal: goal(3, 'median'),
          runs: seconds(beside.map((p) => p.subject)),
        },
        { ...line, what: `${what}, ${latencyMs} ms a request`, goal: goal(60), runs: seconds(far) },
        {
          ...line,
          what: `${some} of them changed, beside the store`,
          goal: goal(3),
          runs: seconds(changed),
        },
        {
          ...line,
          what: `${some} of them changed, ${latencyMs} ms`,
          goal: goal(60),
          runs: seconds(farChanged),
        },
      ],
      notes: [
        `Where ${some} changed: ${requests} requests, ${all / 1000} of them pages of the list. Bare requests: ${numberText(median(seconds(beside.map(({ raw }) => raw))))} s.`,
      ],
    }
  } finally {
    await store.end()
  }
}

/** How all computers stand, as head office waits for it. */
export const figure: Figure = {
  name: 'statuses',
  title: 'The table of all computers',
  needsBuild: false,
  measure,
}
