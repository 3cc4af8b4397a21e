import * as v from 'valibot'
import { FleetContentSchema, GivenSettingsSchema } from '#main/office/head-office/fleet-content.ts'

const { fleet, places, officeStore } = FleetContentSchema.entries

/** What head office keeps for itself: who has it can change the keys of all computers. */
export const FleetFileSchema = v.strictObject({
  version: v.literal(1),
  fleet,
  /** PKCS#8 as base64. */
  privateKey: v.pipe(v.string(), v.base64()),
  places,
  settings: GivenSettingsSchema,
  officeStore,
  /** What the backups' passphrases were made of, the newest last: older backups open by older ones. Base64. */
  backupSalts: v.array(v.pipe(v.string(), v.base64())),
  /** SHA-256 of the newest file for all computers; null before the first. */
  orderDigest: v.nullable(v.string()),
})
export type FleetFile = Readonly<v.InferOutput<typeof FleetFileSchema>>
