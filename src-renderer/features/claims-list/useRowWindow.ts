import { computed, onMounted, onScopeDispose, shallowRef, type ComputedRef, type ShallowRef } from 'vue'

/** The rows that are in the document: those in sight, and some more on either side. */
export interface RowWindow {
  readonly first: number
  /** Behind the last one. */
  readonly end: number
}

/** More than one turn of a wheel, so that rows are there before they come into sight. */
const beside = 6

/** The window over rows that are all of one height (px) in a box that scrolls. */
export function useRowWindow(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  options: { readonly rowHeight: number; readonly count: () => number },
): {
  readonly range: ComputedRef<RowWindow>
  /** Rows that stand in the box as a whole. */
  readonly pageSize: () => number
  /** Scrolls no further than needed. */
  readonly bringIntoSight: (index: number) => void
} {
  const { rowHeight, count } = options
  const top = shallowRef(0)
  // About right until it is laid out: asking for it here would lay everything out twice.
  const height = shallowRef(Math.ceil(innerHeight / 2 / rowHeight))
  const look = (): void => {
    // A row at a time: scrolling within one changes nothing here.
    top.value = Math.floor((scroller.value?.scrollTop ?? 0) / rowHeight)
    height.value = Math.ceil((scroller.value?.clientHeight ?? 0) / rowHeight)
  }
  const resized = new ResizeObserver(look)
  onMounted(() => {
    if (scroller.value === null) return
    scroller.value.addEventListener('scroll', look, { passive: true })
    resized.observe(scroller.value)
  })
  onScopeDispose(() => resized.disconnect())

  return {
    range: computed(() => ({
      first: Math.max(0, Math.min(top.value, count() - 1) - beside),
      end: Math.min(count(), top.value + height.value + 1 + beside),
    })),
    pageSize: () => Math.floor((scroller.value?.clientHeight ?? 0) / rowHeight),
    bringIntoSight(index) {
      const box = scroller.value
      if (box === null) return
      const start = index * rowHeight
      const lowest = start + rowHeight - box.clientHeight
      if (box.scrollTop > start) box.scrollTop = start
      else if (box.scrollTop < lowest) box.scrollTop = lowest
      look()
    },
  }
}
