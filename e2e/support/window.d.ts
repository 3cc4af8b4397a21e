import type axe from 'axe-core'
import type { Desk } from '#shared/contract/desk.ts'

declare global {
  interface Window {
    readonly desk: Desk
    /** Where `expectAccessible` has put it. */
    readonly axe: typeof axe
  }
}
