import { EventEmitter } from 'node:events'
import type { NativeTheme, Net, PowerMonitor, Shell } from 'electron'
import { preventable } from './real.ts'

/** Links that would have been opened in the officer's browser. */
export const openedLinks: string[] = []

export const shell = {
  async openExternal(url: string): Promise<void> {
    openedLinks.push(url)
    return Promise.resolve()
  },
} satisfies Pick<Shell, 'openExternal'>

export class HostPowerMonitor
  extends EventEmitter
  implements Pick<PowerMonitor, 'getSystemIdleState' | 'getSystemIdleTime'>
{
  #isLocked = false
  #hearsShutdown = false

  constructor() {
    super()
    // As Electron on Linux (lib/browser/api/power-monitor.ts): the first listener of all starts the monitor, and a
    // shutdown is heard only for a listener that is added after that.
    this.once('newListener', () => {
      const asked = (event: string | symbol): void => {
        if (event === 'shutdown') this.#hearsShutdown = true
      }
      this.on('newListener', asked)
    })
  }

  /**
   * Something happened to the computer. @returns whether it waits: who does not ask a shutdown for time has none, and the
   * screen may go before any signal comes (power_observer_linux.cc)
   */
  happened(event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen' | 'shutdown'): boolean {
    if (event === 'lock-screen') this.#isLocked = true
    if (event === 'unlock-screen') this.#isLocked = false
    const details = preventable({})
    // Nor does Electron say on Linux that the screen was locked (power-monitor.md).
    const isHeard = event === 'shutdown' ? this.#hearsShutdown : !event.endsWith('lock-screen')
    if (isHeard) this.emit(event, details)
    return event !== 'shutdown' || details.defaultPrevented
  }

  getSystemIdleState(idleThreshold: number): 'active' | 'locked' {
    if (idleThreshold <= 0) throw new TypeError('Invalid idle threshold, must be greater than 0')
    if (this.#isLocked) return 'locked'
    return 'active'
  }

  /** Somebody is always at it. */
  getSystemIdleTime(): number {
    return 0
  }
}

/** Suspend, resume and the like come from the control channel. */
export const powerMonitor = new HostPowerMonitor()

export const net = { isOnline: () => true } satisfies Pick<Net, 'isOnline'>

class HostTheme extends EventEmitter implements Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'> {
  #source: NativeTheme['themeSource'] = 'system'
  readonly #follow: (source: NativeTheme['themeSource']) => void

  constructor(follow: (source: NativeTheme['themeSource']) => void) {
    super()
    this.#follow = follow
  }

  get themeSource(): NativeTheme['themeSource'] {
    return this.#source
  }
  set themeSource(source: NativeTheme['themeSource']) {
    this.#source = source
    this.#follow(source)
    this.emit('updated')
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}

/** @param follow notifies the open pages. */
export function createNativeTheme(follow: (source: NativeTheme['themeSource']) => void): HostTheme {
  return new HostTheme(follow)
}
