import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import type { Draft } from '#shared/domain/draft.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { FakeMain } from '#renderer/testing/fake-main.ts'
import { openRepositories, type Repositories } from '../open-repositories.ts'
import { completeFields, practiceStatus } from './made-up.ts'

let open: Repositories[] = []

/** The browser's own; tests replace it to let a write fail, and {@link leavePage} puts it back. */
// oxlint-disable-next-line typescript/unbound-method -- called with its own this
export const realPut = IDBObjectStore.prototype.put

/** A page without databases. @returns the main process behind it */
export function emptyPage(): FakeMain {
  globalThis.indexedDB = new IDBFactory()
  return new FakeMain()
}

/** Opens the page's data in practice. */
export function start(): Promise<Repositories> {
  return startAs(practiceStatus)
}

/** A new process on the same data, with none of the old one's memory. */
export async function restart(): Promise<Repositories> {
  closeAll()
  return start()
}

/** As `start`, with this status. */
export async function startAs(status: AppStatus): Promise<Repositories> {
  const opened = await openRepositories(status)
  if (!opened.ok) throw new Error(opened.error.type)
  open.push(opened.value)
  return opened.value
}

/** After a test: closes whatever was opened, and lets every write succeed again. */
export function leavePage(): void {
  IDBObjectStore.prototype.put = realPut
  closeAll()
}

/** Closes whatever was opened here. */
export function closeAll(): void {
  for (const repositories of open) repositories.close()
  open = []
}

/** A new draft with ten valid fields. */
export function filled(repositories: Repositories): Draft {
  return { ...repositories.drafts.create('keke'), fields: completeFields }
}

/** The rows of drafts in the database, as they are stored. */
export async function storedRows(): Promise<Record<string, unknown>[]> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('claims-desk-practice')
    request.onsuccess = () => resolve(request.result)
  })
  const rows = await new Promise<Record<string, unknown>[]>((resolve) => {
    const request = database.transaction('drafts').objectStore('drafts').getAll()
    request.onsuccess = () => resolve(request.result as Record<string, unknown>[])
  })
  database.close()
  return rows
}
