import { nextTick, onBeforeUnmount, onBeforeUpdate, onUpdated, type ShallowRef } from 'vue'
import { focusScreenIfLost, isFocusLost } from '#renderer/ui/focus-screen.ts'

/**
 * Keeps the focus on the screen when a row leaves its list, or a button disappears once it was pressed: what is then in
 * its place gets it, or else the screen.
 *
 * @param items what takes the place of each other, as a selector: rows, buttons
 */
export function useFocusKept(within: Readonly<ShallowRef<HTMLElement | null>>, items: string): void {
  let place = -1
  const all = (): HTMLElement[] => [...(within.value?.querySelectorAll<HTMLElement>(items) ?? [])]
  const look = (): void => void (place = all().findIndex((item) => item.contains(document.activeElement)))

  onBeforeUpdate(look)
  onUpdated(() => {
    if (place < 0 || !isFocusLost()) return
    const item = all().at(Math.min(place, all().length - 1))
    const takes =
      item?.matches('button, a, [tabindex]') === true ? item : item?.querySelector<HTMLElement>('a, button')
    takes?.focus()
    focusScreenIfLost()
  })
  onBeforeUnmount(() => {
    look()
    if (place >= 0) void nextTick(focusScreenIfLost)
  })
}
