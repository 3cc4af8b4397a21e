import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { onSessionEnd } from './start-checks.ts'

it('the end of the session is detected from the system and from signals', () => {
  const powerMonitor = new EventEmitter()
  const process = new EventEmitter()
  let heard = 0
  onSessionEnd({ powerMonitor, process } as never, () => (heard += 1))
  powerMonitor.emit('shutdown')
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.emit(signal)
  expect(heard).toBe(4)
})
