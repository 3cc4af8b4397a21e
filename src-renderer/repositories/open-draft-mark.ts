import type { PageStorage } from './page-storage.ts'

/** Remembers which draft is open, so that a form that died with the application is shown as recovered. */
export interface OpenDraftMark {
  set(id: string): Promise<void>
  clear(): Promise<void>
  /** @returns the draft that is open now. */
  current(): Promise<string | null>
  /** @returns the draft that was open when the page last stopped, and forgets it. */
  take(): Promise<string | null>
}

/** The mark kept in this page's database. Losing it costs a badge, so its failures are passed over. */
export function createOpenDraftMark(storage: PageStorage): OpenDraftMark {
  const clear = async (): Promise<void> => {
    await storage.use((database) => database.meta.delete('open-draft'))
  }
  const current = async (): Promise<string | null> => {
    const row = await storage.use((database) => database.meta.get('open-draft'))
    return row.ok ? (row.value?.value ?? null) : null
  }
  return {
    current,
    async set(id) {
      await storage.use((database) => database.meta.put({ key: 'open-draft', value: id }))
    },
    clear,
    async take() {
      const open = await current()
      await clear()
      return open
    },
  }
}
