/*
 * Code that runs in the page itself, so that no message of the browser's remote control is measured. Each function is
 * passed to the page as text, so it uses nothing from outside itself.
 */

export interface Submitted {
  /** Until the page has validated the claim and sent it to main. */
  readonly askedMs: number
  /** Until the page says that it is saved. */
  readonly savedMs: number
  /** Until the browser has drawn the frame that shows it. */
  readonly shownMs: number
}

/** Submits the claim that is on the screen. @returns what it took. */
export async function submitTime(): Promise<Submitted> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')]
  const submit = buttons.find(({ textContent }) => textContent.trim() === 'Submit claim')
  if (submit === undefined) throw new Error('There is no claim on the screen.')
  const isSaved = (): boolean =>
    document.querySelector('main h1')?.textContent.includes('Claim submitted') === true
  const begunMs = performance.now()
  const saved = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isSaved()) return
      observer.disconnect()
      resolve(performance.now() - begunMs)
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  submit.click()
  // The page sends its request within the click; it draws afterwards.
  const askedMs = performance.now() - begunMs
  const savedMs = await saved
  // What is shown with the words comes in the task that follows them.
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return { askedMs, savedMs, shownMs: performance.now() - begunMs }
}

/** @returns ms for the round trip of an empty request to main, after a frame, as an officer's pause leaves page and main. */
export async function roundTripTime(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const begunMs = performance.now()
  await window.bridge.request('claims:lists')
  return performance.now() - begunMs
}

export interface Typed {
  /** From leaving the field until the page says that it is saved. */
  readonly savedMs: number
  /** Tasks over 50 ms on the page's thread meanwhile. */
  readonly longTasks: number
}

/** Changes a field and leaves it, so that it is saved at once. @returns what it took until the page says so. */
export async function autosaveTime(text: string): Promise<Typed> {
  const field = document.querySelector<HTMLTextAreaElement>('main textarea')
  const state = document.querySelector('[data-testid="save-state"]')
  if (field === null || state === null) throw new Error('There is no claim on the screen.')
  let longTasks = 0
  const watcher = new PerformanceObserver((list) => (longTasks += list.getEntries().length))
  watcher.observe({ type: 'longtask' })
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  if (state.textContent.includes('Saved on this computer')) throw new Error('It is called saved too early.')
  const begunMs = performance.now()
  const saved = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!state.textContent.includes('Saved on this computer')) return
      observer.disconnect()
      resolve(performance.now() - begunMs)
    })
    observer.observe(state, { childList: true, subtree: true, characterData: true })
  })
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  const savedMs = await saved
  // The observer gets long tasks only after they end.
  await new Promise((resolve) => setTimeout(resolve))
  longTasks += watcher.takeRecords().length
  watcher.disconnect()
  return { savedMs, longTasks }
}
