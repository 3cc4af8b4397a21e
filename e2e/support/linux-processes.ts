import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A running process, as everyone on this computer can see it. */
export interface SeenProcess {
  readonly pid: number
  readonly parts: Readonly<Record<'arguments' | 'environment', Buffer>>
}

/**
 * The processes that were started for a folder (it stands in their arguments or environment), and all they started. On
 * Linux alone can they be looked at: elsewhere there are none.
 */
export function processesOn(folder: string): readonly SeenProcess[] {
  if (process.platform !== 'linux') return []
  const all = runningNow()
    .filter((pid) => Number(pid) !== process.pid)
    .map((pid) => ({ pid: Number(pid), parent: parentOf(pid), parts: partsOf(pid) }))
  const found = new Set(
    all
      .filter(({ parts }) => Object.values(parts).some((part) => part.includes(folder)))
      .map(({ pid }) => pid),
  )
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid }) => found.has(pid))
}

/** The processes that have this installation's outbox open; more than one would send everything twice. */
export function outboxHolders(dataDir: string, environment: 'practice' | 'sandbox'): readonly number[] {
  const log = join(dataDir, environment, 'outbox.sqlite-shm')
  const holders = runningNow().filter((pid) => readProc(pid, 'maps').includes(log))
  // A process that is just being started looks like its parent until its own program runs.
  return holders.filter((pid) => !holders.includes(String(parentOf(pid)))).map(Number)
}

function runningNow(): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
}

function partsOf(pid: string): SeenProcess['parts'] {
  return { arguments: readProc(pid, 'cmdline'), environment: readProc(pid, 'environ') }
}

function parentOf(pid: string): number {
  // The name of the program, in brackets, may hold anything.
  const stat = readProc(pid, 'stat').toString('latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

function readProc(pid: string, name: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/${name}`)
  } catch {
    return Buffer.alloc(0)
  }
}
