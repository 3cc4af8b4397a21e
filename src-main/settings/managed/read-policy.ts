import * as v from 'valibot'
import { shortestSecret } from '#shared/domain/officer.ts'
import { environments } from '#shared/domain/product.ts'
import { policyFields, unmanaged, type ManagedSettings, type PolicyFlaw } from '#shared/managed-settings.ts'
import type { Result } from '#shared/result.ts'
import { readFields, type PolicyValues } from './policy-fields.ts'
import { readProtectedFile, type ProtectedFileOptions } from './protected-file.ts'
import { registryKey } from './registry-policy.ts'
import { readRegistry, runOnWindows } from './windows-policy.ts'

/** What the organisation sets on this computer, read once when the application starts. */
export interface Policy {
  readonly values: PolicyValues
  /** What the page and the support report see of it. */
  readonly managed: ManagedSettings
}

/** No policy. */
export const noPolicy: Policy = { values: {}, managed: unmanaged }

/** Where each system keeps the policy file; Windows uses its registry. */
const files: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: '/etc/claims-desk/policy.json',
  darwin: '/Library/Application Support/Claims Desk/policy.json',
}

const FieldsSchema = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/^\uFEFF/, '')),
  v.parseJson(),
  v.check((read) => !Array.isArray(read)),
  v.looseObject({}),
)

/**
 * Reads the policy. Never fails: invalid parts are left out and listed in its problems.
 *
 * @param languages tags of the available languages.
 */
export async function readPolicy(platform: NodeJS.Platform, languages: readonly string[]): Promise<Policy> {
  if (platform === 'win32') return ofRegistry(await readRegistry(runOnWindows), languages)
  const file = files[platform]
  return file === undefined ? noPolicy : await ofFile({ file, owners: [0], checksFolders: true }, languages)
}

/** The policy of Windows: the machine's policy key in the registry, which only administrators can write. */
export function ofRegistry(
  fields: Result<Readonly<Record<string, unknown>> | null, PolicyFlaw>,
  languages: readonly string[],
): Policy {
  if (!fields.ok) return notRead('registry', registryKey, fields.error)
  if (fields.value === null) return { ...noPolicy, managed: { ...unmanaged, place: registryKey } }
  return policyOf('registry', registryKey, fields.value, languages)
}

/** The policy in a file, if only administrators can write it. */
export async function ofFile(options: ProtectedFileOptions, languages: readonly string[]): Promise<Policy> {
  const place = options.file
  const text = await readProtectedFile(options)
  if (!text.ok) return notRead('file', place, text.error)
  if (text.value === null) return { ...noPolicy, managed: { ...unmanaged, place } }
  const parsed = v.safeParse(FieldsSchema, text.value)
  return parsed.success
    ? policyOf('file', place, parsed.output, languages)
    : notRead('file', place, 'not-json')
}

function notRead(source: 'file' | 'registry', place: string, why: PolicyFlaw): Policy {
  return { values: {}, managed: { ...unmanaged, source, place, problems: [{ type: 'not-read', why }] } }
}

/** A policy of these fields; invalid ones are left out and reported. */
export function policyOf(
  source: 'file' | 'registry',
  place: string,
  found: Readonly<Record<string, unknown>>,
  languages: readonly string[],
): Policy {
  const { values, problems } = readFields(found, languages)
  return {
    values,
    managed: {
      source,
      place,
      fields: policyFields.filter((field) => values[field] !== undefined),
      environments: values.environments ?? environments,
      secretRules: {
        minimumLength: values.pinMinimumLength ?? shortestSecret,
        needsLetters: values.pinNeedsLetters ?? false,
      },
      problems,
    },
  }
}
