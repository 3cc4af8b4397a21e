import { defaultSettings } from '#shared/settings.ts'
import { SlicedDelivery } from '../deliver/sliced-delivery.ts'
import { queuedClaims } from '../deliver/queued-claims.ts'
import { SkippingClock } from '../deliver/skipping-clock.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { Insurer } from '../insurer/insurer.ts'
import { median, numberText } from '../statistics.ts'

const key = 'bench-key'
const queued = 1_000
const listed = 10_000
/** Deliveries stop; this much later the lists are read once more, to learn the claims' ids. */
const untilBoundMs = 16_000

interface Readings {
  readonly perClaim: number
  readonly bytesPerClaim: number
}

/** A whole queue delivered, and what the lists were read for it: before the first claim, and to bind them after. */
async function readingsOf(insurer: Insurer): Promise<Readings> {
  await insurer.order({ order: 'begin', rows: listed })
  const clock = new SkippingClock()
  const { sideBySide } = defaultSettings
  // What is counted does not depend on the disk.
  const delivery = new SlicedDelivery({ file: ':memory:', url: insurer.url, key, sideBySide, clock })
  try {
    delivery.accept(queuedClaims(queued))
    await delivery.deliver(queued)
    clock.skip(untilBoundMs)
    await delivery.allBound()
    const { lists, listBytes } = await insurer.order({ order: 'count' })
    return { perClaim: lists / queued, bytesPerClaim: listBytes / queued }
  } finally {
    await delivery.close()
  }
}

async function measure({ runs }: Surroundings): Promise<Outcome> {
  const insurer = await Insurer.start()
  try {
    const all: Readings[] = []
    for (let run = 0; run < runs; run += 1) all.push(await readingsOf(insurer))
    const bytes = all.map(({ bytesPerClaim }) => bytesPerClaim)
    return {
      lines: [
        {
          what: `readings of the claim lists, ${queued.toLocaleString('en')} claims in the queue, ${listed.toLocaleString('en')} in each list`,
          against: 'claims delivered',
          unit: '×',
          goal: { bound: 'below', value: 0.01, judged: 'worst' },
          runs: all.map(({ perClaim }) => perClaim),
        },
        {
          what: 'bytes of the claim lists read, as sent without compression',
          against: 'claims delivered',
          unit: 'kB',
          goal: null,
          runs: bytes.map((count) => count / 1000),
        },
      ],
      notes: [
        `${numberText(median(all.map(({ perClaim }) => perClaim)) * queued)} readings for ${queued.toLocaleString('en')} claims of both products: the baseline of each list before its first claim, and one of each after the last to learn the claims’ ids.`,
      ],
    }
  } finally {
    await insurer.end()
  }
}

/** How often the insurer's lists are read for what is delivered. */
export const figure: Figure = {
  name: 'readings',
  title: 'Reading the claim lists',
  needsBuild: false,
  measure,
}
