import type { KeyStatus } from '#shared/contract/app-status.ts'
import type { Environment, RemoteEnvironment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { err, type Result } from '#shared/result.ts'
import { originOf, parseBaseUrl, addressIn } from '#shared/settings.ts'
import { isUsable, type KeyVault } from '#main/platform/keys/key-vault.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { AddressQuestion } from '#main/shell/questions.ts'
import type { OfficeSettings } from '#main/office/settings/office-settings.ts'

export interface OriginsOptions {
  readonly settings: Pick<OfficeSettings, 'inForce' | 'isAddressManaged'>
  readonly vault: KeyVault
  /** Asks the person at the computer, outside the page, whether claims and the key may go to a new origin. */
  readonly confirmAddress: (question: AddressQuestion) => Promise<boolean>
  readonly audience: Pick<Audience, 'officerId'>
}

/** Somewhere that an environment wants to send to, and what is known of it. */
interface WantedPlace {
  readonly environment: RemoteEnvironment
  readonly isFileStore: boolean
  readonly to: string
  /** Where it sends now; null for nowhere. */
  readonly inUse: string | null
  readonly isManaged: boolean
  /** Of the key for there. */
  readonly key: { readonly type: KeyStatus['type']; readonly origin?: string }
}

/** Where each environment's requests go, which key is for there, and who allowed it. */
export class Origins {
  readonly #options: OriginsOptions
  /** What each officer allowed since the start: who typed a key wrong need not allow its address again. */
  readonly #allowed = new Set<string>()

  constructor(options: OriginsOptions) {
    this.#options = options
  }

  /**
   * Whether requests may go to a place. Without asking, only where there is a key for it, or where the organisation
   * set it and no key is for another: an address or a key that a page chooses freely could carry anything, and an
   * address in a file may be someone else's, waiting for the key to be typed.
   */
  async mayUse({ environment, isFileStore, to, inUse, isManaged, key }: WantedPlace): Promise<boolean> {
    const isSet = isManaged && key.type !== 'other-origin'
    const { audience, confirmAddress } = this.#options
    const allowed = `${audience.officerId()} ${environment} ${isFileStore} ${to}`
    if ((to === inUse && (isUsable(key) || isSet)) || this.#allowed.has(allowed)) return true
    const from = key.origin ?? inUse
    const isAllowed = await confirmAddress({ environment, isFileStore, from: from === to ? null : from, to })
    if (isAllowed) this.#allowed.add(allowed)
    return isAllowed
  }

  /** Whether an address is in use, with a key for it: then a new key takes the place of that one, and nothing asks. */
  async hasKeyFor(environment: RemoteEnvironment, address: string): Promise<boolean> {
    const inUse = this.#inUse(environment)
    const to = parseBaseUrl(address)
    return to.ok && to.value === inUse && isUsable(await this.keyStatus(environment))
  }

  /** Whether requests may go to an address. Its path counts too: it may lead to another tenant, or carry something. */
  async mayUseAddress(environment: RemoteEnvironment, to: string): Promise<boolean> {
    const { vault, settings } = this.#options
    return await this.mayUse({
      environment,
      isFileStore: false,
      to,
      inUse: this.#inUse(environment),
      isManaged: settings.isAddressManaged(environment),
      key: await vault.status(environment, originOf(to)),
    })
  }

  /** Whether there is a key for an environment's address. */
  async keyStatus(environment: Environment): Promise<KeyStatus> {
    const address = this.#inUse(environment)
    return await this.#options.vault.status(environment, address === null ? null : originOf(address))
  }

  /**
   * Sets the key for an environment's address, after a question where none is stored for it.
   *
   * @returns `declined`, or `not-possible-now` for practice and while there is no address.
   */
  async setKey(environment: Environment, key: string): Promise<Result<unknown, Failure>> {
    const address = this.#inUse(environment)
    if (environment === 'practice' || address === null) return err({ type: 'not-possible-now' })
    if (!(await this.mayUseAddress(environment, address))) return err({ type: 'declined' })
    return await this.#options.vault.set(environment, { origin: originOf(address), key })
  }

  /** An environment's address; null while it has none. */
  #inUse(environment: Environment): string | null {
    if (environment === 'practice') return null
    const address = parseBaseUrl(addressIn(this.#options.settings.inForce, environment))
    return address.ok ? address.value : null
  }
}
