import { onScopeDispose, watchEffect } from 'vue'
import { useCommandLayer, type Steps } from './command-layer.ts'

/** Lets the keys and `StepButtons` go to the claim before and after the one on the screen; null while there is none. */
export function useSteps(steps: () => Steps | null): void {
  const layer = useCommandLayer()
  watchEffect(() => (layer.steps = steps()))
  onScopeDispose(() => (layer.steps = null))
}

/** The way to the neighbours of an item in its list; null where the list does not have it. */
export function stepsIn<T>(list: readonly T[], at: number, go: (item: T) => void): Steps | null {
  if (at < 0) return null
  const to = (index: number): (() => void) | null => {
    const item = list[index]
    return item === undefined ? null : () => go(item)
  }
  return { previous: to(at - 1), next: to(at + 1) }
}
