import type { Environment } from '#shared/domain/product.ts'
import type { DirectoryStore } from './directory-store.ts'

/** A request from the page to its worker; each number gets one answer. */
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
  /** The store's answer; also null when it failed. */
  readonly answer: unknown
}
