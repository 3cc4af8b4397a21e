import type { PageStorage } from './page-storage.ts'

/** Remembers which draft is open, so that a form that died with the application is shown as recovered. */
export interface OpenDraftMark {
  set(id: string): Promise<void>
  clear(): Promise<void>
  /** @returns the draft that is open, or was when the page last stopped, and forgets it. */
  take(): Promise<string | null>
}

/** The mark kept in this page's database. Losing it costs a badge, so its failures are passed over. */
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
