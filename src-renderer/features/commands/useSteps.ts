import { onScopeDispose, watchEffect } from 'vue'
import { useCommandLayer, type Steps } from './command-layer.ts'

/** Lets the keys and `StepButtons` go to the claim before and after the one on the screen; null while there is none. */
export function useSteps(steps: () => Steps | null): void {
  const layer = useCommandLayer()
  watchEffect(() => (layer.steps = steps()))
  onScopeDispose(() => (layer.steps = null))
}
