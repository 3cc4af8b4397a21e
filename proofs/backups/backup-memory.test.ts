import { setTimeout as passed } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { aPicture } from '#testing/attachments/attachment-store.ts'
import { usedMemory } from '#testing/app/used-memory.ts'
import { TestComputers } from '#testing/backups/test-computers.ts'

it('the memory that a backup needs is not that of its files', async () => {
  const computers = new TestComputers()
  onTestFinished(() => computers.close())
  const one = computers.add()
  const claim = one.draft()
  const size = attachmentLimits.fileSize
  for (const n of [1, 2, 3]) await one.kept(claim, aPicture(size), `${n}.jpg`)
  const two = computers.add()
  const written = await peakDuring(() => one.write())
  const taken = await peakDuring(() => two.takeIn())
  expect((await two.filesOf(claim)).filter(({ state }) => state === 'kept')).toHaveLength(3)
  for (const grown of [written, taken]) expect(grown).toBeLessThan(2.5 * size)
}, 60_000)

/** How far what is really in use grew while something was done, looked at over and over. */
async function peakDuring(work: () => Promise<unknown>): Promise<number> {
  const used = (): number => {
    const { heapUsed, arrayBuffers } = usedMemory()
    return heapUsed + arrayBuffers
  }
  const before = used()
  let peak = before
  const state = { isOver: false }
  const done = work().finally(() => (state.isOver = true))
  while (!state.isOver) {
    // Collecting takes longer than what it looks at.
    await passed(200)
    peak = Math.max(peak, used())
  }
  await done
  return peak - before
}
