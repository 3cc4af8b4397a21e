/**
 * The public keys that releases of this build are signed by (Ed25519, 32 bytes as base64), one of which is enough.
 * `MAIN_VITE_UPDATE_KEYS` at build time, separated by spaces; none in the source: whoever builds releases has the key
 * to sign them (docs/updates.md).
 */
const built: unknown = import.meta.env['MAIN_VITE_UPDATE_KEYS']

const key = /^[A-Za-z0-9+/]{43}=$/

/** @param isPackaged only an application run from its source takes keys from its surroundings, for trying out. */
export function updateKeys(
  isPackaged: boolean,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const listed = isPackaged ? built : (env['CLAIMS_DESK_UPDATE_KEYS'] ?? built)
  return typeof listed === 'string' ? listed.split(/\s+/).filter((word) => key.test(word)) : []
}
