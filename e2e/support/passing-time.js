import { subscribe } from 'node:diagnostics_channel'
import { EventEmitter, once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

// Loaded before the application: a test moves main's time ahead instead of waiting. It is the time that never goes
// back, with its timers; the wall clock stays as it is.
const { setTimeout, clearTimeout } = globalThis
const now = performance.now.bind(performance)
const waiting = new Map()
let aheadMs = 0

performance.now = () => now() + aheadMs
globalThis.setTimeout = Object.assign((callBack, delayMs = 0, ...args) => {
  const due = () => performance.now() + delayMs
  const timer = setTimeout(() => {
    waiting.delete(timer)
    callBack(...args)
  }, delayMs)
  const one = { dueMs: due(), callBack: () => callBack(...args) }
  const refresh = timer.refresh.bind(timer)
  timer.refresh = () => {
    one.dueMs = due()
    return refresh()
  }
  waiting.set(timer, one)
  return timer
}, setTimeout)
globalThis.clearTimeout = (timer) => {
  waiting.delete(timer)
  clearTimeout(timer)
}

// Main's requests that have no whole answer yet, as undici tells of them.
const asked = new Set()
const answers = new EventEmitter()
subscribe('undici:request:create', ({ request }) => void asked.add(request))
for (const end of ['trailers', 'error']) {
  subscribe(`undici:request:${end}`, ({ request }) => {
    asked.delete(request)
    answers.emit('ended')
  })
}

/** A slow computer's answers take seconds; one that does not come by then is held back, and the test must say so. */
const answeredWithinMs = 20_000
/** What an answer leads to takes some turns of the event loop: its end is read, and its time limit taken away. */
const turnsToTake = 10

async function untilAnswered(unanswered) {
  for (let turns = 0; turns < turnsToTake; turns += 1) {
    await nextTurn()
    while (asked.size > unanswered) {
      turns = 0
      const signal = globalThis.AbortSignal.timeout(answeredWithinMs)
      await once(answers, 'ended', { signal }).catch(() => {
        throw new Error(`${asked.size} requests wait for an answer, where the test expects ${unanswered}.`)
      })
    }
  }
}

/**
 * So many milliseconds have passed: what waited for them comes about now, in its order. Requests on their way are
 * answered first: their time limits would be over too.
 */
export async function passTime(ms, unanswered = 0) {
  await untilAnswered(unanswered)
  aheadMs += ms
  const due = [...waiting].filter(([, { dueMs }]) => dueMs <= performance.now())
  for (const [timer, { callBack }] of due.sort(([, a], [, b]) => a.dueMs - b.dueMs)) {
    if (!waiting.has(timer)) continue
    globalThis.clearTimeout(timer)
    callBack()
  }
}
