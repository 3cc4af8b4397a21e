import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'

const lookAgainMs = 500
const longestMs = 15_000
/** So many looks one after the other see the same: caches fill for seconds, and garbage goes when it is calm. */
const sameLooks = 5
/** Two readings that differ by less count as equal. */
const sameShare = 0.005

/** MB of a process and its descendants, as proportional set size: no shared page counts twice. */
export interface Memory {
  readonly all: number
  /** The process itself: main and its host. */
  readonly main: number
  /** The page processes, including the browser's spare one. */
  readonly pages: number
}

function memoryOf(pid: number): Memory {
  const processes = treeOf(pid).map((one) => ({ mb: proportionalKb(one) / 1000, isPage: isPage(one) }))
  const sum = (some: typeof processes): number => some.reduce((total, { mb }) => total + mb, 0)
  return {
    all: sum(processes),
    main: proportionalKb(pid) / 1000,
    pages: sum(processes.filter((one) => one.isPage)),
  }
}

/** The same once it has stopped moving. */
export async function settledMemoryOf(pid: number): Promise<Memory> {
  let before = memoryOf(pid)
  let same = 0
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += lookAgainMs) {
    await after(lookAgainMs)
    const now = memoryOf(pid)
    same = Math.abs(now.all - before.all) < before.all * sameShare ? same + 1 : 0
    if (same === sameLooks) return now
    before = now
  }
  return before
}

function treeOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // State and parent follow the program's name, which may contain anything.
    const parent = Number(read(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ')[1])
    parents.set(Number(name), parent)
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isBelow(parents.get(pid)))
  return [...parents.keys()].filter(isBelow)
}

const isPage = (pid: number): boolean => read(`/proc/${pid}/cmdline`).includes('--type=renderer')

function proportionalKb(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process ended in the meantime.
    return ''
  }
}
