import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'

/** What lies over the screens: the palette, the sheet of shortcuts, and what went wrong with a command. */
export const useCommandLayer = defineStore('command-layer', () => {
  const shown = shallowRef<'palette' | 'shortcuts' | null>(null)
  const failure = shallowRef<Failure | null>(null)
  /** A screen is asked to begin with its look-up dialog. */
  const wantsLookUp = shallowRef(false)
  /** A pharmacy that its screen is asked to open. */
  const wantedPharmacy = shallowRef<Pharmacy | null>(null)
  /** The backup screen is asked to begin with writing one. */
  const wantsBackup = shallowRef(false)
  /** What opens the slip of each claim that is in hand, the latest last. */
  const slips = shallowRef<readonly (() => void)[]>([])
  return { shown, failure, wantsLookUp, wantedPharmacy, wantsBackup, slips }
})
