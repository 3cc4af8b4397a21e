import { join } from 'node:path'
import { proofSize, recordFigure } from '#proofs/proof.ts'
import { bareLoop, type BareLoop } from '../support/bare-loop.ts'
import { expect, test } from '../support/fixtures.ts'
import { openLoadBranch, type LoadBranch } from '../support/load-branch.ts'
import { LoadProcess } from '../support/load-process-handle.ts'
import { branchSubmission } from '../support/load-entries.ts'
import type { Memory } from '../support/load-messages.ts'
import { badLine } from '../support/wire/lossy-link.ts'

const entries = proofSize('CLAIMS_DESK_LOAD', { short: 200, medium: 1_000, long: 10_000 })
/** A POST over this line takes 600 ms and more, one at a time: branches beside each other, each with its own outbox. */
const branches = proofSize('CLAIMS_DESK_LOAD_BRANCHES', { short: 10, long: 10 })
const perBranch = Math.ceil(entries / branches)
const total = perBranch * branches
/** The line is real. Only the engine's own waits, six minutes to prove a claim absent, are shorter in the short size. */
const clockSpeed = proofSize('CLAIMS_DESK_LOAD_SPEED', { short: 60, medium: 12, long: 1 })
const numbers = Array.from({ length: branches }, (_, index) => index)

test(
  'a queue from offline days is delivered once over a bad line, at nearly the pace of a bare loop',
  { tag: '@longer' },
  async ({ dataDir }) => {
    test.setTimeout(120_000 + perBranch * 3_000 + (3 * 400_000) / clockSpeed)
    const underTest = await Promise.all(numbers.map((n) => openLoadBranch(n, false)))
    const fresh = await Promise.all(numbers.map((n) => openLoadBranch(1_000 + n, true)))
    const kept = await Promise.all(numbers.map((n) => openLoadBranch(2_000 + n, true)))
    const received = new ReceivedNews(underTest)
    const loaded = new LoadProcess((news) => received.take(news))
    try {
      const empty = await loaded.order({
        order: 'open',
        branches: underTest.map(({ proxy }, n) => ({
          file: join(dataDir, `outbox-${n}.sqlite`),
          url: proxy.url,
        })),
        key: underTest[0]?.server.key ?? '',
        speed: clockSpeed,
      })
      const queued = await loaded.order({ order: 'queue', entriesPerBranch: perBranch })
      await Promise.all(underTest.map(({ proxy }) => proxy.open()))
      received.start()
      await loaded.order({ order: 'go-online' })
      // In parallel, so that all share the same machine load.
      const [bareFresh, bareKept] = await Promise.all([
        Promise.all(fresh.map((branch, n) => bare(branch, n, 'fresh'))),
        Promise.all(kept.map((branch, n) => bare(branch, n, 'kept'))),
        received.all,
      ])
      const delivered = await loaded.order({ order: 'measure' })

      const held = underTest.map((branch) => [...branch.held().values()])
      const notOnce =
        held.flat().filter((claims) => claims !== 1).length +
        held.reduce((missing, claims) => missing + perBranch - claims.length, 0)
      recordFigure({
        proof: 'load',
        tried: {
          entries: total,
          branches,
          'round trip ms': badLine.roundTripMs,
          'loss %': 100 * badLine.loss,
          'resets %': 100 * badLine.resets,
        },
        seen: {
          'not delivered once': notOnce,
          'received without exactly one claim': received.withoutOneClaim,
          'lost by the bare loops': [...bareFresh, ...bareKept].reduce((sum, { lost }) => sum + lost, 0),
          ...pace(received, bareFresh, bareKept),
          ...growth(empty, queued, delivered),
        },
      })
      expect(received.withoutOneClaim).toBe(0)
      expect(notOnce).toBe(0)
    } finally {
      await loaded.end()
      for (const branch of [...underTest, ...fresh, ...kept]) await branch.close()
    }
  },
)

/** Compares what the applications report as received with what the insurer has at that moment. */
class ReceivedNews {
  readonly #branches: readonly LoadBranch[]
  readonly #all = Promise.withResolvers<undefined>()
  readonly atMs = numbers.map((): number[] => [])
  #startedMs = 0
  #count = 0
  withoutOneClaim = 0

  constructor(branches: readonly LoadBranch[]) {
    this.#branches = branches
  }

  /** Resolves when every entry is received. */
  get all(): Promise<undefined> {
    return this.#all.promise
  }

  start(): void {
    this.#startedMs = performance.now()
  }

  take({ branch, claimant }: { readonly branch: number; readonly claimant: string }): void {
    if (this.#branches[branch]?.held().get(claimant) !== 1) this.withoutOneClaim += 1
    this.atMs[branch]?.push(performance.now() - this.#startedMs)
    this.#count += 1
    if (this.#count === total) this.#all.resolve(undefined)
  }
}

function bare({ server, proxy }: LoadBranch, n: number, connection: 'fresh' | 'kept'): Promise<BareLoop> {
  const submissions = Array.from({ length: perBranch }, (_, m) => branchSubmission(n, m))
  return bareLoop(proxy.url, server.key, submissions, connection)
}

// The last few wait for proof that a reset left nothing behind; a bare loop does not track them.
function pace(
  received: ReceivedNews,
  bareFresh: readonly BareLoop[],
  bareKept: readonly BareLoop[],
): Record<string, number> {
  const most = Math.ceil(perBranch * 0.95)
  const mostMs = (times: readonly (readonly number[])[]): number =>
    median(times.map((ofBranch) => ofBranch[Math.min(most, ofBranch.length) - 1] ?? 0))
  const appMs = mostMs(received.atMs)
  const against = (loops: readonly BareLoop[]): number =>
    twoDigits(mostMs(loops.map(({ answeredAtMs }) => answeredAtMs)) / appMs)
  return {
    'seconds for 95 %': Math.round(appMs / 1000),
    'seconds for all': Math.round(Math.max(...received.atMs.flat()) / 1000),
    'pace against the bare loop': against(bareFresh),
    'pace against a bare loop that keeps its connection': against(bareKept),
  }
}

function growth(empty: Memory, queued: Memory, delivered: Memory): Record<string, number> {
  const perThousand = (bytes: number): number => twoDigits((bytes / 2 ** 20 / total) * 1_000)
  return {
    'heap MiB per 1,000 queued': perThousand(queued.heapUsed - empty.heapUsed),
    'heap MiB per 1,000 delivered': perThousand(delivered.heapUsed - empty.heapUsed),
    'rss MiB before': Math.round(empty.rss / 2 ** 20),
    'rss MiB after': Math.round(delivered.rss / 2 ** 20),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

function twoDigits(value: number): number {
  return Math.round(value * 100) / 100
}
