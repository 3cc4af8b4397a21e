import { join } from 'node:path'
import { seenInTurn, type Seen } from '../alternately.ts'
import { answerOfProcess } from '../process-answer.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { Insurer } from '../insurer/insurer.ts'
import { ListRead, type ReadOrder } from '../list-memory/orders.ts'
import { median, numberText } from '../statistics.ts'

const listed = 1_000_000

const readBy = (order: ReadOrder): Promise<ListRead> =>
  answerOfProcess(join(import.meta.dirname, '../list-memory/reader-process.ts'), order, ListRead)

function readInTurn({ url }: Insurer, runs: number): Promise<Seen<ListRead>> {
  const side = (name: 'subject' | 'raw') => () => readBy({ side: name, url })
  return seenInTurn(runs, { subject: side('subject'), raw: side('raw') })
}

async function measure({ runs }: Surroundings): Promise<Outcome> {
  const insurer = await Insurer.start()
  try {
    await insurer.order({ order: 'begin', rows: listed })
    const many = await readInTurn(insurer, runs)
    const { sentBytes } = await insurer.order({ order: 'count' })
    if (many.subject.some(({ rows }) => rows < listed)) throw new Error('Rows are missing.')
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
          runs: many.subject.map(mb),
        },
      ],
      notes: [
        `${numberText(megabytes)} MB of list: ${middle(many.subject, mb)} MB more (bare \`undici.request\` ${middle(many.raw, mb)} MB), in ${middle(many.subject, seconds)} s (${middle(many.raw, seconds)} s).`,
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
