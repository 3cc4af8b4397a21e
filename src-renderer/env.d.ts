import type { Desk } from '#shared/contract/desk.ts'

declare global {
  interface Window {
    /** The bridge of src-preload: the page's only way out. */
    readonly desk: Desk
  }
}
