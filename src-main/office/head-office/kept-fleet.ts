import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { IdSchema } from '#shared/domain/draft.ts'
import { crockford } from '#shared/domain/identifier.ts'
import { remoteEnvironments } from '#shared/domain/product.ts'
import { headOfficeChanges } from '#shared/head-office.ts'
import type { Result } from '#shared/result.ts'
import { createSealedFile, type SealedFile, type SealedFileFailure } from '#main/platform/keys/sealed-file.ts'
import type { SecretsPlace } from '#main/platform/keys/secret-file.ts'
import { FleetSchema } from './fleet-content.ts'

const time = v.pipe(v.string(), v.isoTimestamp())
const StateSchema = v.strictObject({
  /** Its number is that of the last order that holds here. */
  fleet: FleetSchema,
  setUpId: IdSchema,
  branchSecret: v.string(),
  /** The salt of the backups' passphrase that head office gave last; null for none. */
  backupSalt: v.nullable(v.string()),
  /** The digest of the signed file with that number; null for none. */
  orderDigest: v.nullable(v.string()),
  /** What an order last changed; null while everything is as the set-up left it. */
  lastChange: v.nullable(
    v.strictObject({
      /** The number of the order. */
      of: v.number(),
      at: time,
      changes: v.array(
        v.strictObject({
          environment: v.picklist(remoteEnvironments),
          what: v.picklist(headOfficeChanges),
          now: v.nullable(v.string()),
        }),
      ),
    }),
  ),
})
/** What this computer knows of head office. */
export type FleetState = Readonly<v.InferOutput<typeof StateSchema>>

export const fleetFileName = 'head-office.json'

/**
 * Writes what this computer knows of head office, sealed as keys are: it opens the next key. Without a keyring nothing
 * is written (`locked`), and head office's later files cannot be read here.
 */
export async function saveFleet(
  folder: string,
  secretsKey: SecretsPlace['secretsKey'],
  state: FleetState,
): Promise<Result<null, SealedFileFailure>> {
  return await fileIn(folder, secretsKey).save(state)
}

/** What this computer knows of head office; null where it was not set up from a file, or that cannot be opened now. */
export async function loadFleet(
  folder: string,
  secretsKey: SecretsPlace['secretsKey'],
): Promise<FleetState | null> {
  const opened = await fileIn(folder, secretsKey).load()
  return opened.type === 'open' ? opened.value : null
}

function fileIn(folder: string, key: SecretsPlace['secretsKey']): SealedFile<FleetState> {
  const path = join(folder, fleetFileName)
  return createSealedFile({ path, purpose: 'head-office', schema: StateSchema, key })
}

/**
 * The passphrase of a branch's scheduled backups, of 100 bits. A salt in one signed file replaces it in all branches, and
 * no branch can make another's. Both are base64.
 */
export function backupPassphraseOf(branchSecret: string, salt: string): string {
  const [secret, salted] = [Buffer.from(branchSecret, 'base64'), Buffer.from(salt, 'base64')]
  const bytes = Buffer.from(hkdfSync('sha256', secret, salted, 'claims-desk/backup-passphrase/v2', 20))
  const text = Array.from(bytes, (byte) => crockford.charAt(byte & 31).toLowerCase()).join('')
  return text.replaceAll(/(.{4})(?=.)/g, '$1-')
}
