import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'

/** Where the application looks for what an organisation sets (docs/managed-settings.md). */
const places = ['/etc/claims-desk/policy.json', '/Library/Application Support/Claims Desk/policy.json']

/**
 * Puts a file in the place of the system's policy, as an administrator would have put it there: only root can write to
 * the real place, and every test of the computer would share it. Called before the application is loaded.
 *
 * @param {string | undefined} file none: the system's own stays
 */
export function placeManagedSettings(file) {
  if (file === undefined) return
  const { open, lstat } = files
  const folders = places.map(dirname)
  Object.assign(files, {
    /** @type {typeof open} */
    async open(path, ...rest) {
      if (typeof path !== 'string' || !places.includes(path)) return await open(path, ...rest)
      const handle = await open(file, ...rest)
      const stats = Object.assign(await handle.stat(), { uid: 0, gid: 0 })
      return Object.assign(handle, { stat: () => Promise.resolve(stats) })
    },
    /** @param {import('node:fs').PathLike} path */
    async lstat(path) {
      return await lstat(typeof path === 'string' && folders.includes(path) ? '/' : path)
    },
  })
  syncBuiltinESMExports()
}
