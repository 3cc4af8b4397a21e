import * as v from 'valibot'
import { GivenSettingsSchema } from '#main/office/head-office/fleet-content.ts'
import { readFields } from '#main/office/settings/managed/managed-fields.ts'
import { FieldsSchema } from '#main/office/settings/settings-file.ts'
import { enOrganisation } from '#renderer/i18n/en-organisation.ts'
import { OfficeStoreSchema, type FileStore, type OfficeStore } from '#shared/domain/file-store.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import type { ManagedProblem } from '#shared/managed-settings.ts'
import type { FleetFile } from './fleet-file.ts'
import { lineOfError } from './values.ts'

/** What all computers get, secrets excepted. */
export interface OfficeConfig {
  readonly places: readonly {
    readonly environment: RemoteEnvironment
    readonly baseUrl: string
    readonly store: FileStore | null
    /** Of its store; null where each branch has its own. */
    readonly accessKeyId: string | null
  }[]
  readonly settings: FleetFile['settings']
  /** The private bucket for status and backups, and the id of its access key. */
  readonly officeStore: { readonly store: OfficeStore; readonly accessKeyId: string } | null
}

const { allowed } = enOrganisation.managed
const ofTable: readonly string[] = ['branchName']
/** In the policy's own names: what else head office may give. */
const given = Object.keys(GivenSettingsSchema.entries).filter((name) => !ofTable.includes(name))
const ofPlaces = ['liveBaseUrl', 'liveFileStore', 'sandboxBaseUrl', 'sandboxFileStore']
const accessKeyIds: readonly string[] = ['liveAccessKeyId', 'sandboxAccessKeyId']
const ofOffice: readonly string[] = ['officeStore', 'officeAccessKeyId']
const officeStoreWords =
  'endpoint, region, bucket, style (path or host), and a prefix that ends with / if there is one; no links'
const idSchema = v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{1,200}$/)))

/**
 * Reads config.json, which has the fields of the managed policy (docs/managed-settings.md). The live system, where there
 * is one, is what computers open. Throws all that is wrong with it.
 */
export function readConfig(text: string, name: string): OfficeConfig {
  const parsed = v.safeParse(FieldsSchema, text)
  if (!parsed.success) throw new Error(`${name} is not JSON. Check commas and quotes.${lineOfError(text)}`)
  const found = Object.entries(parsed.output)
  const fields = Object.fromEntries(
    found.filter(([field]) => ![...accessKeyIds, ...ofOffice].includes(field)),
  )
  const { values, problems } = readFields(fields)
  const strangers = Object.keys(values).filter((field) => ![...given, ...ofPlaces].includes(field))
  const wrong = [
    ...problems.map(wordsOf),
    ...strangers.map((field) =>
      ofTable.includes(field)
        ? `“${field}” comes from the table of branches.`
        : `“${field}” belongs in the policy of each computer (docs/managed-settings.md).`,
    ),
  ]
  const places = (['live', 'sandbox'] as const).flatMap((environment) => {
    const [baseUrl, store] = [values[`${environment}BaseUrl`], values[`${environment}FileStore`] ?? null]
    const id = v.safeParse(idSchema, parsed.output[`${environment}AccessKeyId`])
    if (!id.success)
      wrong.push(`“${environment}AccessKeyId” is not valid. Valid: the id that the store shows.`)
    const accessKeyId = id.success ? (id.output ?? null) : null
    if (baseUrl === undefined) {
      if (store !== null && !(`${environment}BaseUrl` in fields))
        wrong.push(`“${environment}BaseUrl” is missing.`)
      return []
    }
    if (!(`${environment}FileStore` in fields) && accessKeyId !== null)
      wrong.push(`“${environment}AccessKeyId” has no “${environment}FileStore”.`)
    if (environment === 'sandbox' && store !== null && accessKeyId === null)
      wrong.push('“sandboxAccessKeyId” is missing: only the live store can have a key for each branch.')
    return [{ environment, baseUrl, store, accessKeyId }]
  })
  const office = v.safeParse(v.nullish(OfficeStoreSchema), parsed.output['officeStore'])
  if (!office.success) wrong.push(`“officeStore” is not valid. Valid: ${officeStoreWords}.`)
  const officeKey = v.safeParse(idSchema, parsed.output['officeAccessKeyId'])
  if (!officeKey.success || (officeKey.output === undefined) !== (parsed.output['officeStore'] === undefined))
    wrong.push('“officeStore” and “officeAccessKeyId” belong together.')
  if (places.length === 0 && wrong.length === 0)
    wrong.push('“liveBaseUrl” is missing: the insurer’s address.')
  if (wrong.length > 0) throw new Error([`${name}:`, ...wrong].join('\n  '))
  const settings = Object.fromEntries(
    given.flatMap((field) => (field in values ? [[field, fields[field]]] : [])),
  )
  const store = office.success ? (office.output ?? null) : null
  const accessKeyId = officeKey.success ? officeKey.output : undefined
  const officeStore = store === null || accessKeyId === undefined ? null : { store, accessKeyId }
  return { places, settings: v.parse(GivenSettingsSchema, settings), officeStore }
}

/** The same as {@link readConfig} reads it. */
export function configFields({ places, settings, officeStore }: OfficeConfig): Record<string, unknown> {
  const ofPlaces: Record<string, unknown> = {}
  for (const { environment, baseUrl, store, accessKeyId } of places) {
    ofPlaces[`${environment}BaseUrl`] = baseUrl
    if (store !== null) ofPlaces[`${environment}FileStore`] = store
    if (accessKeyId !== null) ofPlaces[`${environment}AccessKeyId`] = accessKeyId
  }
  return {
    ...ofPlaces,
    ...settings,
    ...(officeStore === null
      ? {}
      : { officeStore: officeStore.store, officeAccessKeyId: officeStore.accessKeyId }),
  }
}

function wordsOf(problem: ManagedProblem): string {
  if (problem.type === 'bad-value')
    return `“${problem.field}” is not valid. Valid: ${allowed[problem.field]}.`
  const name = problem.type === 'not-read' || problem.name === null ? 'A field' : `“${problem.name}”`
  if (problem.type === 'looks-secret')
    return `${name} looks like a secret. Secrets are asked for; take it out.`
  return `${name} is not known. Valid: ${[...ofPlaces, ...accessKeyIds, ...ofOffice, ...given].join(', ')}.`
}
