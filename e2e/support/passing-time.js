import { performance } from 'node:perf_hooks'

// Loaded before the application: a test moves main's time ahead instead of waiting. It is the time that never goes
// back, with its timers; the wall clock stays as it is.
const { setTimeout, clearTimeout } = globalThis
const now = performance.now.bind(performance)
const waiting = new Map()
let aheadMs = 0

performance.now = () => now() + aheadMs
globalThis.setTimeout = Object.assign((callBack, delayMs = 0, ...args) => {
  const timer = setTimeout(() => {
    waiting.delete(timer)
    callBack(...args)
  }, delayMs)
  waiting.set(timer, { dueMs: performance.now() + delayMs, callBack: () => callBack(...args) })
  return timer
}, setTimeout)
globalThis.clearTimeout = (timer) => {
  waiting.delete(timer)
  clearTimeout(timer)
}

/** So many milliseconds have passed: what waited for them comes about now, in its order. */
export function passTime(ms) {
  aheadMs += ms
  const due = [...waiting].filter(([, { dueMs }]) => dueMs <= performance.now())
  for (const [timer, { callBack }] of due.sort(([, a], [, b]) => a.dueMs - b.dueMs)) {
    if (!waiting.has(timer)) continue
    globalThis.clearTimeout(timer)
    callBack()
  }
}
