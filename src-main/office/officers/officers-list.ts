import * as v from 'valibot'
import { IdSchema } from '#shared/domain/draft.ts'
import { OfficerNameSchema, officerRoles, type OfficerSummary } from '#shared/domain/officer.ts'
import { SecretHashSchema } from './secret-hash.ts'

const OfficerSchema = v.strictObject({
  id: IdSchema,
  name: OfficerNameSchema,
  role: v.picklist(officerRoles),
  secret: SecretHashSchema,
  /** Wrong secrets in a row; stored, so that a restart does not reset them. */
  failures: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Somebody else gave the secret: it opens nothing until the officer has chosen another. */
  mustChange: v.boolean(),
  /** A removed officer's name is still needed for what they captured. */
  isRemoved: v.boolean(),
})
export type KeptOfficer = Readonly<v.InferOutput<typeof OfficerSchema>>

/** The officers of this installation: every one ever added. */
export const OfficersListSchema = v.strictObject({ officers: v.array(OfficerSchema) })
export interface OfficersList {
  readonly officers: readonly KeptOfficer[]
}

/** Whether one of them is a manager. */
export function hasManager(officers: readonly KeptOfficer[]): boolean {
  return officers.some(({ role }) => role === 'manager')
}

/** What anyone at this computer may see of an officer. */
export function summaryOf({ id, name, role }: KeptOfficer): OfficerSummary {
  return { id, name, role }
}

/** Whether two names are one to a person who reads them. */
export function sameName(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0
}
