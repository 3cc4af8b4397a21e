import { execFile } from 'node:child_process'
import type { ManagedField, ManagedFlaw } from '#shared/managed-settings.ts'
import { err, ok, type Result } from '#shared/result.ts'

/** Where Windows keeps what an administrator or a group policy sets; ordinary users may only read there. */
const policiesKey = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies`
export const registryKey = String.raw`${policiesKey}\Claims Desk`

const valueLine = /^ {4}(.+?) {4}(REG_[A-Z0-9_]+)(?: {4}(.*))?$/
const hexNumber = /^0x[0-9a-f]{1,8}$/i
const booleans: ReadonlySet<string> = new Set<ManagedField>([
  'pinNeedsLetters',
  'startAtLogin',
  'notifications',
  'sharedOutbox',
])
const lists: ReadonlySet<string> = new Set<ManagedField>(['environments', 'finalStatuses'])
/** Fields that are a subkey, with values of its own. */
const subkeys = [
  'liveFileStore',
  'sandboxFileStore',
  'statusNames',
] as const satisfies readonly ManagedField[]
/** Texts in which `\u00ec` stands for a letter that `reg.exe` cannot print. */
const escaped: ReadonlySet<string> = new Set<ManagedField>(['branchName', 'statusNames'])
/** A value of a type, or in a place, that none of our fields uses. */
const unusable = Symbol('unusable')

/**
 * The fields in what `reg.exe query "HKLM\SOFTWARE\Policies\Claims Desk" /s` printed. A subkey that is a
 * field makes one field of its values; values in other subkeys count as unknown fields.
 *
 * @returns null for anything that is not such a listing.
 */
export function fieldsOfRegistry(printed: string): Readonly<Record<string, unknown>> | null {
  const fields = new Map<string, unknown>()
  const nested = new Map<string, Map<string, unknown>>()
  let below: string | null = null
  for (const line of printed.split(/\r?\n/)) {
    if (line === '') continue
    const value = valueLine.exec(line)
    if (value === null) {
      below = subkeyIn(line)
      if (below === null) return null
      continue
    }
    if (below === null) return null
    const [, name = '', kind = '', text = ''] = value
    const field = subkeys.find((one) => one.toLowerCase() === below)
    if (field !== undefined) setIn(nested, field, name, valueOf(field, kind, text))
    else if (below === '') fields.set(name, valueOf(name, kind, text))
    else fields.set(`${name} (below)`, unusable)
  }
  if (below === null) return null
  for (const [field, values] of nested) fields.set(field, Object.fromEntries(values))
  // Not an object literal: a value may be named `__proto__`.
  return Object.fromEntries(fields)
}

/** The name of a key below ours, in lower case; empty for ours itself, null for anything else. */
function subkeyIn(line: string): string | null {
  const [own, found] = [registryKey.toLowerCase(), line.toLowerCase()]
  if (found === own) return ''
  return found.startsWith(`${own}\\`) ? found.slice(own.length + 1) : null
}

function setIn(nested: Map<string, Map<string, unknown>>, field: string, name: string, value: unknown): void {
  const values = nested.get(field) ?? new Map<string, unknown>()
  nested.set(field, values.set(name, value))
}

/** @param field the field that the value belongs to */
function valueOf(field: string, kind: string, text: string): unknown {
  if (kind === 'REG_DWORD') {
    if (!hexNumber.test(text)) return unusable
    const number = Number.parseInt(text, 16)
    if (!booleans.has(field)) return number
    return number === 1 ? true : number === 0 ? false : unusable
  }
  // `reg.exe` prints in a code page of the system, which changes other letters or loses them.
  if (!/^[ -~]*$/.test(text)) return unusable
  if (kind === 'REG_SZ' && lists.has(field)) return text.split(',').map((part) => part.trim())
  if (kind === 'REG_SZ') return escaped.has(field) ? unescaped(text) : text
  // `reg.exe` prints `\0` after each text of a list.
  if (kind === 'REG_MULTI_SZ' && lists.has(field)) return text.split('\\0').filter((part) => part !== '')
  return unusable
}

function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

// A fixed path: the user who starts the application controls the variables that name the Windows folders, and could
// point them at another program.
const windows = String.raw`C:\Windows`
const regProgram = String.raw`${windows}\System32\reg.exe`
const timeoutMs = 15_000
const mostBytes = 64 * 1024

/** The result of a program: `ended` with its exit code, or not at all (missing or killed). */
export type Ran =
  | { readonly type: 'ended'; readonly code: number; readonly printed: string }
  | { readonly type: 'failed' }
/** Runs a Windows program by its full path. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<Ran>

/** Runs it with a clean environment, so that none of the officer's variables can change its behaviour. */
export const runOnWindows: RunProgram = (program, args) =>
  new Promise((resolve) => {
    const options = {
      encoding: 'latin1',
      env: { SystemRoot: windows },
      maxBuffer: mostBytes,
      timeout: timeoutMs,
      windowsHide: true,
    } as const
    execFile(program, args, options, (error, printed) => {
      const code = error === null ? 0 : error.code
      resolve(typeof code === 'number' ? { type: 'ended', code, printed } : { type: 'failed' })
    })
  })

type Fields = Readonly<Record<string, unknown>>

/** Asks twice: a computer that just started may be slow, and without an answer nothing is sent until the next start. */
async function ranAgain(run: RunProgram, args: readonly string[]): Promise<Ran> {
  const ran = await run(regProgram, args)
  return ran.type === 'failed' ? await run(regProgram, args) : ran
}

/** The fields set in the registry; null when there are none. */
export async function readRegistry(run: RunProgram): Promise<Result<Fields | null, ManagedFlaw>> {
  const ran = await ranAgain(run, ['query', registryKey, '/s'])
  if (ran.type === 'failed') return err('not-asked')
  if (ran.code === 1) return await isKeyAbsent(run)
  const fields = ran.code === 0 ? fieldsOfRegistry(ran.printed) : null
  return fields === null ? err('unreadable') : ok(fields)
}

/**
 * `reg.exe` exits with 1 both when a key is missing and when an administrator has disabled it; only its localised
 * message tells which. The parent key always exists, so we list it to find out.
 */
async function isKeyAbsent(run: RunProgram): Promise<Result<null, ManagedFlaw>> {
  const ran = await ranAgain(run, ['query', policiesKey])
  if (ran.type === 'failed' || ran.code !== 0) return err('not-asked')
  const below = ran.printed.split(/\r?\n/).map((line) => line.toLowerCase())
  return below.includes(registryKey.toLowerCase()) ? err('unreadable') : ok(null)
}
