import { computed, onMounted, onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** More than one turn of the wheel, so that rows are rendered before they become visible. */
const beside = 6

/** The window over rows of equal height (px) in a scroll container. */
export function useRowWindow(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  options: { readonly rowHeight: number; readonly count: () => number },
) {
  const { rowHeight, count } = options
  const top = shallowRef(0)
  // An estimate until the first layout: measuring here would force a second layout.
  const height = shallowRef(Math.ceil(innerHeight / 2 / rowHeight))
  const look = (): void => {
    // Rounded to whole rows: scrolling within a row causes no update.
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
    /** The rows in the DOM: the visible ones, and a few more on either side; `end` is exclusive. */
    range: computed(() => ({
      first: Math.max(0, Math.min(top.value, count() - 1) - beside),
      end: Math.min(count(), top.value + height.value + 1 + beside),
    })),
    /** The row behind the last one in sight. */
    sightEnd: computed(() => top.value + height.value),
    /** How many whole rows fit into the container. */
    pageSize: (): number => Math.floor((scroller.value?.clientHeight ?? 0) / rowHeight),
    /** Scrolls no further than needed. */
    bringIntoSight: (index: number): void => {
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

/** A row in the DOM: its index, and the element that shows it. */
export interface PlacedRow {
  readonly index: number
  /** Identifies the element, which passes from a leaving row to a new one. */
  readonly place: number
}

/**
 * The rows of the next frame. A row that stays keeps its element, and with it the focus; new rows reuse the elements
 * of leaving ones, which costs the browser a tenth of creating new elements.
 */
export function placedRows(before: readonly PlacedRow[], indexes: readonly number[]): PlacedRow[] {
  const wanted = new Set(indexes)
  const places = new Map(before.map(({ index, place }) => [index, place]))
  const free = before.filter(({ index }) => !wanted.has(index)).map(({ place }) => place)
  let next = before.reduce((most, { place }) => Math.max(most, place), -1) + 1
  return indexes.map((index) => ({ index, place: places.get(index) ?? free.shift() ?? next++ }))
}
