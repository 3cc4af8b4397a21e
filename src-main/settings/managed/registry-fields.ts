import type { ManagedField } from '#shared/managed-settings.ts'

/** Where Windows keeps what an administrator or a group policy sets; ordinary users may only read there. */
export const policiesKey = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies`
export const registryKey = String.raw`${policiesKey}\Claims Desk`

const valueLine = /^ {4}(.+?) {4}(REG_[A-Z0-9_]+)(?: {4}(.*))?$/
const hexNumber = /^0x[0-9a-f]{1,8}$/i
const booleans: ReadonlySet<string> = new Set<ManagedField>(['pinNeedsLetters'])
const lists: ReadonlySet<string> = new Set<ManagedField>(['environments'])
/** A value of a type, or in a place, that none of our fields uses. */
const unusable = Symbol('unusable')

/**
 * The fields in what `reg.exe query "HKLM\SOFTWARE\Policies\Claims Desk" /s` printed. Values in subkeys count as
 * unknown fields.
 *
 * @returns null for anything that is not such a listing.
 */
export function fieldsOfRegistry(printed: string): Readonly<Record<string, unknown>> | null {
  const fields = new Map<string, unknown>()
  let isBelow: boolean | null = null
  for (const line of printed.split(/\r?\n/)) {
    if (line === '') continue
    const value = valueLine.exec(line)
    if (value === null) {
      isBelow = whichKey(line)
      if (isBelow === null) return null
      continue
    }
    if (isBelow === null) return null
    const [, name = '', kind = '', text = ''] = value
    if (isBelow) fields.set(`${name} (below)`, unusable)
    else fields.set(name, valueOf(name, kind, text))
  }
  // Not an object literal: a value may be named `__proto__`.
  return isBelow === null ? null : Object.fromEntries(fields)
}

/** False for the key itself, true for a subkey, null for anything else. */
function whichKey(line: string): boolean | null {
  const [own, found] = [registryKey.toLowerCase(), line.toLowerCase()]
  if (found === own) return false
  return found.startsWith(`${own}\\`) ? true : null
}

function valueOf(name: string, kind: string, text: string): unknown {
  if (kind === 'REG_DWORD') {
    if (!hexNumber.test(text)) return unusable
    const number = Number.parseInt(text, 16)
    if (!booleans.has(name)) return number
    return number === 1 ? true : number === 0 ? false : unusable
  }
  if (kind === 'REG_SZ') return lists.has(name) ? text.split(',').map((part) => part.trim()) : text
  // `reg.exe` prints `\0` after each text of a list.
  if (kind === 'REG_MULTI_SZ' && lists.has(name)) return text.split('\\0').filter((part) => part !== '')
  return unusable
}
