import * as v from 'valibot'
import { IdSchema } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { OfficerNameSchema, officerRoles, type OfficerSummary } from '#shared/domain/officer.ts'
import { remoteEnvironments, type Environment } from '#shared/domain/product.ts'
import { SecretHashSchema } from './secret-hash.ts'

const OfficerSchema = v.strictObject({
  id: IdSchema,
  name: OfficerNameSchema,
  role: v.picklist(officerRoles),
  secret: SecretHashSchema,
  /** Wrong secrets in a row; stored, so that a restart does not reset them. */
  failures: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Head office gave the secret: it opens nothing until the officer has chosen another. */
  mustChange: v.boolean(),
  /** A removed officer's name is still needed for what they captured. */
  isRemoved: v.boolean(),
})
export type KeptOfficer = Readonly<v.InferOutput<typeof OfficerSchema>>

/** What recognises the merchant's key of an environment, wherever its file went. */
const KeyVerifierSchema = v.strictObject({
  environment: v.picklist(remoteEnvironments),
  hash: SecretHashSchema,
})
export type KeyVerifier = Readonly<v.InferOutput<typeof KeyVerifierSchema>>

const shared = {
  /** Random: a list that was begun elsewhere, or from nothing, has another one. */
  origin: IdSchema,
  /** Rises with every change, so that an earlier state of the same list is recognised. */
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  keys: v.array(KeyVerifierSchema),
}

/** The officers of this installation. */
export const OfficersListSchema = v.strictObject({
  ...shared,
  /** Whose work it may open beside that of its own officers: a list made on proof of the key may open everyone's. */
  opens: v.picklist(['own', 'practice', 'everything']),
  /** Every officer ever added. */
  officers: v.array(OfficerSchema),
})
export type OfficersList = Readonly<v.InferOutput<typeof OfficersListSchema>>

/** What an outbox file remembers of the list, so that the list cannot be exchanged without the work. */
export const OfficersMarkSchema = v.strictObject({
  ...shared,
  opens: OfficersListSchema.entries.opens,
  officerIds: v.array(IdSchema),
})
export type OfficersMark = Readonly<v.InferOutput<typeof OfficersMarkSchema>>

/** An officer who captured something in an environment. */
export interface Worker {
  readonly environment: Environment
  readonly officerId: string
}

/** A list of no officers, which is on no disk yet. */
export function emptyList(): OfficersList {
  return { origin: newId(), count: 0, keys: [], opens: 'own', officers: [] }
}

export function markOf({ officers, ...shared }: OfficersList): OfficersMark {
  return { ...shared, officerIds: officers.map(({ id }) => id) }
}

/**
 * Whether this is the newest list of this installation: no outbox file remembers another or a later one, and everyone
 * who worked here is in it. Without a list, no one may have worked here.
 */
export function isNewest(
  list: OfficersList | null,
  marks: readonly OfficersMark[],
  workers: readonly Worker[],
): boolean {
  if (list === null) return marks.length === 0 && workers.length === 0
  const isEarlier = marks.some(({ origin, count }) => origin !== list.origin || count > list.count)
  return !isEarlier && knowsAll(markOf(list), workers)
}

/**
 * The verifiers that count when the list itself does not: of the newest mark that knows everyone who worked here. Who
 * makes a list of their own, in an empty folder under the same data key, cannot name those officers.
 */
export function keysOfMarks(
  marks: readonly OfficersMark[],
  workers: readonly Worker[],
): readonly KeyVerifier[] {
  const fitting = marks.filter((mark) => knowsAll(mark, workers)).toSorted((a, b) => b.count - a.count)
  return fitting.find(({ keys }) => keys.length > 0)?.keys ?? []
}

/** Whether everyone who worked here is in a list, or is one whose work it may open. */
export function knowsAll({ opens, officerIds }: OfficersMark, workers: readonly Worker[]): boolean {
  if (opens === 'everything') return true
  return workers.every(
    ({ environment, officerId }) =>
      officerIds.includes(officerId) || (opens === 'practice' && environment === 'practice'),
  )
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
