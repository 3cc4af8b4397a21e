import * as v from 'valibot'
import { shortestSecret } from '#shared/domain/officer.ts'
import { environments } from '#shared/domain/product.ts'
import { managedFields, unmanaged, type ManagedSettings, type ManagedFlaw } from '#shared/managed-settings.ts'
import type { Result } from '#shared/result.ts'
import { FieldsSchema } from '../settings-file.ts'
import { readFields, type ManagedValues } from './managed-fields.ts'
import { readProtectedFile, type ProtectedFileOptions } from './protected-file.ts'
import { registryKey, readRegistry, runOnWindows } from './windows-registry.ts'
import type { Log } from '#main/platform/log.ts'

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
