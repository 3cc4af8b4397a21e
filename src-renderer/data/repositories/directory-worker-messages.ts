import type { Environment } from '#shared/domain/product.ts'
import type { DirectoryStore } from './directory-store.ts'

/** What the page asks its worker; one answer follows for each number. */
export type WorkerQuestion = {
  [M in keyof DirectoryStore]: {
    readonly number: number
    readonly environment: Environment
    readonly method: M
    readonly question: Parameters<DirectoryStore[M]>[0]
  }
}[keyof DirectoryStore]

export interface WorkerAnswer {
  readonly number: number
  /** What the shelf answered; null too when it broke. */
  readonly answer: unknown
}
