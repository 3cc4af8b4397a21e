import type { Bridge } from '#shared/contract/calls.ts'

declare global {
  interface Window {
    /** The bridge of src-preload: the page's only way out. */
    readonly bridge: Bridge
  }
}
