import { existsSync } from 'node:fs'
import { environments } from '#shared/domain/product.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Result } from '#shared/result.ts'
import { nameOfKey, openDataKey, type DataKey, type DataKeyFailure } from '../keys/data-key.ts'
import type { KeyPlace } from '../keys/data-key-file.ts'
import type { ProtectionSource } from '../keys/protection.ts'
import { outboxFileOf } from './open-environment.ts'
import { renewDataKey } from './renew-data-key.ts'
import { sealedHere } from './sealed-here.ts'

/** A renewal that was interrupted while both keys lay in the open is finished, and then begins another. */
const renewalsAtStart = 2

/** The data key of one installation, for everything that runs in this process. */
export class InstallationKey {
  readonly place: KeyPlace
  /** Two openings at once would wrap it twice, with different successors. */
  readonly #inTurn = oneAtATime()
  /** The key this process works with: what it seals from now on is under it. */
  #inUse: string | null = null

  constructor(dataFolder: string, protection: ProtectionSource) {
    this.place = { ...protection, folder: dataFolder }
  }

  /** Opens the key, and makes it at the very first start. See {@link openDataKey}. */
  open(): Promise<Result<DataKey, DataKeyFailure>> {
    return this.#inTurn(async () => {
      const { folder } = this.place
      const key = await openDataKey({
        ...this.place,
        dataExists: () => environments.some((environment) => existsSync(outboxFileOf(folder, environment))),
        sealedHere: async (keys) =>
          keys.some((bytes) => nameOfKey({ bytes }) === this.#inUse)
            ? 'under-these'
            : await sealedHere(folder, keys),
      })
      if (key.ok) this.#inUse = nameOfKey(key.value)
      return key
    })
  }

  /** The key, or null while it cannot be opened. */
  async orNull(): Promise<DataKey | null> {
    const key = await this.open()
    return key.ok ? key.value : null
  }

  /**
   * Opens the key with no environment open, and renews it where a renewal was interrupted or the key lay in the open.
   * Where that fails, both keys are kept and everything still opens.
   */
  async atStart(): Promise<Result<DataKey, DataKeyFailure>> {
    let key = await this.open()
    for (let times = 0; times < renewalsAtStart && key.ok && key.value.next !== null; times += 1) {
      const renewed = await renewDataKey(this.place, key.value)
      if (!renewed.ok) return key
      key = await this.open()
    }
    return key
  }
}
