import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { environments, type Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { createOfficersFile } from '../officers/officers-file.ts'
import { openOutboxFile, type OpenFailure } from '../outbox/open-outbox.ts'
import { reseal } from '../outbox/reseal.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import { inTransaction } from '../platform/transaction.ts'
import { removeCopies } from '../outbox/version-copies.ts'
import { markSweepDue, sweep } from '../privacy/sweep.ts'
import { resealLastGood } from '../settings/managed/last-good.ts'
import { createSettingsFile } from '../settings/settings-file.ts'
import { settingsKeysOf } from '../settings/settings-seal.ts'
import {
  beginRenewal,
  deriveKey,
  endRenewal,
  successorOf,
  type DataKey,
  type DataKeyFailure,
} from '../keys/data-key.ts'
import type { KeyPlace } from '../keys/data-key-file.ts'
import { createPageEpochs, type RowOwner } from '../keys/page-epochs.ts'
import { handOverPageKeys } from '../keys/page-keys.ts'
import { resealOfficersMark } from './officers-marks.ts'
import { outboxFileOf, pageEpochsFileOf } from './open-environment.ts'
import { createRowProtection } from './row-sealing.ts'

export type RenewalFailure = DataKeyFailure | OpenFailure

/** The steps of a renewal, in order: if the computer stops after any of them, the renewal resumes there. */
export type RenewalStep =
  'begun' | 'resealed' | 'swept' | 'pages-handed-over' | 'officers-resealed' | 'settings-resealed' | 'ended'

interface Renewal {
  readonly folder: string
  readonly from: DataKey
  readonly to: DataKey
  readonly onStep: (step: RenewalStep) => void
}

/**
 * Replaces the data key: everything personal on this computer is sealed under a new one, and the old one is destroyed.
 * No environment may be open during the renewal. Both keys are kept until it is complete, so an interrupted renewal
 * loses nothing: the next call resumes with the same new key.
 *
 * @param onStep called after each step.
 * @returns the new key, or why the renewal could not begin or continue; the completed steps remain valid.
 */
export async function renewDataKey(
  place: KeyPlace,
  key: DataKey,
  onStep: (step: RenewalStep) => void = () => undefined,
): Promise<Result<DataKey, RenewalFailure>> {
  const { folder } = place
  const inUse = environments.filter((environment) => existsSync(outboxFileOf(folder, environment)))
  // Check before changing anything: a file that cannot be opened would still need the old key.
  for (const environment of inUse) {
    const opens = withFile(outboxFileOf(folder, environment), () => ok(null))
    if (!opens.ok) return opens
  }
  const begun = await beginRenewal(place, key)
  if (!begun.ok) return begun
  onStep('begun')
  const to = successorOf(begun.value)
  if (to === null) return err({ type: 'storage-unavailable' })
  const renewal = { folder, from: begun.value, to, onStep }
  const officers = await officersOf(renewal)
  for (const environment of inUse) {
    const done = await renewEnvironment(renewal, environment, officers)
    if (!done.ok) return done
  }
  const resealed = await resealOfficers(renewal)
  if (!resealed.ok) return resealed
  onStep('officers-resealed')
  const authenticated = await resealSettings(renewal)
  if (!authenticated.ok) return authenticated
  onStep('settings-resealed')
  const ended = await endRenewal(place, begun.value)
  if (ended.ok) onStep('ended')
  return ended
}

async function renewEnvironment(
  { folder, from, to, onStep }: Renewal,
  environment: Environment,
  owners: readonly RowOwner[],
): Promise<Result<null, RenewalFailure>> {
  const file = outboxFileOf(folder, environment)
  const resealed = withFile(file, (database) => {
    const done = guardStorage(() =>
      inTransaction(database, () => {
        const { resealed: count } = reseal(database, createRowProtection(from), createRowProtection(to))
        // The file's free pages still hold data sealed under the old key.
        if (count > 0) markSweepDue(database)
        resealOfficersMark(database, environment, deriveKey(from, 'officers'), deriveKey(to, 'officers'))
      }),
    )
    if (!done.ok) return done
    onStep('resealed')
    // Copies from before an update are sealed under the old key.
    const copies = guardStorage(() => removeCopies(file))
    return copies.ok ? sweep(database) : copies
  })
  if (!resealed.ok) return resealed
  onStep('swept')
  const epochs = createPageEpochs(pageEpochsFileOf(folder, environment))
  const handedOver = await handOverPageKeys(epochs, environment, { from, to, owners })
  if (handedOver.ok) onStep('pages-handed-over')
  return handedOver
}

function withFile(
  path: string,
  work: (database: DatabaseSync) => Result<null, RenewalFailure>,
): Result<null, RenewalFailure> {
  const opened = openOutboxFile(path, new Date())
  if (!opened.ok) return opened
  const { database } = opened.value
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Everyone who may have rows in a page: the office, and every officer there ever was. */
async function officersOf(renewal: Renewal): Promise<readonly RowOwner[]> {
  const known = await officersFile(renewal).load()
  return [null, ...(known.ok && known.value !== null ? known.value.officers.map(({ id }) => id) : [])]
}

async function resealOfficers(renewal: Renewal): Promise<Result<null, RenewalFailure>> {
  const known = await officersFile(renewal).load()
  if (!known.ok) {
    const { error } = known
    // A file that neither key opens was already lost; keep it in case its key turns up.
    return error.type === 'unreadable' ? ok(null) : err(error)
  }
  if (known.value === null) return ok(null)
  return await createOfficersFile(renewal.folder, deriveKey(renewal.to, 'officers')).save(known.value)
}

async function resealSettings({ folder, from, to }: Renewal): Promise<Result<null, RenewalFailure>> {
  const [next, before] = [settingsKeysOf(to), settingsKeysOf(from)]
  const place = { folder, keys: () => Promise.resolve([...next, ...before]) }
  await resealLastGood(place, await place.keys())
  const file = createSettingsFile({ ...place, isNew: () => false })
  return (await file.exists()) ? await file.save((await file.load()).settings) : ok(null)
}

function officersFile({ folder, from, to }: Renewal) {
  return createOfficersFile(folder, deriveKey(to, 'officers'), deriveKey(from, 'officers'))
}

/** A renewal that failed, as the page is told of it. */
export function failureOfRenewal({ type }: RenewalFailure): Failure {
  switch (type) {
    case 'locked':
    case 'disk-full':
    case 'read-only':
      return { type }
    case 'newer':
    case 'damaged':
    case 'io':
    case 'storage-unavailable':
      return { type: 'storage-unavailable' }
  }
}
