import { defineStore } from 'pinia'
import { shallowRef, onScopeDispose, watchEffect, onMounted, watch } from 'vue'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'

/** What a command asks of the screen that it opens. */
export type Wish = 'look-up' | 'print-list' | 'save-list' | 'backup' | 'report' | 'updates'

/** To the neighbours of the claim on the screen, in the list it was opened from; null where there is none. */
export type Steps = Readonly<Record<'previous' | 'next', (() => void) | null>>

/** Overlays of the screens: the palette, the shortcut sheet, and the failure of a command. */
export const useCommandLayer = defineStore('command-layer', () => {
  const shown = shallowRef<'palette' | 'shortcuts' | null>(null)
  /** The text in the palette's box, which is typed into before the palette is there. */
  const asked = shallowRef('')
  const failure = shallowRef<Failure | null>(null)
  const wish = shallowRef<Wish | null>(null)
  /** The draft that was just made of another claim, which its form has not opened yet. */
  const copied = shallowRef('')
  /** The pharmacy that the pharmacies screen should open. */
  const wantedPharmacy = shallowRef<Pharmacy | null>(null)
  /** Functions that open the slip of each claim on the screen, the latest last. */
  const slips = shallowRef<readonly (() => void)[]>([])
  /** Makes a draft for another vehicle of the accident on the screen; null while there is none. */
  const another = shallowRef<(() => void) | null>(null)
  /** Null while no claim of a list is on the screen. */
  const steps = shallowRef<Steps | null>(null)
  return { shown, asked, failure, wish, copied, wantedPharmacy, slips, another, steps }
})

/** Lets the keys and `StepButtons` go to the claim before and after the one on the screen; null while there is none. */
export function useSteps(steps: () => Steps | null): void {
  const layer = useCommandLayer()
  watchEffect(() => (layer.steps = steps()))
  onScopeDispose(() => (layer.steps = null))
}

/** Fulfils a command's request to part of a screen, once that part is mounted. */
export function useWish(wish: Wish, grant: () => void): void {
  const layer = useCommandLayer()
  onMounted(() =>
    watch(
      () => layer.wish === wish,
      (isWanted) => {
        if (!isWanted) return
        layer.wish = null
        grant()
      },
      { immediate: true, flush: 'post' },
    ),
  )
}
