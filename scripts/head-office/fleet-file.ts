import * as v from 'valibot'
import { FleetSchema, GivenSettingsSchema, PlacesSchema } from '#main/head-office/fleet-content.ts'

/** What head office keeps for itself: who has it can change the keys of all computers. */
export const FleetFileSchema = v.strictObject({
  version: v.literal(1),
  fleet: FleetSchema,
  /** Of the backups' passphrases of all branches, base64; the newest last. */
  backupSalts: v.pipe(v.array(v.pipe(v.string(), v.base64())), v.minLength(1)),
  /** What computers that missed the newest file open files with; base64, null while there was no other. */
  earlierSecret: v.nullable(v.pipe(v.string(), v.base64())),
  /** PKCS#8 as base64. */
  privateKey: v.pipe(v.string(), v.base64()),
  places: PlacesSchema,
  settings: GivenSettingsSchema,
})
export type FleetFile = Readonly<v.InferOutput<typeof FleetFileSchema>>
