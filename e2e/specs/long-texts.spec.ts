import { policyOf, type AppPage } from '../pages/app-page.ts'
import { toWireClaim } from '#main/insurer/api/wire/claim.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { recordFigure } from '#testing/proof.ts'
import { expect, test } from '../support/fixtures.ts'
import { tasksOf } from '../support/processor-time.ts'

/** As many rows as the list holds ready. */
const rows = 60
/** Escapes within escapes, and the reference behind them: what an officer of any branch may type as what happened. */
const worst = `${'<!x>\\%5c&#92;&amp;_x005c_=5c'.repeat(15)}[Ref 7F3K-92QD] Hit by a bus.`

/**
 * A list that opens so slowly is another kind of work: without their bounds, both of these took fifty times the plain
 * one. A busy machine alone makes two of one.
 */
const another = (plainMs: number): number => 10 * plainMs

/** Opens the list. @returns processor time of the page's longest task, in ms: the least of three times */
async function longestOf(appPage: AppPage, first: string): Promise<number> {
  const longest: number[] = []
  for (let time = 0; time < 3; time += 1) {
    await appPage.goTo('Today')
    const tasks = await tasksOf(appPage.page, async () => {
      await appPage.goTo('Claims')
      await appPage.main.getByRole('row').filter({ hasText: first }).first().waitFor()
    })
    longest.push(tasks[0] ?? Number.NaN)
  }
  return Math.min(...longest)
}

test(
  'a list of the worst texts opens as a plain one does',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    await appPage.page.setViewportSize({ width: 1600, height: 1000 })
    const show = async (text: string): Promise<void> => {
      for (let n = 0; n < rows; n += 1)
        server.makeAnotherClaim('keke', { policyNumber: policyOf('keke'), incidentDetails: text })
      await appPage.updateLists()
    }
    await show('Hit by a tree.')
    const plainMs = await longestOf(appPage, 'Hit by a tree.')
    await show(worst)
    // The reference, and what stands before it, are not shown.
    const worstMs = await longestOf(appPage, 'Hit by a bus.')
    recordFigure({
      proof: 'fuzzed-answers',
      tried: { rows },
      seen: { 'longest task, plain (ms)': Math.round(plainMs), 'worst (ms)': Math.round(worstMs) },
    })
    expect(worstMs).toBeLessThan(another(plainMs))
  },
)

test(
  'a list with a long status in each row opens as a plain one does',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    await appPage.page.setViewportSize({ width: 1600, height: 1000 })
    const show = async (details: string, status: (at: number) => string): Promise<void> => {
      const row = {
        ...toWireClaim(madeUpClaim({ incidentDetails: details }), ''),
        created_at: '2026-11-20 09:00:00',
      }
      const data = Array.from({ length: 10_000 }, (_none, at) => ({
        ...row,
        id: at + 1,
        policy_number: `KKP/2026/LA/${100_000 + at}`,
        status: status(at),
      }))
      server.faults.set('list-keke-claims', { type: 'wrong-shape', body: { success: true, data } })
      // Of this length, it is read when an officer asks.
      await appPage.updateLists('Update the keke list')
    }
    await show('Hit by a tree.', () => '0')
    const plainMs = await longestOf(appPage, 'Hit by a tree.')
    await show('Hit by a bus.', (at) => `${at} `.padEnd(2000, 'a status '))
    const longMs = await longestOf(appPage, 'Hit by a bus.')
    recordFigure({
      proof: 'fuzzed-answers',
      tried: { statuses: 10_000 },
      seen: { 'longest task, plain (ms)': Math.round(plainMs), 'long (ms)': Math.round(longMs) },
    })
    expect(longMs).toBeLessThan(another(plainMs))
  },
)
