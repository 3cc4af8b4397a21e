import { onMounted, watch } from 'vue'
import { useCommandLayer, type Wish } from './command-layer.ts'

/** Does what a command asks of a part of a screen, once that part is there. */
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
