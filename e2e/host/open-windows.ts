/** What quitting needs of a window. */
export interface OpenWindow {
  close(): void
  isDestroyed(): boolean
  once(event: 'closed', listener: () => void): unknown
}

/** The windows that are open now. */
export const openWindows = new Set<OpenWindow>()
