import { join } from 'node:path'
import * as v from 'valibot'
import { IdSchema } from '#shared/domain/draft.ts'
import { remoteEnvironments } from '#shared/domain/product.ts'
import type { Result } from '#shared/result.ts'
import { readText, writeDurably, type FileFailure } from '../platform/durable-file.ts'
import type { ProtectionSource } from '../keys/protection.ts'
import { openWithSystem, sealWithSystem, type SealRefusal } from '../keys/system-seal.ts'
import { FleetSchema } from './fleet-content.ts'
import { HeldPlaceSchema } from './order-changes.ts'

const time = v.pipe(v.string(), v.isoTimestamp())
const StateSchema = v.strictObject({
  /** Its number is that of the last order that holds here. */
  fleet: FleetSchema,
  setUpId: IdSchema,
  setUpAt: time,
  /** What the last file of head office gave. */
  held: v.array(HeldPlaceSchema),
  /** What an order last changed; null while everything is as the set-up left it. */
  lastChange: v.nullable(
    v.strictObject({
      at: time,
      changes: v.array(
        v.strictObject({
          environment: v.picklist(remoteEnvironments),
          what: v.picklist(['address', 'key', 'store', 'access-key']),
          now: v.nullable(v.string()),
        }),
      ),
    }),
  ),
})
/** What this computer knows of head office. */
export type FleetState = Readonly<v.InferOutput<typeof StateSchema>>

const SealedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ version: v.literal(1), sealed: v.pipe(v.string(), v.base64()) }),
)
const StateText = v.pipe(v.string(), v.parseJson(), StateSchema)

export const fleetFileName = 'head-office.json'

/**
 * Writes what this computer knows of head office, sealed by the system as keys are: it opens the next key. Without a
 * keyring nothing is written, and head office's later files cannot be read here.
 */
export async function saveFleet(
  folder: string,
  protection: ProtectionSource,
  state: FleetState,
): Promise<Result<null, FileFailure | SealRefusal>> {
  const sealed = await sealWithSystem(protection, JSON.stringify(state))
  if (!sealed.ok) return sealed
  return await writeDurably(
    join(folder, fleetFileName),
    `${JSON.stringify({ version: 1, sealed: sealed.value })}\n`,
  )
}

/** What this computer knows of head office; null where it was not set up from a file, or that cannot be opened now. */
export async function loadFleet(folder: string, protection: ProtectionSource): Promise<FleetState | null> {
  const text = await readText(join(folder, fleetFileName))
  const parsed = v.safeParse(SealedSchema, text.ok ? text.value : null)
  if (!parsed.success) return null
  const opened = await openWithSystem(protection, parsed.output.sealed)
  const state = v.safeParse(StateText, opened.ok ? opened.value.text : null)
  if (!state.success) return null
  if (opened.ok && opened.value.resealed !== null) await saveFleet(folder, protection, state.output)
  return state.output
}
