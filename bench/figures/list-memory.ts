import { join } from 'node:path'
import { seenInTurn, type Seen } from '../alternately.ts'
import { answerOfProcess } from '../process-answer.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { Insurer } from '../insurer/insurer.ts'
import { ListRead, type ReadOrder } from '../list-memory/orders.ts'
import { median, numberText } from '../statistics.ts'

const listed = 1_000_000
const short = 10_000

const readBy = (order: ReadOrder): Promise<ListRead> =>
  answerOfProcess(join(import.meta.dirname, '../list-memory/reader-process.ts'), order, ListRead)

/** The same list into the file of the lists, of which the newest claims are kept. */
async function readToKeep(insurer: Insurer, folder: string, runs: number): Promise<readonly ListRead[]> {
  const reads: ListRead[] = []
  for (let run = 0; run < runs; run += 1) reads.push(await readBy({ side: 'kept', url: insurer.url, folder }))
  return reads
}

function readInTurn({ url }: Insurer, folder: string, runs: number): Promise<Seen<ListRead>> {
  const side = (name: 'subject' | 'raw') => () => readBy({ side: name, url, folder })
  return seenInTurn(runs, { subject: side('subject'), raw: side('raw') })
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const insurer = await Insurer.start()
  try {
    await insurer.order({ order: 'begin', rows: short })
    const few = await readInTurn(insurer, folder, runs)
    await insurer.order({ order: 'begin', rows: listed })
    const many = await readInTurn(insurer, folder, runs)
    const { sentBytes } = await insurer.order({ order: 'count' })
    const kept = await readToKeep(insurer, folder, runs)
    if ([...many.subject, ...kept].some(({ rows }) => rows < listed)) throw new Error('Rows are missing.')
    const grown = (reads: readonly ListRead[]): readonly number[] => reads.map(({ grownMb }) => grownMb)
    const what = `memory of reading ${listed.toLocaleString('en')} claims, beyond the start’s`
    const middle = (reads: readonly ListRead[], of: (read: ListRead) => number): string =>
      numberText(median(reads.map(of)))
    const mb = ({ grownMb }: ListRead): number => grownMb
    const seconds = ({ tookMs }: ListRead): number => tookMs / 1000
    const megabytes = sentBytes / (2 * (runs + 1)) / 1_000_000
    return {
      lines: [
        {
          what,
          against: '',
          unit: 'MB',
          goal: { bound: 'at most', value: 64, judged: 'worst' },
          runs: grown(many.subject),
        },
        {
          what: 'the same, the newest 10,000 kept for the screen',
          against: '',
          unit: 'MB',
          goal: null,
          runs: grown(kept),
        },
      ],
      notes: [
        `${numberText(megabytes)} MB of list: ${middle(many.subject, mb)} MB more (bare \`undici.request\` ${middle(many.raw, mb)} MB), in ${middle(many.subject, seconds)} s (${middle(many.raw, seconds)} s).`,
        `${short.toLocaleString('en')} claims: ${middle(few.subject, mb)} MB (${middle(few.raw, mb)} MB). Kept for the screen: ${middle(kept, mb)} MB, in ${middle(kept, seconds)} s.`,
      ],
    }
  } finally {
    await insurer.end()
  }
}

/** What a list of every branch's claims takes to be read. */
export const figure: Figure = {
  name: 'list-memory',
  title: 'Reading a long list',
  needsBuild: false,
  measure,
}
