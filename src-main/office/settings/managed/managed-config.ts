import { constants, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { shortestSecret } from '#shared/domain/officer.ts'
import { environments } from '#shared/domain/product.ts'
import { managedFields, unmanaged, type ManagedSettings, type ManagedFlaw } from '#shared/managed-settings.ts'
import { type Result, err, ok } from '#shared/result.ts'
import type { Log } from '#main/platform/log.ts'
import { FieldsSchema } from '../settings-file.ts'
import { readFields, type ManagedValues } from './managed-fields.ts'
import { registryKey, readRegistry, runOnWindows } from './windows-registry.ts'

/** What the organisation sets on this computer, read once when the application starts. */
export interface ManagedConfig {
  readonly values: ManagedValues
  /** What the page and the support report see of it. */
  readonly managed: ManagedSettings
}

/** Nothing is managed. */
export const noManagedConfig: ManagedConfig = { values: {}, managed: unmanaged }

/** Where each system keeps the file of managed settings; Windows uses its registry. */
const files: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: '/etc/claims-desk/policy.json',
  darwin: '/Library/Application Support/Claims Desk/policy.json',
}

/** Reads the managed settings. Never fails: invalid parts are left out and listed in its problems. */
export async function readManagedConfig(platform: NodeJS.Platform): Promise<ManagedConfig> {
  if (platform === 'win32') return ofRegistry(await readRegistry(runOnWindows))
  const file = files[platform]
  return file === undefined ? noManagedConfig : await ofFile({ file, owners: [0], checksFolders: true })
}

/** The managed settings of Windows: the machine's policy key in the registry, which only administrators can write. */
export function ofRegistry(
  fields: Result<Readonly<Record<string, unknown>> | null, ManagedFlaw>,
): ManagedConfig {
  if (!fields.ok) return notRead('registry', registryKey, fields.error)
  if (fields.value === null) return { ...noManagedConfig, managed: { ...unmanaged, place: registryKey } }
  return managedConfigOf('registry', registryKey, fields.value)
}

/** The managed settings in a file, if only administrators can write it. */
export async function ofFile(options: ProtectedFileOptions): Promise<ManagedConfig> {
  const place = options.file
  const text = await readProtectedFile(options)
  if (!text.ok) return notRead('file', place, text.error)
  if (text.value === null) return { ...noManagedConfig, managed: { ...unmanaged, place } }
  const parsed = v.safeParse(FieldsSchema, text.value)
  return parsed.success ? managedConfigOf('file', place, parsed.output) : notRead('file', place, 'not-json')
}

/** What a policy sets that cannot be read is not known: nothing may be changed, and the strictest holds. */
function notRead(source: 'file' | 'registry', place: string, why: ManagedFlaw): ManagedConfig {
  const problems = [{ type: 'not-read', why }] as const
  return {
    values: { sharedOutbox: false, lockAfterMinutes: 1 },
    managed: { ...unmanaged, source, place, fields: managedFields, problems },
  }
}

/** Managed settings of these fields; invalid ones are left out and reported. */
export function managedConfigOf(
  source: 'file' | 'registry',
  place: string,
  found: Readonly<Record<string, unknown>>,
): ManagedConfig {
  const { values, problems } = readFields(found)
  return {
    values,
    managed: {
      source,
      place,
      fields: managedFields.filter((field) => values[field] !== undefined),
      environments: values.environments ?? environments,
      secretRules: {
        minimumLength: values.pinMinimumLength ?? shortestSecret,
        needsLetters: values.pinNeedsLetters ?? false,
      },
      problems,
    },
  }
}

/** Logs what is managed and what is wrong with it: only names, and unknown fields without their name. */
export function logProblems(log: Log, { managed }: ManagedConfig): void {
  if (managed.source !== 'none')
    log.event('policy-read', { from: managed.source, fields: managed.fields.length })
  for (const problem of managed.problems) {
    if (problem.type === 'not-read') log.event('policy-not-read', { why: problem.why })
    else if (problem.type === 'bad-value') log.event('policy-bad-value', { field: problem.field })
    else log.event(`policy-${problem.type}`)
  }
}

/** More than managed settings need. */
const mostBytes = 64 * 1024
const othersMayWrite = 0o002
const groupMayWrite = 0o020

interface ProtectedFileOptions {
  readonly file: string
  /** User ids that may own it; 0 is the system's administrator. */
  readonly owners: readonly number[]
  /** Whether parent folders must be as protected as the file: anyone who can rename one can replace the file. */
  readonly checksFolders: boolean
}

/**
 * The text of a file that only administrators can write; null when there is none. The checks use the open file handle,
 * so that the file cannot be swapped between check and read; links are never followed.
 */
export async function readProtectedFile(
  options: ProtectedFileOptions,
): Promise<Result<string | null, ManagedFlaw>> {
  try {
    // Without O_NONBLOCK, opening a pipe would block forever.
    const handle = await open(options.file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const found = await handle.stat()
      if (!found.isFile()) return err('not-a-file')
      if (!isAdministratorsOnly(found, options.owners)) return err('unprotected')
      if (options.checksFolders && !(await areFoldersProtected(options))) return err('unprotected')
      if (found.size > mostBytes) return err('too-long')
      return ok(await handle.readFile('utf8'))
    } finally {
      await handle.close()
    }
  } catch (error) {
    return flawOf(error)
  }
}

async function areFoldersProtected({ file, owners }: ProtectedFileOptions): Promise<boolean> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const found = await lstat(folder)
    if (!found.isDirectory() || !isAdministratorsOnly(found, owners)) return false
    if (folder === dirname(folder)) return true
  }
}

/** Whether only those users can change the file. The administrators' group (id 0) may write too. */
export function isAdministratorsOnly(
  { uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>,
  owners: readonly number[],
): boolean {
  if (!owners.includes(uid)) return false
  if ((mode & othersMayWrite) !== 0) return false
  return (mode & groupMayWrite) === 0 || gid === 0
}

function flawOf(error: unknown): Result<null, ManagedFlaw> {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return ok(null)
  if (code === 'ELOOP' || code === 'ENXIO' || code === 'EISDIR') return err('not-a-file')
  if (typeof code !== 'string') throw error
  return err('unreadable')
}
