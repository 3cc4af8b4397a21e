import { nextTurn } from '#main/platform/slices.ts'
import { plainWorkMs, processorTime } from '#testing/processor-time.ts'
import { recordFigure, type Figure } from '#testing/proof.ts'

/** In plain works: a tenth of a second where one takes 4 ms. */
export const mostTurn = 25
export const mostMoreBytes = 200 * 1024 * 1024

/** Watches each turn of main's loop. @returns the longest, in plain works and in ms of processor time, and by how much memory grew */
export function watchTurns() {
  const plainBefore = plainWorkMs()
  const rssBefore = process.memoryUsage.rss()
  let longestMs = 0
  let mostBytes = 0
  let isOver = false
  let tookMs = processorTime()
  const turn = (): void => {
    longestMs = Math.max(longestMs, tookMs())
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss() - rssBefore)
    tookMs = processorTime()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return async () => {
    // The turn that ended the work is looked at in the next one.
    await nextTurn()
    isOver = true
    return { longestMs, longest: longestMs / Math.max(plainBefore, plainWorkMs()), mostBytes }
  }
}

/** What work costs main, as `watchTurns` sees it, and reported as a figure; and what it made. */
export async function costOf<T>(tried: Figure['tried'], work: () => Promise<T>) {
  const over = watchTurns()
  const made = await work()
  const { longestMs, longest, mostBytes } = await over()
  recordFigure({
    proof: 'fuzzed-answers',
    tried,
    seen: { 'longest turn (ms)': Math.round(longestMs), 'memory grown (MB)': Math.round(mostBytes / 1e6) },
  })
  return { made, longest, mostBytes }
}
