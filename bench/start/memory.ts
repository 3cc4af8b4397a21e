import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'

const lookAgainMs = 500
const longestMs = 15_000
/** So many looks one after the other see the same: caches fill for seconds, and garbage goes when it is calm. */
const sameLooks = 5
/** Two looks that differ by less see the same. */
const sameShare = 0.005

/** Memory of a process and everything it started, MB: shared pages count in parts, so that none counts twice. */
function memoryOf(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + proportionalKb(one), 0) / 1000
}

/** The same once it has stopped moving: caches fill and empty for some seconds after a start. */
export async function settledMemoryOf(pid: number): Promise<number> {
  let before = memoryOf(pid)
  let same = 0
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += lookAgainMs) {
    await after(lookAgainMs)
    const now = memoryOf(pid)
    same = Math.abs(now - before) < before * sameShare ? same + 1 : 0
    if (same === sameLooks) return now
    before = now
  }
  return before
}

function treeOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // After the program's name, which may hold anything: state and parent.
    const parent = Number(read(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ')[1])
    parents.set(Number(name), parent)
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isBelow(parents.get(pid)))
  return [...parents.keys()].filter(isBelow)
}

function proportionalKb(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It ended by itself.
    return ''
  }
}
