import { nextTurn } from '#main/platform/slices.ts'
import { recordFigure, type Figure } from '#testing/proof.ts'

export const mostTurnMs = 100
export const mostMoreBytes = 200 * 1024 * 1024

/** Watches each turn of main's loop. @returns the longest, in ms of processor time, and by how much memory grew */
export function watchTurns() {
  const rssBefore = process.memoryUsage.rss()
  let longestMs = 0
  let mostBytes = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const turn = (): void => {
    const now = process.threadCpuUsage()
    longestMs = Math.max(longestMs, (now.user + now.system - before.user - before.system) / 1000)
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss() - rssBefore)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return async () => {
    // The turn that ended the work is looked at in the next one.
    await nextTurn()
    isOver = true
    return { longestMs, mostBytes }
  }
}

/** What work costs main, as `watchTurns` sees it, and reported as a figure; and what it made. */
export async function costOf<T>(tried: Figure['tried'], work: () => Promise<T>) {
  const over = watchTurns()
  const made = await work()
  const { longestMs, mostBytes } = await over()
  recordFigure({
    proof: 'fuzzed-answers',
    tried,
    seen: { 'longest turn (ms)': Math.round(longestMs), 'memory grown (MB)': Math.round(mostBytes / 1e6) },
  })
  return { made, longestMs, mostBytes }
}
