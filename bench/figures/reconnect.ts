import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { alternately, ratiosOf } from '../alternately.ts'
import { bareLoop } from '../deliver/bare-loop.ts'
import { queuedClaims, type QueuedClaim } from '../deliver/queued-claims.ts'
import { SlicedDelivery } from '../deliver/sliced-delivery.ts'
import { farInsurer } from '../far-line/orders.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'

const key = 'bench-key'
const roundTripMs = 250
const bytesPerSecond = 40_000

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const insurer = farInsurer()
  const { url, certificate } = await insurer.order({ order: 'line', roundTripMs, bytesPerSecond })
  setDefaultCACertificates([...getCACertificates('bundled'), certificate])
  const file = join(folder, 'reconnect.sqlite')
  const delivery = new SlicedDelivery({ file, url, key, sideBySide: 4 })
  const claims = [...queuedClaims(2 * (runs + 2))]
  const next = (): readonly QueuedClaim[] => claims.splice(0, 1)
  try {
    // It was online before the line was cut.
    delivery.accept(next())
    await delivery.deliver(1)
    const subject = async (): Promise<number> => {
      await insurer.order({ order: 'cut' })
      delivery.networkChanged(false)
      delivery.accept(next())
      const delivered = delivery.deliver(1)
      await insurer.order({ order: 'mend' })
      const startedMs = performance.now()
      delivery.networkChanged(true)
      await delivered
      return performance.now() - startedMs
    }
    const raw = (): Promise<number> =>
      bareLoop('request, a connection each', next(), { url, key, sideBySide: 1 })
    const pairs = await alternately(runs, { subject, raw })
    const [own, bare] = (['subject', 'raw'] as const).map((side) =>
      numberText(median(pairs.map((pair) => pair[side]))),
    )
    return {
      lines: [
        {
          what: `until the first claim is confirmed, TLS, ${roundTripMs} ms, ${bytesPerSecond / 1000} kB/s`,
          against: 'a bare POST with its handshakes',
          unit: '×',
          goal: { bound: 'at most', value: 1.5 },
          runs: ratiosOf(pairs),
        },
      ],
      notes: [`${own} ms (bare ${bare} ms). A page of pharmacies comes first, to show that the key is good.`],
    }
  } finally {
    await delivery.close()
    await insurer.end()
  }
}

/** How soon a claim that waited goes out. */
export const figure: Figure = {
  name: 'reconnect',
  title: 'When the connection is back',
  needsBuild: false,
  measure,
}
