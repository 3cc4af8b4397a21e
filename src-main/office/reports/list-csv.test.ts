import { expect, it } from 'vitest'
import { timeOfDay } from '#shared/language/format.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { knownTime } from '#shared/domain/told.ts'
import { madeUpListed } from '#testing/claims/made-up-claims.ts'
import { listedRow } from '#main/claims/table-rows.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { listCsv, type ListCsvOptions } from './list-csv.ts'

/** Of claims that are not ours nothing is asked. */
const nothing: ListCsvOptions = {
  services: {
    claimLists: { kept: () => null },
    keptDetails: { holderOf: () => 'Omotayo Invented' },
  } as unknown as ListCsvOptions['services'],
  audience: {} as Audience,
  statusNames: { '1': 'Being assessed' },
}
const at = '2026-11-20T09:00:00.000Z'

async function lineOf(change: Partial<ReceivedClaim>): Promise<string> {
  const row = listedRow(madeUpListed({ createdAt: knownTime(at), occurrenceAddress: 'Ìbàdàn', ...change }))
  const [, line = ''] = (await listCsv([row], nothing)).split('\r\n')
  return line
}

it('a claim of the insurer’s is a row with the customer that is kept, and its status under the office’s name', async () => {
  const when = `2026-11-20 ${timeOfDay(at)}`
  expect(await lineOf({ status: '1' })).toBe(
    `"Keke claim","KP/2026/1001/LAG","Omotayo Invented","","2026-01-01","Ìbàdàn",5010,"${when}","Being assessed","",""`,
  )
  expect(await lineOf({ status: '7' })).toContain(`,"${when}","Status 7",`)
  expect(await lineOf({ deletedAt: knownTime(at) })).toContain(`,"${when}","Removed",`)
})

it('what the insurer gives as an amount, and is none, is an empty cell; a time stands as it was written', async () => {
  const createdAt = { type: 'not-understood', text: 'soon' } as const
  expect(await lineOf({ createdAt, repairEstimate: null, status: '1' })).toBe(
    '"Keke claim","KP/2026/1001/LAG","Omotayo Invented","","2026-01-01","Ìbàdàn","","soon","Being assessed","",""',
  )
})

it('many rows keep their order, and let others have their turn', async () => {
  const rows = Array.from({ length: 4000 }, (_, index) => listedRow(madeUpListed({ id: index + 1 })))
  let turns = 0
  const count = (): void => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const lines = (await listCsv(rows, nothing)).trimEnd().split('\r\n').slice(1)
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(1)
  expect(lines.map((line) => line.split(',')[1]).join()).toBe(
    rows.map(({ content }) => `"${content.policyNumber}"`).join(),
  )
})
