import { onMounted, watch } from 'vue'
import { useCommandLayer, type Wish } from './command-layer.ts'

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
