import type { Submission } from '#shared/outbox/entry.ts'

/*
 * What runs in the page itself, so that no message of the browser's remote control is in between. Each function is
 * handed to the page by its text: it uses nothing from outside itself.
 */

/** Submits the claim that is on the screen. @returns ms until the page says that it is saved. */
export async function submitTime(): Promise<number> {
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
  return await saved
}

/** @returns ms for a question to main that asks for nothing, there and back. */
export async function roundTripTime(): Promise<number> {
  const begunMs = performance.now()
  await window.desk.request('drafts:accepted', { ids: [] })
  return performance.now() - begunMs
}

/** @returns ms until main has answered that it keeps a claim, asked as the page asks. */
export async function answerTime(submission: Submission): Promise<number> {
  const begunMs = performance.now()
  const kept = await window.desk.request('outbox:accept', submission)
  if (!kept.ok) throw new Error(kept.error.type)
  return performance.now() - begunMs
}

export interface Typed {
  /** Until the page says that it is saved. */
  readonly tookMs: number
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
  const tookMs = await saved
  // The observer is told of long tasks when they are over.
  await new Promise((resolve) => setTimeout(resolve))
  for (const _ of watcher.takeRecords()) longTasks += 1
  watcher.disconnect()
  return { tookMs, longTasks }
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
