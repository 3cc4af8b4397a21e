import * as v from 'valibot'
import { FileStoreSchema } from '#shared/domain/file-store.ts'
import { AddressSchema } from '#shared/base-url.ts'
import { environments } from '#shared/domain/product.ts'
import {
  pinLengthLimits,
  managedByName,
  managedFields,
  type ManagedField,
  type ManagedProblem,
} from '#shared/managed-settings.ts'
import { SettingsSchema } from '#shared/settings.ts'

const storeFields = FileStoreSchema.entries
/** A file store as an organisation sets it: the registry can hold its values too. */
const ManagedFileStoreSchema = v.object({ ...storeFields, prefix: v.optional(storeFields.prefix, '') })
/** The names of its values. */
export const fileStoreNames: readonly string[] = Object.keys(storeFields)

const { entries } = v.pick(SettingsSchema, managedByName)
const environment = v.picklist(environments)

/** One schema per field, so that an invalid field does not affect the others: the setting's own, but for these. */
const fieldSchemas = {
  ...entries,
  environments: v.pipe(
    v.union([
      v.pipe(
        environment,
        v.transform((one) => [one]),
      ),
      v.array(environment),
    ]),
    v.check((list) => list.length > 0 && new Set(list).size === list.length),
  ),
  liveBaseUrl: AddressSchema,
  sandboxBaseUrl: AddressSchema,
  liveFileStore: ManagedFileStoreSchema,
  sandboxFileStore: ManagedFileStoreSchema,
  pinMinimumLength: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(pinLengthLimits.least),
    v.maxValue(pinLengthLimits.most),
  ),
  pinNeedsLetters: v.boolean(),
  updateFeed: AddressSchema,
} as const satisfies Record<ManagedField, v.GenericSchema>

/** The values in force. A field that is absent is left to the officers. */
export type ManagedValues = {
  readonly [F in ManagedField]?: v.InferOutput<(typeof fieldSchemas)[F]>
}

export interface ReadFields {
  readonly values: ManagedValues
  readonly problems: readonly ManagedProblem[]
}

const secretName = /key|secret|token|passw|passphrase|credential|bearer/i
/** An unknown name could be anything, even a secret, so only a plain word is reported. */
const plainName = /^[A-Za-z]{1,40}$/

/** Reads every valid field. The value of an unknown field is never looked at. */
export function readFields(found: Readonly<Record<string, unknown>>): ReadFields {
  const problems = Object.keys(found).flatMap((name) => strangerProblem(name, managedFields))
  for (const field of ['liveFileStore', 'sandboxFileStore'] as const) {
    const store = Object.hasOwn(found, field) ? found[field] : null
    if (typeof store !== 'object' || store === null) continue
    problems.push(...Object.keys(store).flatMap((name) => strangerProblem(name, fileStoreNames)))
  }
  const values: Partial<Record<ManagedField, unknown>> = {}
  for (const field of managedFields) {
    if (!Object.hasOwn(found, field)) continue
    const parsed = v.safeParse(fieldSchemas[field], found[field])
    if (parsed.success) values[field] = parsed.output
    else problems.push({ type: 'bad-value', field })
  }
  // Each was parsed by its own schema above.
  return { values: values as ManagedValues, problems }
}

function strangerProblem(name: string, known: readonly string[]): ManagedProblem[] {
  if (known.includes(name)) return []
  const reported = plainName.test(name) ? name : null
  return [{ type: secretName.test(name) ? 'looks-secret' : 'unknown-field', name: reported }]
}
