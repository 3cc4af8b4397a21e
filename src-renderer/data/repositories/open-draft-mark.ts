import type { PageStorage } from './page-storage.ts'

/** Remembers which draft is open, so that it is shown as recovered after a crash. */
export interface OpenDraftMark {
  set(id: string): Promise<void>
  clear(): Promise<void>
  /** @returns the draft that is open, or was when the page last stopped, and forgets it. */
  take(): Promise<string | null>
}

/** The mark in this page's database. Losing it only costs a badge, so its failures are ignored. */
export function createOpenDraftMark(storage: PageStorage): OpenDraftMark {
  const clear = async (): Promise<void> => {
    await storage.use((database) => database.meta.delete('open-draft'))
  }
  return {
    async set(id) {
      await storage.use((database) => database.meta.put({ key: 'open-draft', value: id }))
    },
    clear,
    async take() {
      const row = await storage.use((database) => database.meta.get('open-draft'))
      await clear()
      return row.ok ? (row.value?.value ?? null) : null
    },
  }
}
