import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { onSessionEnd } from '#main/shell/start-checks.ts'
import { HostPowerMonitor } from './desktop.ts'

it('as in Electron on Linux, a shutdown is heard only by who was not the first to listen', () => {
  const powerMonitor = new HostPowerMonitor()
  const heard = vi.fn()
  powerMonitor.on('shutdown', heard)
  powerMonitor.on('suspend', () => undefined)
  powerMonitor.happened('shutdown')
  expect(heard).not.toHaveBeenCalled()
  powerMonitor.on('shutdown', heard)
  powerMonitor.happened('shutdown')
  expect(heard).toHaveBeenCalled()
})

it('the application hears that the computer shuts down, and asks for the time to quit', () => {
  const powerMonitor = new HostPowerMonitor()
  const ended = vi.fn()
  onSessionEnd({ powerMonitor, process: new EventEmitter() } as never, ended)
  expect(powerMonitor.happened('shutdown')).toBe(true)
  expect(ended).toHaveBeenCalledOnce()
})
