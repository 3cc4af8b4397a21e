import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'

/** What the screen that a command opens is asked to begin with. */
export type Wish = 'look-up' | 'backup' | 'report' | 'updates'

/** What lies over the screens: the palette, the sheet of shortcuts, and what went wrong with a command. */
export const useCommandLayer = defineStore('command-layer', () => {
  const shown = shallowRef<'palette' | 'shortcuts' | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const wish = shallowRef<Wish | null>(null)
  /** A pharmacy that its screen is asked to open. */
  const wantedPharmacy = shallowRef<Pharmacy | null>(null)
  /** What opens the slip of each claim that is in hand, the latest last. */
  const slips = shallowRef<readonly (() => void)[]>([])
  return { shown, failure, wish, wantedPharmacy, slips }
})
