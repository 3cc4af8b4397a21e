import { DatabaseSync } from 'node:sqlite'
import { createDetailHandlers, createPharmacyHandlers } from '#main/app/handlers/claims.ts'
import { registerHandlers, type RequestHandlers } from '#main/app/handlers/register.ts'
import { detailed } from '#main/outbox/shown-entry.ts'
import { migrate } from '#main/outbox/migrations.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { appOrigin } from '#main/shell/app-origin.ts'
import { logLine } from '#main/platform/log.ts'
import type { Failure } from '#shared/failure.ts'
import { err, type Result } from '#shared/result.ts'
import type { Product } from '#shared/domain/product.ts'
import { requestChannels } from '#shared/contract/calls.ts'
import type { RequestChannel, RequestInput } from '#shared/contract/calls.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { EntryDetail, Submission } from '#shared/outbox/entry.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'

const at = '2026-11-20T09:00:00.000Z'

type Listener = (event: object, ...input: unknown[]) => Promise<unknown>

/** The parts of main that an answer passes through on its way to the page: the real handlers, outbox and log. */
export class Lane {
  readonly logged: string[] = []
  readonly #handlers = new Map<string, Listener>()
  readonly #source: {
    settings: { saveData: boolean }
    environment: { connection: { api: MerchantApi }; services: null }
    using: () => Result<never, Failure>
  }
  #outbox: Outbox
  #entries = 0

  constructor(api: MerchantApi) {
    this.#source = {
      settings: { saveData: false },
      environment: { connection: { api }, services: null },
      using: () => err({ type: 'storage-unavailable' }),
    }
    this.#outbox = freshOutbox()
    const none = Object.fromEntries(
      requestChannels.map((channel) => [channel, () => ({ ok: true, value: null })]),
    )
    // Every channel needs a handler; only those of the API are the real ones.
    const handlers = {
      ...none,
      ...createDetailHandlers(this.#source),
      ...createPharmacyHandlers(this.#source),
    } as unknown as RequestHandlers
    registerHandlers(handlers, {
      ipcMain: {
        handle: (channel: string, listener: Listener) => void this.#handlers.set(channel, listener),
      } as never,
      isOurPage: () => true,
      documentNow: () => 0,
      onAnswer: () => undefined,
      log: { event: (name, codes) => void this.logged.push(logLine(name, codes)) },
    })
  }

  set api(api: MerchantApi) {
    this.#source.environment = { connection: { api }, services: null }
  }

  /** What the page gets for a request. */
  async ask<C extends RequestChannel>(channel: C, argument: RequestInput<C>): Promise<unknown> {
    const frame = { origin: appOrigin, parent: null }
    return await this.#handlers.get(channel)?.({ sender: null, senderFrame: frame }, argument)
  }

  /** What is kept of a whole list for the page, or why the reading failed. */
  async askList(product: Product): Promise<unknown> {
    const kept: ReceivedClaim[] = []
    const ended = await this.#source.environment.connection.api.streamShownClaims(product, {
      onRows(rows) {
        kept.push(...rows)
        return 'go-on'
      },
    })
    return ended.ok ? { ok: true, value: kept } : { ok: false, error: ended.error.failure }
  }

  /** Stores an outcome as the engine does, then reads the entry back as the page does. */
  keep(submission: Submission, outcome: AttemptOutcome): EntryDetail {
    // A table of a million entries would measure SQLite.
    this.#entries += 1
    if (this.#entries % 500 === 0) this.#outbox = freshOutbox()
    const outbox = this.#outbox
    const kept = [
      outbox.accept(submission, at),
      outbox.openAttempt(submission.id, at),
      outbox.closeAttempt(submission.id, outcome, at),
    ]
    const failed = kept.find((step) => !step.ok)
    if (failed?.ok === false) throw new Error(`The outbox refused: ${failed.error.type}`)
    const entry = outbox.get(submission.id)
    if (entry === null) throw new Error('The entry is gone')
    const engine = { nextTryAt: () => null }
    const uploads = { filesOf: () => null, eachOf: () => [] }
    const services = {
      outbox,
      engine,
      uploads,
      followUps: { standingOf: () => null },
      keptDetails: { holderOf: () => '' },
    }
    return detailed(services, { nameOf: () => null, seesEntryOf: () => true }, entry)
  }
}

function freshOutbox(): Outbox {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  return new Outbox(database, plainProtection)
}
