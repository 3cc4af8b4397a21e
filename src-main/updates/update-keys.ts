/**
 * The public keys that releases for this build are signed with (Ed25519, 32 bytes as base64); one signature is enough.
 * `MAIN_VITE_UPDATE_KEYS` at build time, separated by spaces; none in the source, because the keys belong to the
 * organisation that builds and signs the releases (docs/updates.md).
 */
const built: unknown = import.meta.env['MAIN_VITE_UPDATE_KEYS']

const key = /^[A-Za-z0-9+/]{43}=$/

/** @param isPackaged only an application run from source takes keys from environment variables, for trials. */
export function updateKeys(
  isPackaged: boolean,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const listed = isPackaged ? built : (env['CLAIMS_DESK_UPDATE_KEYS'] ?? built)
  return typeof listed === 'string' ? listed.split(/\s+/).filter((word) => key.test(word)) : []
}
