import { noFilter } from '#shared/domain/claim-list.ts'
import * as v from 'valibot'
import { ClaimTable, type TableQuestion } from '#main/claims/claim-table.ts'
import { shownRows } from '#main/claims/shown-rows.ts'
import { anyone } from '#testing/officers/anyone.ts'
import { systemClock } from '#main/platform/clock.ts'
import type { ClaimRow } from '#shared/domain/claim-list.ts'
import { fillKept, openKept, type KeptClaims } from './kept-claims.ts'
import { TableOrder, type TableMeasured, type Turn } from './orders.ts'
import { longestOf, Turns } from './turns.ts'

/*
 * A process that opens the list of claims as main does after its start, and tells what that took.
 */

const rowsAtOnce = 150
const words = ['ibadan 47', 'canopy', '104455']
const everything: TableQuestion = {
  ...noFilter,
  sort: 'created',
  descending: true,
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
  }
}

process.on('message', (message) => {
  void (async () => {
    const { side, folder } = v.parse(TableOrder, message)
    if (side === 'fill') {
      await fillKept(folder)
      process.send?.(null)
    } else {
      const kept = openKept(folder)
      process.send?.(await throughTable(kept))
      await kept.close()
    }
  })()
})
process.on('disconnect', () => process.exit(0))
