import type { Pharmacy } from '#shared/domain/pharmacy.ts'

const storeName = 'pharmacies'

/** The baseline: plain IndexedDB with one row per pharmacy and four indexes. */
export class RawRows {
  readonly #database: IDBDatabase

  private constructor(database: IDBDatabase) {
    this.#database = database
  }

  static async open(): Promise<RawRows> {
    const request = indexedDB.open('raw', 1)
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(storeName, { keyPath: 'id' })
      for (const field of ['name', 'code', 'state', 'lga']) store.createIndex(field, field)
    }
    return new RawRows(await done(request))
  }

  async clear(): Promise<void> {
    const transaction = this.#database.transaction(storeName, 'readwrite')
    transaction.objectStore(storeName).clear()
    await completed(transaction)
  }

  async write(pharmacies: readonly Pharmacy[]): Promise<void> {
    const transaction = this.#database.transaction(storeName, 'readwrite', { durability: 'strict' })
    const store = transaction.objectStore(storeName)
    for (const pharmacy of pharmacies) store.put(pharmacy)
    await completed(transaction)
  }

  async readAll(): Promise<number> {
    return (await done(this.#store().getAll())).length
  }

  #store(): IDBObjectStore {
    return this.#database.transaction(storeName, 'readonly').objectStore(storeName)
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The request failed'))
  })
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction failed'))
  })
}
