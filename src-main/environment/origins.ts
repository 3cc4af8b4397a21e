import type { KeyStatus } from '#shared/contract/app-status.ts'
import type { Environment, RemoteEnvironment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { err, type Result } from '#shared/result.ts'
import { originOf, parseBaseUrl } from '#shared/settings.ts'
import { isUsable, type KeyVault } from '../keys/key-vault.ts'
import type { AddressQuestion } from '../shell/address-question.ts'
import type { OfficeSettings } from './office-settings.ts'

export interface OriginsOptions {
  readonly settings: Pick<OfficeSettings, 'inForce' | 'isAddressManaged'>
  readonly vault: KeyVault
  /** Asks the person at the computer, outside the page, whether claims and the key may go to a new origin. */
  readonly confirmAddress: (question: AddressQuestion) => Promise<boolean>
}

/** Somewhere that an environment wants to send to, and what is known of it. */
export interface WantedPlace {
  readonly environment: RemoteEnvironment
  readonly isFileStore?: boolean
  readonly to: string
  /** Where it sends now; null for nowhere. */
  readonly inUse: string | null
  readonly isManaged: boolean
  /** Of the key for there. */
  readonly key: { readonly type: KeyStatus['type']; readonly origin?: string }
}

/** What the person at the computer allowed since the start: a key that was typed wrong need not be allowed again. */
export class AllowedPlaces {
  readonly #confirm: OriginsOptions['confirmAddress']
  readonly #allowed = new Set<string>()

  constructor(confirm: OriginsOptions['confirmAddress']) {
    this.#confirm = confirm
  }

  /**
   * Whether requests may go to a place. Without asking, only where there is a key for it, or where the organisation
   * set it and no key is for another: an address or a key that a page chooses freely could carry anything, and an
   * address in a file may be somebody else's, waiting for the key to be typed.
   */
  async mayUse({
    environment,
    isFileStore = false,
    to,
    inUse,
    isManaged,
    key,
  }: WantedPlace): Promise<boolean> {
    const isSet = isManaged && key.type !== 'other-origin'
    const allowed = `${environment} ${to}`
    if ((to === inUse && (isUsable(key) || isSet)) || this.#allowed.has(allowed)) return true
    const from = key.origin ?? inUse
    const isAllowed = await this.#confirm({ environment, isFileStore, from: from === to ? null : from, to })
    if (isAllowed) this.#allowed.add(allowed)
    return isAllowed
  }
}

/** Where each environment's requests go, which key is for there, and who allowed it. */
export class Origins {
  readonly #options: OriginsOptions
  readonly #allowed: AllowedPlaces

  constructor(options: OriginsOptions) {
    this.#options = options
    this.#allowed = new AllowedPlaces(options.confirmAddress)
  }

  /** Whether requests may go to an origin. */
  async mayUse(environment: RemoteEnvironment, to: string): Promise<boolean> {
    const { vault, settings } = this.#options
    return await this.#allowed.mayUse({
      environment,
      to,
      inUse: this.#inUse(environment),
      isManaged: settings.isAddressManaged(environment),
      key: await vault.status(environment, to),
    })
  }

  /** Whether updates may be fetched from there; an address could carry anything too. Null and undefined: from nowhere. */
  async mayFetchUpdates(feed: string | null | undefined): Promise<boolean> {
    const { settings, confirmAddress } = this.#options
    const before = settings.inForce.updateFeed
    const address = parseBaseUrl(feed ?? '')
    // What is no address is refused when it is to be saved.
    if (!address.ok || address.value === before) return true
    return await confirmAddress({ environment: 'updates', from: before, to: address.value })
  }

  /** Whether there is a key for an environment's address. */
  async keyStatus(environment: Environment): Promise<KeyStatus> {
    return await this.#options.vault.status(environment, this.#inUse(environment))
  }

  /**
   * Sets the key for an environment's address, after a question where none is stored for it.
   *
   * @returns `address-declined`, or `not-possible-now` for practice and while there is no address.
   */
  async setKey(environment: Environment, key: string): Promise<Result<unknown, Failure>> {
    const origin = this.#inUse(environment)
    if (environment === 'practice' || origin === null) return err({ type: 'not-possible-now' })
    if (!(await this.mayUse(environment, origin))) return err({ type: 'address-declined' })
    return await this.#options.vault.set(environment, { origin, key })
  }

  /** The origin of an environment's address; null while it has none. */
  #inUse(environment: Environment): string | null {
    if (environment === 'practice') return null
    const address = parseBaseUrl(this.#options.settings.inForce.baseUrls[environment])
    return address.ok ? originOf(address.value) : null
  }
}
