/** Names that the build takes from the contract (electron.vite.config.ts). */
interface ImportMeta {
  readonly env: {
    readonly REQUESTS: readonly string[]
    readonly ANNOUNCEMENTS: readonly string[]
  }
}
