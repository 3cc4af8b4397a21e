import type { Page } from 'playwright-core'
import { recordFigure } from '#testing/proof.ts'
import { readBudget } from '../../scripts/budget.ts'
import { expect, test } from '../support/fixtures.ts'
import { tasksOf } from '../support/processor-time.ts'

/**
 * Runs in the page. A piece of work of which the browser does as much on every machine: what takes longer than this is
 * long there too, whatever its processor. A task of 50 ms where the budget was set.
 */
function referenceWork(): number {
  const rows = Array.from({ length: 60_000 }, (_, index) => ({
    id: index,
    text: `row ${(index * 7919) % 60_000}`,
  }))
  const read = rows.map((row) => JSON.stringify(row)).map((text): unknown => JSON.parse(text))
  return rows.toSorted((one, other) => (one.text < other.text ? -1 : 1)).length + read.length
}

/** Processor time of the reference, in ms: the least of three, as the first compiles. */
async function referenceMs(page: Page): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    times.push((await tasksOf(page, () => page.evaluate(referenceWork)))[0] ?? Number.NaN)
  }
  return Math.min(...times)
}

// Never a time: on a busy or slow machine that would fail by itself. A count of tasks above a reference that is measured
// in the same page changes with what the page does.
test('the page starts without a task that would keep an officer waiting', async ({ app }) => {
  const page = await app.window()
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  const reference = await referenceMs(page)
  const tasks = await tasksOf(page, async () => {
    await page.reload()
    await heading.waitFor()
    await page.waitForLoadState('networkidle')
  })
  const long = tasks.filter((ms) => ms > reference)
  recordFigure({
    proof: 'start-up-tasks',
    tried: { tasks: tasks.length, 'reference, ms': Math.round(reference) },
    seen: {
      'longest, of the reference': Number(((tasks[0] ?? 0) / reference).toFixed(2)),
      long: long.length,
    },
  })
  expect(tasks.length).toBeGreaterThan(50)
  expect(long.length).toBeLessThanOrEqual(readBudget().startUpLongTasks)
})
