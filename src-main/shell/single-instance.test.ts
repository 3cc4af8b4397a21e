import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { onSessionEnd, takeSingleInstance } from './start-checks.ts'

class TestApp extends EventEmitter {
  readonly free: boolean
  constructor(free: boolean) {
    super()
    this.free = free
  }
  requestSingleInstanceLock(): boolean {
    return this.free
  }
}

describe('the single instance', () => {
  it('shows itself when a second one is started', () => {
    const app = new TestApp(true)
    let shown = 0
    expect(takeSingleInstance(app, () => (shown += 1))).toBe(true)
    app.emit('second-instance')
    expect(shown).toBe(1)
  })

  it('is refused when another one runs', () => {
    const app = new TestApp(false)
    expect(takeSingleInstance(app, () => undefined)).toBe(false)
    expect(app.listenerCount('second-instance')).toBe(0)
  })
})

describe('the end of the session', () => {
  it('is detected from the system and from signals', () => {
    const powerMonitor = new EventEmitter()
    const process = new EventEmitter()
    let heard = 0
    onSessionEnd({ powerMonitor, process }, () => (heard += 1))
    powerMonitor.emit('shutdown')
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.emit(signal)
    expect(heard).toBe(4)
  })
})
