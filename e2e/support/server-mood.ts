import type { Fault, PracticeServer } from '#main/practice/practice-server.ts'

const creates = ['create-keke-claim', 'create-okada-claim', 'request-pharmacy'] as const
const lists = ['list-keke-claims', 'list-okada-claims'] as const

/** Answers are delayed, so that many kills hit an open attempt. */
const slow: Fault = { type: 'latency', ms: 10 }

const faults: readonly Fault[] = [
  { type: 'reset', when: 'before-commit', times: 1 },
  { type: 'reset', when: 'after-commit', times: 1 },
  { type: 'truncate', times: 1 },
  { type: 'status', status: 500, when: 'after-commit', times: 1 },
  // Two minutes by the process's fast clock: after a first reading, and well before absence may be proved.
  { type: 'slow-commit', commitAfterMs: 200, answer: 'reset', times: 1 },
  { type: 'hang', when: 'after-commit', times: 1 },
]

/**
 * How the server behaves to the next process: often well, sometimes one POST goes wrong as on a bad line. A point that
 * is only come to after a lost POST gets one.
 */
export function armFault(server: PracticeServer, point: string | null): void {
  const needed = neededFor(point)
  // The first reading is a baseline; what it says of lost claims is noted by the next one, which fails.
  const unread: readonly Fault[] =
    point?.includes('reading-note') === true ? [{ type: 'status', status: 500, skip: 1, times: 1 }] : []
  for (const list of lists) server.faults.set(list, ...unread)
  const chosen = Math.random() < 0.3 ? faults[Math.floor(Math.random() * faults.length)] : undefined
  const unlucky = creates[Math.floor(Math.random() * creates.length)]
  for (const create of creates) {
    const fault = needed ?? (create === unlucky ? chosen : undefined)
    server.faults.set(create, slow, ...(fault === undefined ? [] : [fault]))
  }
}

function neededFor(point: string | null): Fault | undefined {
  const isNeeded = /absent|officer|reading-note/.test(point ?? '')
  return isNeeded ? { type: 'reset', when: 'before-commit', times: 1 } : undefined
}
