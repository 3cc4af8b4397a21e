import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The processes that have this installation's outbox open; more than one would send everything twice. */
export function outboxHolders(dataDir: string, environment: 'practice' | 'sandbox'): readonly number[] {
  const file = join(dataDir, environment, 'outbox.sqlite')
  const holders = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/maps`, 'utf8').includes(`${file}-shm`)
      } catch {
        return false
      }
    })
    .map(Number)
  // A process that is just being started looks like its parent until its own program runs.
  return holders.filter((pid) => !holders.includes(parentOf(pid)))
}

function parentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0)
  } catch {
    return 0
  }
}
