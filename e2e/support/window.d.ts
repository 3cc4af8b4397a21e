import type { Desk } from '#shared/ipc/desk.ts'

declare global {
  interface Window {
    readonly desk: Desk
  }
}
