import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether any file of the folder holds a part of these bytes that is too long to be there by chance.
 *
 * @param apart bytes from one part that is sought to the next
 */
export function isOnDisk(folder: string, sealed: readonly Uint8Array[], apart = 48): boolean {
  const files = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path))
  return sealed.some((bytes) => {
    for (let from = 0; from + 16 <= bytes.length; from += apart) {
      const part = Buffer.from(bytes.subarray(from, from + 16))
      if (files.some((file) => file.includes(part))) return true
    }
    return false
  })
}
