import { existsSync } from 'node:fs'
import { environments } from '#shared/domain/product.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Result } from '#shared/result.ts'
import {
  openDataKey,
  rememberHad,
  type DataKey,
  type DataKeyFailure,
  type Had,
  type KeyPlace,
} from '../keys/data-key.ts'
import type { ProtectionSource } from '../keys/protection.ts'
import { outboxFileOf } from './open-environment.ts'

/** The keys of one installation, for everything that runs in this process. */
export class InstallationKey {
  readonly #place: KeyPlace
  /** Two openings at once would seal it twice, with different keys of secrets. */
  readonly #inTurn = oneAtATime()

  constructor(dataFolder: string, protection: ProtectionSource) {
    this.#place = { ...protection, folder: dataFolder }
  }

  /** Opens the keys, and makes them at the very first start. See {@link openDataKey}. */
  open(): Promise<Result<DataKey, DataKeyFailure>> {
    return this.#inTurn(() => this.#open())
  }

  /** The keys, or null while they cannot be opened. */
  async orNull(): Promise<DataKey | null> {
    const key = await this.open()
    return key.ok ? key.value : null
  }

  /** There are officers, or work for an environment: from here on it is missed where its files are not there. */
  remember(what: Had): Promise<void> {
    return this.#inTurn(async () => {
      const key = await this.#open()
      if (key.ok && !key.value.had.includes(what)) await rememberHad(this.#place, key.value, what)
    })
  }

  #open(): Promise<Result<DataKey, DataKeyFailure>> {
    const { folder } = this.#place
    return openDataKey({
      ...this.#place,
      dataExists: () => environments.some((environment) => existsSync(outboxFileOf(folder, environment))),
    })
  }
}
