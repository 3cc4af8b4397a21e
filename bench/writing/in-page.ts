import type { Submission } from '#shared/outbox/entry.ts'

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
    document.querySelector('main h1')?.textContent.includes('Saved on this computer') === true
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

/** @returns ms for the round trip of an empty request to main. */
export async function roundTripTime(): Promise<number> {
  const begunMs = performance.now()
  await window.bridge.request('outbox:search', { text: '' })
  return performance.now() - begunMs
}

export interface Answered {
  /** Until main has answered that it keeps a claim. */
  readonly keptMs: number
  /** Until it has answered the same again: it has the claim, and commits nothing. */
  readonly againMs: number
}

/** Asks main for a claim as the page asks. @returns what it took. */
export async function answerTime(submission: Submission): Promise<Answered> {
  const ask = async (): Promise<number> => {
    const begunMs = performance.now()
    const kept = await window.bridge.request('outbox:accept', submission)
    if (!kept.ok) throw new Error(kept.error.type)
    return performance.now() - begunMs
  }
  return { keptMs: await ask(), againMs: await ask() }
}

export interface Typed {
  /** Until the page says that it is saved. */
  readonly tookMs: number
  /** Until the draft is sealed, on another thread. */
  readonly sealedMs: number
  /** Until it is given to the database. */
  readonly putMs: number
  /** Until the page hears that the put is complete. */
  readonly completeMs: number
  /** Whether the browser drew what was typed before handing it over. */
  readonly drewFirst: boolean
  /** Tasks over 50 ms on the page's thread meanwhile. */
  readonly longTasks: number
}

/** Changes a field as typing does. @returns what it took until the page says that it is saved. */
export async function autosaveTime(text: string): Promise<Typed> {
  const field = document.querySelector<HTMLTextAreaElement>('main textarea')
  const state = document.querySelector('[data-testid="save-state"]')
  if (field === null || state === null) throw new Error('There is no claim on the screen.')
  let longTasks = 0
  const watcher = new PerformanceObserver((list) => (longTasks += list.getEntries().length))
  watcher.observe({ type: 'longtask' })
  let [sealedMs, putMs, completeMs] = [Number.NaN, Number.NaN, Number.NaN]
  let drewFirst = false
  const { subtle } = crypto
  const encrypt = subtle.encrypt.bind(subtle)
  subtle.encrypt = async (...sealing) => {
    const sealed = await encrypt(...sealing)
    sealedMs = performance.now() - begunMs
    return sealed
  }
  const stores = IDBObjectStore.prototype
  // oxlint-disable-next-line typescript/unbound-method -- put back below, called with its own this
  const put = stores.put
  stores.put = function (this: IDBObjectStore, ...row: Parameters<IDBObjectStore['put']>) {
    if (this.name === 'drafts') {
      putMs = performance.now() - begunMs
      const heard = (): void => void (completeMs = performance.now() - begunMs)
      // Runs before the page's own listener, which draws the words.
      this.transaction.addEventListener('complete', heard, { capture: true })
    }
    return put.apply(this, row)
  }
  const begunMs = performance.now()
  const saved = new Promise<number>((resolve) => {
    let wasSaving = false
    const observer = new MutationObserver(() => {
      const isSaved = state.textContent.includes('Saved on this computer')
      wasSaving ||= !isSaved
      if (!isSaved || !wasSaving) return
      observer.disconnect()
      resolve(performance.now() - begunMs)
    })
    observer.observe(state, { childList: true, subtree: true, characterData: true })
  })
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // The frame is due by now; an earlier request would bring it forward.
  requestAnimationFrame(() => (drewFirst = Number.isNaN(completeMs)))
  const tookMs = await saved
  stores.put = put
  subtle.encrypt = encrypt
  // The observer gets long tasks only after they end.
  await new Promise((resolve) => setTimeout(resolve))
  for (const _ of watcher.takeRecords()) longTasks += 1
  watcher.disconnect()
  return { tookMs, sealedMs, putMs, completeMs, drewFirst, longTasks }
}

/**
 * In a page of nothing but a field and a sentence: shows what was typed and that it is being saved, puts so many bytes
 * strictly durable, and says that they are saved. @returns what it took until it says so.
 */
export async function bareAutosaveTime({
  text,
  bytes,
}: {
  readonly text: string
  readonly bytes: number
}): Promise<Pick<Typed, 'tookMs' | 'drewFirst'>> {
  const field = document.querySelector('textarea')
  const state = document.querySelector('p')
  if (field === null || state === null) throw new Error('There is no field.')
  const asked = indexedDB.open('bare', 1)
  asked.onupgradeneeded = () => asked.result.createObjectStore('rows', { keyPath: 'id' })
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(new Error('The bare database does not open.'))
  })
  const row = { id: 'draft', sealed: crypto.getRandomValues(new Uint8Array(bytes)) }
  let [isComplete, drewFirst] = [false, false]
  const begunMs = performance.now()
  field.value = text
  state.textContent = 'Saving…'
  const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' })
  transaction.objectStore('rows').put(row)
  requestAnimationFrame(() => (drewFirst = !isComplete))
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = reject
  })
  isComplete = true
  state.textContent = 'Saved on this computer'
  const tookMs = performance.now() - begunMs
  database.close()
  return { tookMs, drewFirst }
}

/** Puts so many bytes into a database of its own, strictly durable. @returns ms until it is complete. */
export async function rawPutTime(bytes: number): Promise<number> {
  const asked = indexedDB.open('bench-raw', 1)
  asked.onupgradeneeded = () => asked.result.createObjectStore('rows', { keyPath: 'id' })
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(new Error('The raw database does not open.'))
  })
  const row = {
    id: 'draft',
    updatedAt: new Date().toISOString(),
    sealed: crypto.getRandomValues(new Uint8Array(bytes)),
  }
  const begunMs = performance.now()
  const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' })
  transaction.objectStore('rows').put(row)
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = reject
  })
  const tookMs = performance.now() - begunMs
  database.close()
  return tookMs
}

/** @returns how long the sealed row of the draft that was written last is, in bytes. */
export async function sealedBytes(): Promise<number> {
  const asked = indexedDB.open('claims-desk-practice')
  const database = await new Promise<IDBDatabase>(
    (resolve) => (asked.onsuccess = () => resolve(asked.result)),
  )
  const all = database.transaction('drafts').objectStore('drafts').getAll()
  const rows = await new Promise<readonly unknown[]>((resolve) => (all.onsuccess = () => resolve(all.result)))
  database.close()
  const lengths = rows.map((row) =>
    typeof row === 'object' && row !== null && 'sealed' in row && row.sealed instanceof Uint8Array
      ? row.sealed.byteLength
      : 0,
  )
  return Math.max(...lengths)
}
