import { execFile } from 'node:child_process'
import type { PolicyFlaw } from '#shared/managed-settings.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { fieldsOfRegistry, policiesKey, registryKey } from './registry-policy.ts'

// A fixed path: the user who starts the application sets the variables that name the folders of Windows, and could
// have another program run by them.
const windows = String.raw`C:\Windows`
const regProgram = String.raw`${windows}\System32\reg.exe`
const timeoutMs = 15_000
const mostBytes = 64 * 1024

/** What a program printed: `ended` with its code, or not at all (it is not there, or was stopped). */
export type Ran =
  { readonly type: 'ended'; readonly code: number; readonly printed: string } | { readonly type: 'failed' }
/** Runs a program of Windows by its whole path. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<Ran>

/** Runs it in an environment of its own, so that no variable of the officer's changes what it does. */
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

/** What the registry sets; null when it sets nothing. */
export async function readRegistry(run: RunProgram): Promise<Result<Fields | null, PolicyFlaw>> {
  const ran = await run(regProgram, ['query', registryKey, '/s'])
  if (ran.type === 'failed') return err('not-asked')
  if (ran.code === 1) return await isKeyAbsent(run)
  const fields = ran.code === 0 ? fieldsOfRegistry(ran.printed) : null
  return fields === null ? err('unreadable') : ok(fields)
}

/**
 * `reg.exe` ends with 1 where a key is not there, and as well where an administrator forbids it to everybody; it says
 * which in the language of Windows. The key above is always there, and lists what is below it.
 */
async function isKeyAbsent(run: RunProgram): Promise<Result<null, PolicyFlaw>> {
  const ran = await run(regProgram, ['query', policiesKey])
  if (ran.type === 'failed' || ran.code !== 0) return err('not-asked')
  const below = ran.printed.split(/\r?\n/).map((line) => line.toLowerCase())
  return below.includes(registryKey.toLowerCase()) ? err('unreadable') : ok(null)
}
