import { EventEmitter } from 'node:events'

/** A cancellable event, as Electron passes it. */
export interface TestEvent {
  readonly url: string
  defaultPrevented: boolean
  preventDefault(): void
}

/** A cancellable event about an address. */
export function createTestEvent(url = ''): TestEvent {
  return {
    url,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}

/** Web contents that only emit events and store their window-open handler. */
export class TestContents extends EventEmitter {
  openWindow: ((details: { readonly url: string }) => { action: 'deny' }) | null = null

  webRtc: string | null = null

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtc = policy
  }

  setWindowOpenHandler(handler: (details: { readonly url: string }) => { action: 'deny' }): void {
    this.openWindow = handler
  }
}
