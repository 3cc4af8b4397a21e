import type fc from 'fast-check'
import type { HistoryScript } from '#testing/engine/happening.ts'
import { History } from './history.ts'

/**
 * Runs a history in which the scheduler decides when each request arrives, when it is answered, and which happenings
 * come in between. @throws with the first promise that is broken
 */
export async function liveInOrderOf(
  scheduler: fc.Scheduler,
  { circumstances, happenings }: HistoryScript,
): Promise<void> {
  const transit = (what: string): Promise<void> => scheduler.schedule(Promise.resolve(), what)
  const history = new History(circumstances, { transit })
  const broken: Error[] = []
  const step = (work: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await work()
      await history.settled()
    } catch (thrown) {
      broken.push(thrown instanceof Error ? thrown : new Error('broken', { cause: thrown }))
    }
  }
  try {
    const sequence = scheduler.scheduleSequence(
      happenings.map((one) => ({ label: JSON.stringify(one), builder: step(() => history.happen(one)) })),
    )
    await scheduler.waitFor(sequence.task, (release) => step(release)())
    // Later requests follow the latencies; what is still in flight arrives now.
    const healed = history.heal()
    await scheduler.waitIdle()
    await healed
    if (broken[0] !== undefined) throw broken[0]
  } finally {
    await history.end()
  }
}
