import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leastOf, proofSeed, proofSize, recordFigure } from '#testing/proof.ts'
import { answerCase, type AnswerCase } from './answer-case.ts'
import { genuineAnswers, type GenuineAnswers } from './genuine-answers.ts'
import { keptAnswers } from './kept-answers.ts'
import { fuzzKey } from './key-echo.ts'
import { Lane } from './lane.ts'
import type { Problem } from './problem.ts'
import { runCase, type CaseResult } from './run-case.ts'
import { startSocketServer } from './socket-server.ts'
import { createMerchantApi } from '#main/insurer/api/merchant-api.ts'

/*
 * Proof 6 of docs/reliability.md: what a server may answer, by grammar and by mutation of real answers, for each of the
 * eleven endpoints. A failing answer is printed with its seed; once the fault is fixed, it is kept in kept-answers.ts.
 */

const size = proofSize('CLAIMS_DESK_ANSWERS', { short: 1_500, medium: 20_000, long: 1_000_000 })
const together = 32
const seed = proofSeed()
const mebibyte = 1024 * 1024

let genuine: GenuineAnswers
let sockets: Awaited<ReturnType<typeof startSocketServer>>
const unhandled: string[] = []
const note = (error: unknown): void => void unhandled.push(String(error))

beforeAll(async () => {
  genuine = await genuineAnswers(fuzzKey)
  sockets = await startSocketServer()
  // Thousands of errors are created only to become data: their stack traces would cost a third of the time.
  Error.stackTraceLimit = 1
  process.on('unhandledRejection', note)
  process.on('uncaughtExceptionMonitor', note)
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  process.off('uncaughtExceptionMonitor', note)
  await sockets.close()
})

class Tally {
  readonly kinds = new Map<string, number>()
  readonly problems = new Map<Problem['property'], number>()
  answers = 0
  hidden = 0
  found = 0
  peakBytes = 0

  add(result: CaseResult): void {
    this.answers += 1
    this.kinds.set(result.kind, (this.kinds.get(result.kind) ?? 0) + 1)
    for (const { property } of result.problems) {
      this.problems.set(property, (this.problems.get(property) ?? 0) + 1)
    }
    if (result.hidden) this.hidden += 1
    this.found += result.found
    this.peakBytes = Math.max(this.peakBytes, process.memoryUsage.rss())
  }

  sum(word: string): number {
    return [...this.kinds].reduce((sum, [kind, count]) => (kind.endsWith(` ${word}`) ? sum + count : sum), 0)
  }
}

it(
  'whatever a server answers nothing crashes, nothing is received that was not, and the key stays in main',
  { timeout: 7_200_000 },
  async () => {
    const unused = createMerchantApi({
      baseUrl: 'http://127.0.0.1:8099',
      readKey: () => Promise.resolve(null),
    })
    const lanes = Array.from({ length: together }, () => new Lane(unused))
    const tally = new Tally()
    const startBytes = process.memoryUsage.rss()
    const run = async (cases: readonly AnswerCase[]): Promise<void> => {
      const results = await Promise.all(
        cases.map((one, index) => runCase(one, genuine, lanes[index] ?? new Lane(unused), sockets)),
      )
      for (const result of results) tally.add(result)
      const broken = results.findIndex((result) => result.problems.length > 0)
      if (broken < 0) return
      const words = results[broken]?.problems.map(({ property, what }) => `${property}: ${what}`) ?? []
      // The answers of a batch are independent: the failing one is enough to reproduce.
      throw new Error(`${words.join('; ')}\n${JSON.stringify(cases[broken])}`)
    }
    for (const one of keptAnswers) await run([one])
    const batch = fc.array(answerCase(genuine.endpointNames), { minLength: together, maxLength: together })
    const details = await fc.check(fc.asyncProperty(batch, run), {
      seed,
      numRuns: Math.ceil(size / together),
      endOnFailure: true,
    })
    await unused.close()

    recordFigure({
      proof: 'fuzzed-answers',
      tried: { answers: tally.answers, endpoints: genuine.endpointNames.length, seed },
      seen: {
        crashes: (tally.problems.get('crash') ?? 0) + unhandled.length,
        'false received': tally.problems.get('false-received') ?? 0,
        'key past main': tally.problems.get('key') ?? 0,
        'words lost': tally.problems.get('unsaid') ?? 0,
        delivered: tally.sum('delivered'),
        rejected: tally.sum('rejected'),
        uncertain: tally.sum('uncertain'),
        shown: tally.sum('ok'),
        'found in a list': tally.found,
        'key hidden': tally.hidden,
        'memory grown (MB)': Math.round((tally.peakBytes - startBytes) / mebibyte),
      },
    })
    expect(details.failed ? String(details.errorInstance) : undefined).toBeUndefined()
    expect(unhandled).toEqual([])
    expect(tally.peakBytes - startBytes).toBeLessThan(700 * mebibyte)
    // A fuzzer whose answers are never understood would find nothing.
    for (const name of genuine.endpointNames) {
      const understood = (tally.kinds.get(`${name} delivered`) ?? 0) + (tally.kinds.get(`${name} ok`) ?? 0)
      expect(understood, name).toBeGreaterThan(leastOf(size / 500))
    }
    expect(tally.hidden).toBeGreaterThan(leastOf(size / 100))
    expect(tally.found).toBeGreaterThan(leastOf(size / 200))
  },
)
