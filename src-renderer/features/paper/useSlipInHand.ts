import { onScopeDispose, watch } from 'vue'
import { useCommandLayer } from '#renderer/features/commands/command-layer.ts'

/** Lets the slip command open this slip while the officer works on its claim. */
export function useSlipInHand(isInHand: () => boolean, open: () => void): void {
  const layer = useCommandLayer()
  const letGo = (): void => void (layer.slips = layer.slips.filter((known) => known !== open))
  watch(
    isInHand,
    (isNow) => {
      letGo()
      if (isNow) layer.slips = [...layer.slips, open]
    },
    { immediate: true },
  )
  onScopeDispose(letGo)
}
