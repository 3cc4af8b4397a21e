import { EventEmitter } from 'node:events'
import type { NativeTheme, Net, PowerMonitor, Shell } from 'electron'

/** Links that would have been opened in the officer's browser. */
export const openedLinks: string[] = []

export const shell = {
  async openExternal(url: string): Promise<void> {
    openedLinks.push(url)
    return Promise.resolve()
  },
} satisfies Pick<Shell, 'openExternal'>

class HostPowerMonitor
  extends EventEmitter
  implements Pick<PowerMonitor, 'getSystemIdleState' | 'getSystemIdleTime'>
{
  #isLocked = false

  constructor() {
    super()
    this.on('lock-screen', () => (this.#isLocked = true))
    this.on('unlock-screen', () => (this.#isLocked = false))
  }

  getSystemIdleState(): 'active' | 'locked' {
    return this.#isLocked ? 'locked' : 'active'
  }

  // Nobody types or clicks outside our window here: somebody is always taken to be there.
  getSystemIdleTime(): number {
    return 0
  }
}

/** Suspend, resume and the like come from the control channel. */
export const powerMonitor = new HostPowerMonitor()

/** Whether the computer has a network connection at all; the control channel changes it. */
export const network = { online: true }

export const net = {
  isOnline: () => network.online,
  get online() {
    return network.online
  },
} satisfies Pick<Net, 'isOnline' | 'online'>

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

/** @param follow tells the open pages. */
export function createNativeTheme(follow: (source: NativeTheme['themeSource']) => void): HostTheme {
  return new HostTheme(follow)
}
