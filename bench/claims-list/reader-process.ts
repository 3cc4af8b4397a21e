import { noFilter } from '#shared/domain/claim-list.ts'
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as v from 'valibot'
import { ClaimTable, type TableQuestion } from '#main/claims/claim-table.ts'
import { shownRows } from '#main/claims/shown-rows.ts'
import { anyone } from '#testing/officers/anyone.ts'
import { systemClock } from '#main/platform/clock.ts'
import type { ClaimRow } from '#shared/domain/claim-list.ts'
import { amounts, fillKept, listsFileIn, openKept, protection, type KeptClaims } from './kept-claims.ts'
import { TableOrder, type TableMeasured, type Turn } from './orders.ts'
import { longestOf, Turns } from './turns.ts'

/*
 * A process that opens the list of claims as main does after its start, and tells what that took; or does the least that
 * opens the same blocks and searches the same texts.
 */

const rowsAtOnce = 150
const words = ['ibadan 47', 'canopy', '104455']
const everything: TableQuestion = {
  ...noFilter,
  sort: 'created',
  descending: true,
}

async function timed(work: () => unknown): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** MB of the heap that something refers to. */
function heapMb(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('Garbage cannot be collected.')
  for (let time = 0; time < 3; time += 1) Reflect.apply(collect, undefined, [])
  return process.memoryUsage().heapUsed / 1_000_000
}

/** Every beginning of each word, as it is typed. */
const typed = words.flatMap((word) => Array.from(word, (_, n) => word.slice(0, n + 1)))

const uploads = { filesOf: () => null, eachOf: () => [] }
const followUps = {
  saysOf: () => null,
  searchText: () => '',
  wrongIds: () => new Set<string>(),
  needsLook: () => false,
  standingOf: () => null,
}

/** Answers as `claims:query` does, without officers. */
function windowsOf({ outbox, store }: KeptClaims, table: ClaimTable) {
  const services = {
    outbox,
    engine: { nextTryAt: () => null },
    uploads,
    followUps,
    keptDetails: { holderOf: () => '' },
    claimLists: store,
  }
  return async (change: Partial<TableQuestion> = {}, offset = 0): Promise<readonly ClaimRow[]> => {
    const { rows } = await table.find({ ...everything, ...change }, true)
    return shownRows(services, anyone, rows.slice(offset, offset + rowsAtOnce))
  }
}

async function throughTable(kept: KeptClaims): Promise<TableMeasured> {
  const table = new ClaimTable({ ...kept, uploads, followUps, audience: anyone, clock: systemClock })
  const window = windowsOf(kept, table)
  const before = heapMb()
  const turns = new Turns()
  await turns.calm()

  const cold = await turns.during(() => window())
  await turns.calm()
  const preparing = await turns.take()
  const open = await turns.during(() => window({}, 5000))
  const letters: { readonly ms: number; readonly turn: Turn }[] = []
  for (const search of typed) letters.push(await turns.during(() => window({ search })))
  await window()
  table.entriesChanged()
  const changed = await turns.during(() => window())
  const sorted = await turns.during(() => window({ sort: 'amount' }))
  turns.end()

  const heldMb = heapMb() - before
  table.drop()
  const leftMb = heapMb() - before
  return {
    coldMs: cold.ms,
    openMs: open.ms,
    changedMs: changed.ms,
    sortedMs: sorted.ms,
    letterMs: letters.map(({ ms }) => ms),
    turns: {
      cold: cold.turn,
      preparing,
      open: open.turn,
      letters: longestOf(letters.map(({ turn }) => turn)),
      changed: changed.turn,
      sorted: sorted.turn,
    },
    heldMb,
    leftMb,
  }
}

const Sealed = v.array(
  v.object({ product: v.string(), snapshot: v.string(), n: v.number(), sealed: v.instance(Uint8Array) }),
)

function openedBlocks(database: DatabaseSync): readonly unknown[] {
  const rows = database.prepare('SELECT * FROM block ORDER BY product, n').all()
  return v.parse(Sealed, rows).flatMap(({ product, snapshot, n, sealed }): readonly unknown[] => {
    const text = protection.open(sealed, `list/${product}/${snapshot}/${n}`)
    if (!text.ok) throw new Error('A block does not open.')
    return v.parse(v.array(v.unknown()), JSON.parse(text.value))
  })
}

/** The blocks opened and parsed in one go; every letter looked for in lower-cased texts, one after the other. */
async function bare(folder: string): Promise<TableMeasured> {
  const database = new DatabaseSync(listsFileIn(folder))
  const before = heapMb()
  let claims: readonly unknown[] = []
  const coldMs = await timed(() => (claims = openedBlocks(database)))
  const heldMb = heapMb() - before
  // As long as what the table searches: a claim's texts, and ours beside the insurer's.
  const texts = claims.map((claim) => JSON.stringify(claim).toLowerCase())
  texts.push(...texts.slice(0, amounts.waiting))
  const letterMs: number[] = []
  let found = 0
  for (const search of typed) {
    const looked = search.split(' ')
    const look = (): void => {
      found += texts.filter((text) => looked.every((word) => text.includes(word))).length
    }
    letterMs.push(await timed(look))
  }
  if (found === 0) throw new Error('Nothing was found.')
  database.close()
  return { coldMs, openMs: 0, changedMs: 0, sortedMs: 0, letterMs, turns: {}, heldMb, leftMb: 0 }
}

process.on('message', (message) => {
  void (async () => {
    const { side, folder } = v.parse(TableOrder, message)
    if (side === 'fill') {
      await fillKept(folder)
      process.send?.(null)
    } else if (side === 'raw') {
      process.send?.(await bare(folder))
    } else {
      const kept = openKept(folder)
      process.send?.(await throughTable(kept))
      await kept.close()
    }
  })()
})
process.on('disconnect', () => process.exit(0))
