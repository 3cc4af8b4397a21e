import * as v from 'valibot'
import { AddressSchema } from '#shared/base-url.ts'
import { FileStoreSchema } from '#shared/domain/file-store.ts'
import { defaultSettings, SettingsSchema, type Settings } from '#shared/settings.ts'

/** What stands in a settings file, before its values are looked at. */
type Fields = Readonly<Record<string, unknown>>

export const FieldsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((read) => !Array.isArray(read)),
  v.looseObject({}),
)

/** An address that cannot be used counts as none: a key would be sent to it. */
const address = v.fallback(AddressSchema, '')
const store = v.fallback(v.nullable(FileStoreSchema), null)
const fields = Object.entries({
  ...SettingsSchema.entries,
  baseUrls: v.object({ sandbox: address, live: address }),
  fileStores: v.object({ sandbox: store, live: store }),
  updateFeed: AddressSchema,
})

/** Field by field, so that one invalid value costs one setting and not all of them. */
export function readFields(found: Fields): Settings {
  const valid = fields.flatMap(([name, schema]) => {
    const parsed = v.safeParse(schema, found[name])
    return parsed.success ? [[name, parsed.output] as const] : []
  })
  return { ...defaultSettings, ...Object.fromEntries(valid) }
}
