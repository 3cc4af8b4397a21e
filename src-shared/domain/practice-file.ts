/** Where the file store of the practice server begins. */
export const fileStorePath = '/file-store'

/**
 * Whether an address is that of a file in the store of the practice server on this computer.
 *
 * @param port where that server listens; null while practice is not open
 */
export function isPracticeFile(address: string, port: number | null): boolean {
  if (port === null || !URL.canParse(address)) return false
  const { origin, pathname, search, hash, username, password } = new URL(address)
  return (
    origin === `http://127.0.0.1:${port}` &&
    pathname.startsWith(`${fileStorePath}/`) &&
    [search, hash, username, password].every((part) => part === '')
  )
}
