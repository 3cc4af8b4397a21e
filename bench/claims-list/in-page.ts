/** The measurements of one scroll through the list. */
export interface ScrollFigures {
  readonly frames: number
  readonly dropped: number
  readonly mostRows: number
  /** From a scroll event until its handlers have run and the layout is done, in ms; the median. */
  readonly busyMs: number
}

/** Runs in the page. Resolves once both lists are stored. */
export async function untilListsAreKept(): Promise<void> {
  const asked = indexedDB.open('claims-desk-practice')
  const database = await new Promise<IDBDatabase>((resolve) => {
    asked.onsuccess = () => resolve(asked.result)
  })
  for (let lists = 0; lists < 2;) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const counted = database.transaction('claimLists').objectStore('claimLists').count()
    lists = await new Promise<number>((resolve) => {
      counted.onsuccess = () => resolve(counted.result)
    })
  }
  database.close()
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

/** Runs in the page. Resolves once the last of so many claims can be scrolled to: the first ones are painted before. */
export async function untilWhole(count: number): Promise<void> {
  const list = document.querySelector<HTMLElement>('[role=grid] > [role=rowgroup]:last-child')
  if (list === null) throw new Error('There is no list.')
  list.scrollTop = list.scrollHeight
  while (list.querySelector(`[aria-rowindex="${count + 1}"]`) === null) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  list.scrollTop = 0
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
    lines.style.height = '520000px'
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
    mostRows = Math.max(mostRows, list.querySelectorAll('[role=row]').length)
  }
  if (isPlain) scroller.remove()
  else scroller.scrollTop = 0
  scroller.removeEventListener('scroll', begin, { capture: true })
  const busyMs = busy.toSorted((one, other) => one - other)[Math.floor(busy.length / 2)] ?? Number.NaN
  return { frames, dropped, mostRows, busyMs }
}

/** Runs in the page. Types into the search; ms from each letter until the frame that shows what it found. */
export async function typeSearch(text: string): Promise<number[]> {
  const input = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (input === null) throw new Error('There is no search.')
  const times: number[] = []
  for (let length = 1; length <= text.length; length += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const start = performance.now()
    input.value = text.slice(0, length)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    // Vue's tick was queued before this one, so the document has changed by now.
    await new Promise((resolve) => setTimeout(resolve))
    // Reading a height forces a layout.
    if (document.body.offsetHeight < 0) throw new Error('The page has no height.')
    times.push(performance.now() - start)
  }
  input.value = ''
  input.dispatchEvent(new Event('input', { bubbles: true }))
  return times
}

/** Runs in the page. Acts as an officer would; ms until what came of it is painted, rows in later slices included. */
export async function untilShown({
  act,
  value,
}: {
  readonly act: 'search' | 'product' | 'sort' | 'open'
  readonly value: string
}): Promise<number> {
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  const find = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector)
    if (found === null) throw new Error(`There is no ${selector}.`)
    return found
  }
  const input = (field: HTMLElement, event: string): void => {
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
    field.dispatchEvent(new Event(event, { bubbles: true }))
  }
  await nextFrame()
  const start = performance.now()
  if (act === 'search') input(find('main input[type=search]'), 'input')
  if (act === 'product') input(find('main search select'), 'change')
  if (act === 'sort') find(`[role=columnheader] button[aria-label="${value}"]`).click()
  if (act === 'open') {
    find('[role=grid] [aria-rowindex="2"]').click()
    while (document.querySelector('[role=grid]') !== null) await nextFrame()
    return performance.now() - start
  }
  // Vue's tick was queued before this one, so the grid says by now whether it is busy.
  await new Promise((resolve) => setTimeout(resolve))
  while (document.querySelector('[role=grid][aria-busy=true]') !== null) await nextFrame()
  await nextFrame()
  return performance.now() - start
}
