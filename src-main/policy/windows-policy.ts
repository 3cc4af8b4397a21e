import { execFile } from 'node:child_process'
import { lstat, readFile } from 'node:fs/promises'
import type { PolicyFlaw } from '#shared/policy.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { fieldsOfRegistry, policiesKey, registryKey } from './registry-policy.ts'
import { isProtectedOnWindows } from './windows-protection.ts'

/*
 * Fixed paths: the variables that name the folders of Windows are set by whoever starts the application, and would
 * lead it to another policy or another program.
 */
const windows = String.raw`C:\Windows`
const regProgram = String.raw`${windows}\System32\reg.exe`
const powerShell = String.raw`${windows}\System32\WindowsPowerShell\v1.0\powershell.exe`
const policyFolder = String.raw`C:\ProgramData\Claims Desk`
/** Where Windows has a policy as a file. */
export const windowsPolicyFile = String.raw`${policyFolder}\policy.json`
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
  if (ran.type === 'failed') return err('not-checked')
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
  if (ran.type === 'failed' || ran.code !== 0) return err('not-checked')
  const below = ran.printed.split(/\r?\n/).map((line) => line.toLowerCase())
  return below.includes(registryKey.toLowerCase()) ? err('unreadable') : ok(null)
}

// .NET itself, not `Get-Acl`: a module of that name could be an officer's own.
const askProtection = [
  `$ErrorActionPreference = 'Stop'`,
  `$sections = [System.Security.AccessControl.AccessControlSections]'Owner,Access'`,
  `$folder = [System.IO.DirectoryInfo]::new('${policyFolder}').GetAccessControl($sections)`,
  `$file = [System.IO.FileInfo]::new('${windowsPolicyFile}').GetAccessControl($sections)`,
  `[Console]::Out.WriteLine($folder.GetSecurityDescriptorSddlForm($sections))`,
  `[Console]::Out.WriteLine($file.GetSecurityDescriptorSddlForm($sections))`,
].join('; ')
const powerShellArgs = ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', askProtection]

/** Whether only administrators can change folder and file, by what PowerShell tells of them. */
export async function checkProtection(run: RunProgram): Promise<Result<null, PolicyFlaw>> {
  const ran = await run(powerShell, powerShellArgs)
  if (ran.type === 'failed' || ran.code !== 0) return err('not-checked')
  const [folder = '', file = '', ...more] = ran.printed.trim().split(/\r?\n/)
  if (more.length > 0) return err('not-checked')
  return isProtectedOnWindows(folder, 'folder') && isProtectedOnWindows(file, 'file')
    ? ok(null)
    : err('unprotected')
}

/** The text of the policy's file on Windows; null when there is none. */
export async function readWindowsFile(run: RunProgram): Promise<Result<string | null, PolicyFlaw>> {
  try {
    const [folder, file] = [await lstat(policyFolder), await lstat(windowsPolicyFile)]
    // A junction is a link too.
    if (!folder.isDirectory() || !file.isFile()) return err('not-a-file')
    const checked = await checkProtection(run)
    if (!checked.ok) return checked
    if (file.size > mostBytes) return err('too-long')
    return ok(await readFile(windowsPolicyFile, 'utf8'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return ok(null)
    if (typeof code !== 'string') throw error
    return err('unreadable')
  }
}
