/** The measurements of one scroll through the list. */
export interface ScrollFigures {
  readonly frames: number
  readonly dropped: number
  readonly mostRows: number
  /** Frames in which the contents of a row were still to come. */
  readonly blank: number
  /** From a scroll event until its handlers have run and the layout is done, in ms; the median. */
  readonly busyMs: number
}

/** Runs in the page. Opens the claims; ms from the click until the rows, or the sentence that there are none, are painted. */
export async function openClaims(): Promise<number> {
  const link = document.querySelector<HTMLAnchorElement>('nav a[href="#/claims"]')
  if (link === null) throw new Error('There is no way to the claims.')
  const painted = new Promise<number>((resolve) => {
    const look = (): void => {
      const main = document.querySelector('main')
      if (main === null) return
      const hasRows = main.querySelector('[role=gridcell]') !== null
      if (!hasRows && !main.textContent.includes('No claims yet')) return
      observer.disconnect()
      // The next frame has begun, so this one is on the screen.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
  })
  const start = performance.now()
  link.click()
  return await painted
}

/** Runs in the page. Scrolls the list, or as many plain lines, by a step for each frame. */
export async function scrollThrough({
  step,
  frames,
  isPlain,
}: {
  readonly step: number
  readonly frames: number
  readonly isPlain: boolean
}): Promise<ScrollFigures> {
  const list = document.querySelector<HTMLElement>('[role=grid] > [role=rowgroup]:last-child')
  if (list === null) throw new Error('There is no list.')
  let scroller = list
  if (isPlain) {
    scroller = document.createElement('div')
    scroller.style.cssText = 'position:fixed;inset:0;z-index:99;overflow-y:scroll;background:white'
    const lines = document.createElement('div')
    lines.style.height = '400000px'
    lines.textContent = 'A plain line'
    scroller.append(lines)
    document.body.append(scroller)
  }
  scroller.scrollTop = 0
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  await nextFrame()
  let before = await nextFrame()
  let dropped = 0
  let mostRows = 0
  let blank = 0
  const busy: number[] = []
  let scrolledAt = 0
  const begin = (): void => void (scrolledAt = performance.now())
  scroller.addEventListener('scroll', begin, { capture: true })
  for (let frame = 0; frame < frames; frame += 1) {
    scroller.scrollTop += step
    const now = await nextFrame()
    // Rows follow from the event, which comes before a frame's callbacks; asking for a height lays them out.
    if (scroller.scrollHeight < 0) throw new Error('The box has no height.')
    busy.push(performance.now() - scrolledAt)
    if (now - before > 16.7 * 1.5) dropped += 1
    before = now
    const rows = [...list.querySelectorAll('[role=row]')]
    mostRows = Math.max(mostRows, rows.length)
    if (rows.some((row) => row.firstElementChild === null)) blank += 1
  }
  if (isPlain) scroller.remove()
  else scroller.scrollTop = 0
  scroller.removeEventListener('scroll', begin, { capture: true })
  const busyMs = busy.toSorted((one, other) => one - other)[Math.floor(busy.length / 2)] ?? Number.NaN
  return { frames, dropped, mostRows, blank, busyMs }
}
