import { defineStore } from 'pinia'
import { shallowRef, onScopeDispose, watchEffect, onMounted, watch, type Ref } from 'vue'
import type { ClaimFieldName } from '#shared/domain/claim-fields.ts'
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
  /** The field of that draft to begin with: a copy is mostly of another policy. */
  const copiedField = shallowRef<ClaimFieldName>('policyNumber')
  /** The pharmacy that the pharmacies screen should open. */
  const wantedPharmacy = shallowRef<Pharmacy | null>(null)
  /** Opens the slip of the claim on the screen; null while there is none. */
  const slip = shallowRef<(() => void) | null>(null)
  /** Makes a draft for another vehicle of the accident on the screen; null while there is none. */
  const another = shallowRef<(() => void) | null>(null)
  /** Null while no claim of a list is on the screen. */
  const steps = shallowRef<Steps | null>(null)
  return { shown, asked, failure, wish, copied, copiedField, wantedPharmacy, slip, another, steps }
})

/** Gives commands what they do with the claim on the screen, until that is left. */
export function useInHand<T>(place: Ref<T | null>, now: () => T | null): void {
  watchEffect(() => (place.value = now()))
  onScopeDispose(() => (place.value = null))
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
