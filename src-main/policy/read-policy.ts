import * as v from 'valibot'
import { shortestSecret } from '#shared/domain/officer.ts'
import { environments } from '#shared/domain/product.ts'
import { policyFields, unmanaged, type ManagedSettings, type PolicyFlaw } from '#shared/policy.ts'
import type { Result } from '#shared/result.ts'
import { readFields, type PolicyValues } from './policy-fields.ts'
import { readProtectedFile } from './protected-file.ts'
import { registryKey } from './registry-policy.ts'
import { readRegistry, runOnWindows } from './windows-policy.ts'

/** What the organisation sets on this computer, read once when the application starts. */
export interface Policy {
  readonly values: PolicyValues
  /** What the page and the report for support are told of it. */
  readonly managed: ManagedSettings
}

/** No policy. */
export const noPolicy: Policy = { values: {}, managed: unmanaged }

/** Where the system keeps a policy as a file; Windows has it in its registry. */
const files: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: '/etc/claims-desk/policy.json',
  darwin: '/Library/Application Support/Claims Desk/policy.json',
}

export interface PolicyOptions {
  readonly platform: NodeJS.Platform
  /** A file in place of the system's, for tests; null in every packaged application (test-policy.ts). */
  readonly testFile: string | null
  /** Tags of the languages that can be shown. */
  readonly languages: readonly string[]
}

const FieldsSchema = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/^\uFEFF/, '')),
  v.parseJson(),
  v.check((read) => !Array.isArray(read)),
  v.looseObject({}),
)

/** Reads the policy. Whatever is wrong with it, there is one to go on with, and its problems say what was left out. */
export async function readPolicy(options: PolicyOptions): Promise<Policy> {
  const { platform, testFile, languages } = options
  if (testFile !== null) {
    const owners = [0, process.getuid?.() ?? 0]
    return ofFile(
      testFile,
      await readProtectedFile({ file: testFile, owners, checksFolders: false }),
      languages,
    )
  }
  if (platform === 'win32') return ofRegistry(await readRegistry(runOnWindows), languages)
  const file = files[platform]
  if (file === undefined) return noPolicy
  return ofFile(file, await readProtectedFile({ file, owners: [0], checksFolders: true }), languages)
}

/** The policy of Windows: the machine's policy key in the registry, which administrators alone can write. */
export function ofRegistry(
  fields: Result<Readonly<Record<string, unknown>> | null, PolicyFlaw>,
  languages: readonly string[],
): Policy {
  if (!fields.ok) return notRead('registry', registryKey, fields.error)
  if (fields.value === null) return { ...noPolicy, managed: { ...unmanaged, place: registryKey } }
  return policyOf('registry', registryKey, fields.value, languages)
}

function ofFile(
  place: string,
  text: Result<string | null, PolicyFlaw>,
  languages: readonly string[],
): Policy {
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

/** A policy of these fields; what is wrong with any of them is left out and told. */
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
