import { remoteEnvironments } from '#shared/domain/product.ts'
import type { Settings } from '#shared/settings.ts'
import { tryKey } from '../api/try-key.ts'
import type { Network } from '../network/network.ts'
import type { KeyVault } from '../keys/key-vault.ts'
import { hashSecret, isSecret, type HashCost } from './secret-hash.ts'
import type { KeyVerifier } from './officers-list.ts'

/** What can be a key: printable characters, as a header carries it. */
const keyPattern = /^[\x21-\x7e]+$/

/** What of this installation decides about a key that the officers' file has never seen. */
export interface KeySurroundings {
  readonly vault: Pick<KeyVault, 'status'>
  readonly settings: Pick<Settings, 'baseUrls'>
  readonly network: Network
  /** Whether the insurer's environments were ever opened here. */
  readonly hasWorkedRemotely: boolean
}

/**
 * What a key proves where no verifier of one exists: no key was given since there are officers. A computer without a
 * keyring may have had one before; the insurer is asked then. Where only practice was ever used, there is no key and no
 * personal data to protect, and anything proves enough.
 */
export async function provesWithoutVerifier(
  key: string,
  { vault, settings, network, hasWorkedRemotely }: KeySurroundings,
): Promise<boolean> {
  const addresses = remoteEnvironments.map((name) => settings.baseUrls[name]).filter((one) => one !== '')
  const states = await Promise.all(remoteEnvironments.map((name) => vault.status(name, null)))
  const isPracticeOnly = addresses.length === 0 && !hasWorkedRemotely
  if (isPracticeOnly && states.every(({ type }) => type === 'none')) return true
  if (!keyPattern.test(key)) return false
  for (const address of addresses) if ((await tryKey(address, key, network)).type === 'works') return true
  return false
}

/** Whether one of the verifiers is of this key. */
export async function isKeyOf(key: string, verifiers: readonly KeyVerifier[]): Promise<boolean> {
  const found = await Promise.all(verifiers.map(({ hash }) => isSecret(key, hash)))
  return found.includes(true)
}

/** A key that can be read now, of an environment of the insurer's. */
export type ReadableKey = Pick<KeyVerifier, 'environment'> & { readonly key: string }

/**
 * The verifiers that go with the keys that can be read now; those of other environments stay, so that a key whose file
 * was moved away still proves what it did.
 *
 * @param mayReplace whether a verifier of another key gives way: only an officer's change of the key does that.
 */
export async function withKeys(
  known: readonly KeyVerifier[],
  keys: readonly ReadableKey[],
  mayReplace: boolean,
  cost: HashCost,
): Promise<readonly KeyVerifier[]> {
  const verifiers: KeyVerifier[] = []
  for (const environment of remoteEnvironments) {
    const present = known.filter((one) => one.environment === environment)
    const readable = keys.filter((one) => one.environment === environment)
    const isKept = readable.length === 0 || (present.length > 0 && !mayReplace)
    verifiers.push(
      ...(isKept ? present : await Promise.all(readable.map((one) => verifierOf(one, present, cost)))),
    )
  }
  return verifiers
}

async function verifierOf(
  { environment, key }: ReadableKey,
  present: readonly KeyVerifier[],
  cost: HashCost,
): Promise<KeyVerifier> {
  for (const verifier of present) if (await isSecret(key, verifier.hash)) return verifier
  return { environment, hash: await hashSecret(key, cost) }
}
