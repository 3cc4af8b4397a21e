import * as v from 'valibot'
import {
  AccessKeySchema,
  FleetContentSchema,
  GivenSettingsSchema,
} from '#main/office/head-office/fleet-content.ts'

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
  /** Every branch that was given a file: its name is a part of its secret, so none is spelled in two ways. */
  branches: v.array(
    v.strictObject({
      name: v.string(),
      /** Of its own to the live file store; null where all have one. */
      accessKey: v.nullable(AccessKeySchema),
    }),
  ),
})
export type FleetFile = Readonly<v.InferOutput<typeof FleetFileSchema>>
export type KeptBranch = FleetFile['branches'][number]

/** The name of a branch as it is kept: letters with marks are written in two ways, which no one sees. */
export function branchName(typed: string): string {
  return typed.normalize('NFC').trim()
}

/** Windows has one file for names that differ in case alone. */
export function isSameBranch(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The branch of that name, null where there is none. Throws where the name is spelled otherwise. */
export function branchNamed(branches: readonly KeptBranch[], name: string): KeptBranch | null {
  const found = branches.find((one) => isSameBranch(one.name, name)) ?? null
  if (found !== null && found.name !== name)
    throw new Error(`${name} is called ${found.name} in head office’s file. Nothing was written.`)
  return found
}
