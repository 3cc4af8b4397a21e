import * as v from 'valibot'
import { AddressSchema } from '#shared/base-url.ts'
import { IdSchema } from '#shared/domain/draft.ts'
import { FileStoreSchema, OfficeStoreSchema } from '#shared/domain/file-store.ts'
import { OfficerNameSchema, officerRoles, OfficerSecretSchema } from '#shared/domain/officer.ts'
import { remoteEnvironments } from '#shared/domain/product.ts'
import { SettingsSchema, type GivenSetting } from '#shared/settings.ts'

const printable = v.pipe(v.string(), v.minLength(1), v.maxLength(4096), v.regex(/^[\x21-\x7e]+$/))
/** 32 bytes as base64. */
const bytes32 = v.pipe(v.string(), v.base64(), v.length(44))
const time = v.pipe(v.string(), v.isoTimestamp())
/** Rises with every file that head office signs; it also counts the keys, so that head office sees who has which. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const AccessKeySchema = v.strictObject({ id: printable, secret: printable })

/** One of the insurer's environments, with everything secret that it needs. */
export const PlaceSchema = v.strictObject({
  environment: v.picklist(remoteEnvironments),
  baseUrl: AddressSchema,
  key: printable,
  fileStore: v.nullable(
    v.strictObject({
      store: FileStoreSchema,
      /** Null for all computers where each branch has its own, which stays. */
      accessKey: v.nullable(AccessKeySchema),
    }),
  ),
})
export type FleetPlace = Readonly<v.InferOutput<typeof PlaceSchema>>
/** The first is the one that is opened. */
const PlacesSchema = v.pipe(v.array(PlaceSchema), v.minLength(1), v.maxLength(2))

const settings = SettingsSchema.entries
/** The settings that head office may give. What is missing stays as it is. */
export const GivenSettingsSchema = v.strictObject({
  statusNames: v.exactOptional(settings.statusNames),
  finalStatuses: v.exactOptional(settings.finalStatuses),
  notNeededLink: v.exactOptional(settings.notNeededLink),
  notAvailableLink: v.exactOptional(settings.notAvailableLink),
  updateFeed: v.exactOptional(v.nullable(AddressSchema)),
} satisfies Readonly<Record<GivenSetting, unknown>>)

/** What a computer knows head office by: it reads later files with it, and can sign none. */
export const FleetSchema = v.strictObject({
  id: IdSchema,
  /** Ed25519. */
  publicKey: bytes32,
  /** What later files are sealed under. */
  secret: bytes32,
  number,
})
export type Fleet = Readonly<v.InferOutput<typeof FleetSchema>>

/** Head office's private bucket for status and backups, with a key that may only put. */
const OfficeStoreWithKeySchema = v.nullable(
  v.strictObject({
    store: OfficeStoreSchema,
    accessKey: AccessKeySchema,
  }),
)

/** What a branch has alone. */
const BranchSchema = v.strictObject({
  name: settings.branchName,
  /** With a salt it makes the passphrase of the branch's scheduled backups (`backup-passphrase.ts`). */
  secret: bytes32,
  /** For new computers: one in use has its own. */
  officers: v.pipe(
    v.array(
      v.strictObject({
        name: OfficerNameSchema,
        role: v.picklist(officerRoles),
        /** Has to be changed at the first sign-in. */
        firstPin: OfficerSecretSchema,
      }),
    ),
    v.maxLength(200),
    // Someone has to be able to add officers.
    v.check((officers) => officers.length === 0 || officers.some(({ role }) => role === 'manager')),
    v.check((officers) => new Set(officers.map(({ name }) => name.toLowerCase())).size === officers.length),
  ),
  /** SHA-256 of the signed file that has the fleet's number; null for none. */
  orderDigest: v.nullable(v.string()),
})

/**
 * Everything that head office may give a computer, signed. It comes under a passphrase to the computers of one branch, new
 * or in use, and under the fleet's secret to all that are in use. It holds all that counts from then on, so only the
 * newest one is needed.
 */
export const FleetContentSchema = v.strictObject({
  version: v.literal(1),
  expiresAt: time,
  fleet: FleetSchema,
  places: PlacesSchema,
  /** Null for as before. */
  officeStore: OfficeStoreWithKeySchema,
  settings: GivenSettingsSchema,
  /** Another one than before replaces the passphrase of every branch's backups; null where head office sets none. */
  backupSalt: v.nullable(bytes32),
  /** Null in a file for all computers. */
  branch: v.nullable(BranchSchema),
})
export type FleetContent = Readonly<v.InferOutput<typeof FleetContentSchema>>

/** Whether it has expired. */
export function isOver({ expiresAt }: FleetContent, nowMs: number): boolean {
  return Date.parse(expiresAt) <= nowMs
}
