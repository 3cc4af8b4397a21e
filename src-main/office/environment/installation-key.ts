import { existsSync } from 'node:fs'
import { environments } from '#shared/domain/product.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok, type Result } from '#shared/result.ts'
import {
  openDataKey,
  rememberHad,
  type DataKey,
  type DataKeyFailure,
  type Had,
  type KeyPlace,
} from '#main/platform/keys/data-key.ts'
import type { ProtectionSource } from '#main/platform/keys/protection.ts'
import { outboxFileOf } from './environment.ts'

/** The keys of one installation, for everything that runs in this process. */
export class InstallationKey {
  readonly #place: KeyPlace
  /** Two openings at once would seal it twice, with different keys of secrets. */
  readonly #inTurn = oneAtATime()
  /** What the system's store opened once: asking it again costs a call to the keyring, a dozen at each start. */
  #sealed: DataKey | null = null

  constructor(dataFolder: string, protection: ProtectionSource) {
    this.#place = { ...protection, folder: dataFolder }
  }

  /** Opens the keys, and makes them at the very first start. See {@link openDataKey}. */
  open(): Promise<Result<DataKey, DataKeyFailure>> {
    return this.#inTurn(() => this.#open())
  }

  /** The keys, or null while they cannot be opened. */
  readonly orNull = async (): Promise<DataKey | null> => {
    const key = await this.open()
    return key.ok ? key.value : null
  }

  /** There are officers, or work for an environment: from here on it is missed where its files are not there. */
  remember(what: Had): Promise<void> {
    return this.#inTurn(async () => {
      const key = await this.#open()
      if (!key.ok || key.value.had.includes(what)) return
      this.#sealed = null
      await rememberHad(this.#place, key.value, what)
    })
  }

  async #open(): Promise<Result<DataKey, DataKeyFailure>> {
    if (this.#sealed !== null) return ok(this.#sealed)
    const { folder } = this.#place
    const key = await openDataKey({
      ...this.#place,
      dataExists: () => environments.some((environment) => existsSync(outboxFileOf(folder, environment))),
    })
    if (key.ok && key.value.protection === 'os') this.#sealed = key.value
    return key
  }
}
