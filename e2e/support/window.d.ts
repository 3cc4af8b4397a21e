import type axe from 'axe-core'
import type { Bridge } from '#shared/contract/calls.ts'

declare global {
  interface Window {
    readonly bridge: Bridge
    /** Where `expectAccessible` has put it. */
    readonly axe: typeof axe
  }
}
