import { execFile } from 'node:child_process'
import type { ManagedFlaw } from '#shared/managed-settings.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { fieldsOfRegistry, policiesKey, registryKey } from './registry-fields.ts'

// A fixed path: the user who starts the application controls the variables that name the Windows folders, and could
// point them at another program.
const windows = String.raw`C:\Windows`
const regProgram = String.raw`${windows}\System32\reg.exe`
const timeoutMs = 15_000
const mostBytes = 64 * 1024

/** The result of a program: `ended` with its exit code, or not at all (missing or killed). */
export type Ran =
  { readonly type: 'ended'; readonly code: number; readonly printed: string } | { readonly type: 'failed' }
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

/** The fields set in the registry; null when there are none. */
export async function readRegistry(run: RunProgram): Promise<Result<Fields | null, ManagedFlaw>> {
  const ran = await run(regProgram, ['query', registryKey, '/s'])
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
  const ran = await run(regProgram, ['query', policiesKey])
  if (ran.type === 'failed' || ran.code !== 0) return err('not-asked')
  const below = ran.printed.split(/\r?\n/).map((line) => line.toLowerCase())
  return below.includes(registryKey.toLowerCase()) ? err('unreadable') : ok(null)
}
