import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** From this width a claim stands beside the list. */
const wide = '(width >= 80rem)'

/** Whether the window is wide enough for a list and one of its claims side by side. */
export function useWideWindow(): Readonly<ShallowRef<boolean>> {
  const media = matchMedia(wide)
  const isWide = shallowRef(media.matches)
  const look = (): void => {
    isWide.value = media.matches
  }
  media.addEventListener('change', look)
  onScopeDispose(() => media.removeEventListener('change', look))
  return isWide
}
