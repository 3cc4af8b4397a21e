import { randomBytes } from 'node:crypto'
import type { BackupFileCounts } from '#shared/contract/backup.ts'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { newId } from '#shared/domain/identifier.ts'
import { awaitedLinks } from '#shared/outbox/entry-files.ts'
import type { EntryKind, EntryState } from '#shared/outbox/entry.ts'
import { isForbidden, isReceived, isRejected, isSettled } from '#shared/outbox/predicates.ts'
import { transition } from '#shared/outbox/transition.ts'
import { createFollowUpRows } from '#main/claims/follow-up-rows.ts'
import { createUploadRows, type Upload } from '#main/delivery/uploads/upload-rows.ts'
import { createAttachmentRows, type AttachmentRows } from '#main/outbox/attachments/attachment-rows.ts'
import { keyBytes } from '#main/outbox/attachments/sealed-file.ts'
import { associated, sealBody, sealState, tagsOf } from '#main/outbox/entry-codec.ts'
import { createEngineMemory, isAboutOther, noteElsewhere } from '#main/outbox/engine-memory.ts'
import { haveArrived, markArriving, takeBackAll, type Arriving } from '#main/outbox/arriving.ts'
import { createEntryEvents } from '#main/outbox/entry-history.ts'
import { Slices } from '#main/platform/slices.ts'
import { guardStorageWork, inTransaction, statementsOf } from '#main/platform/sqlite.ts'
import type { BackupContent, BackupDraft, BackupEntry, BackupFile } from './backup-content.ts'
import { changeLedger, readLedger } from './backup-ledger.ts'
import { countOf, type BackupSource } from './collect.ts'
import { flushFiles, settleFile, type CopiedFile } from './copied-files.ts'

/** What importing a backup would do here. */
export interface TakingIn {
  readonly entries: readonly BackupEntry[]
  readonly drafts: readonly BackupDraft[]
  /** The files of its claims and drafts. */
  readonly files: readonly BackupFile[]
  /** Its entries and drafts that already exist here. */
  readonly known: number
}

function idsIn({ database }: BackupSource, table: 'entry' | 'draft'): ReadonlySet<unknown> {
  const rows = statementsOf(database)(`SELECT id FROM ${table}`).all()
  return new Set(rows.map(({ id }) => id))
}

/** What a backup contains that does not exist here. Throws what SQLite throws. */
export function planTakingIn(source: BackupSource, content: BackupContent): TakingIn {
  const [entriesHere, draftsHere] = [idsIn(source, 'entry'), idsIn(source, 'draft')]
  const entries = content.entries.filter(({ id }) => !entriesHere.has(id))
  const drafts = content.drafts.filter(({ draft: { id } }) => !entriesHere.has(id) && !draftsHere.has(id))
  const known = content.entries.length + content.drafts.length - entries.length - drafts.length
  const brought = new Set([...entries.map(({ id }) => id), ...drafts.map(({ draft }) => draft.id)])
  const files = content.files.filter(({ claimId }) => brought.has(claimId))
  return { entries, drafts, files, known }
}

export interface ImportOptions {
  readonly at: string
  /** Whether an officer with that id works here: the work of others becomes the office's. */
  readonly knowsOfficer: (id: string) => boolean
  /** The files whose bytes are where those of attachments are. */
  readonly arrived: readonly CopiedFile[]
}

/**
 * Writes what a backup adds, all of it or nothing, with a note that it was taken in: in many short commits, of which none
 * counts before the last (`outbox/arriving.ts`). Nothing of it is in the memory from which entries are sent until then.
 * Throws what SQLite throws.
 * @returns the ids of the added entries.
 */
export async function takeIn(
  source: BackupSource,
  content: BackupContent,
  plan: TakingIn,
  options: ImportOptions,
): Promise<readonly string[]> {
  const { database, outboxFile } = source
  // What an import left where the disk refused to take it back.
  await takeBackAll(database)
  const added: string[] = []
  const note = (row: Arriving | undefined): void => {
    if (row?.as === 'entry') added.push(row.id)
  }
  // An entry that is a draft here: to take it back would take the draft's files along, so it comes with the last commit.
  const drafts = idsIn(source, 'draft')
  const rowsOf = (areDrafts: boolean) =>
    writing(source, content, { ...options, plan: partOf(plan, (id) => drafts.has(id) === areDrafts) })
  const rows = rowsOf(false)
  try {
    let isDone: boolean
    do {
      const slices = new Slices()
      isDone = inTransaction(database, () => {
        for (let next = rows.next(); next.done !== true; next = rows.next()) {
          if (next.value !== undefined) markArriving(database, next.value)
          note(next.value)
          if (slices.isOver(32)) return false
        }
        return true
      })
      await slices.next()
    } while (!isDone)
    inTransaction(database, () => {
      for (const row of rowsOf(true)) note(row)
      if (options.arrived.length > 0) flushFiles(outboxFile)
      haveArrived(database)
      noteElsewhere(
        database,
        plan.drafts.map(({ draft }) => draft.id),
      )
      const { takenIn } = readLedger(database)
      changeLedger(database, { takenIn: [...takenIn, { id: content.id, at: options.at }] })
    })
    return added
  } catch (thrown) {
    // Where the disk refuses that too, the next import or start does it.
    await guardStorageWork(() => takeBackAll(database))
    throw thrown
  }
}

function partOf(plan: TakingIn, isIn: (id: string) => boolean): TakingIn {
  return {
    ...plan,
    entries: plan.entries.filter(({ id }) => isIn(id)),
    drafts: plan.drafts.filter(({ draft }) => isIn(draft.id)),
    files: plan.files.filter(({ claimId }) => isIn(claimId)),
  }
}

/** Writes a few rows at each step, in the caller's transaction. @returns what begins to arrive with a step */
function* writing(
  source: BackupSource,
  content: BackupContent,
  { plan, at, knowsOfficer, arrived }: ImportOptions & { readonly plan: TakingIn },
): Generator<Arriving | undefined, void> {
  const { database, drafts } = source
  const came = new Set<string>()
  const entryHere = 'SELECT 1 FROM entry WHERE id = :id'
  // An officer may have submitted it since it was planned, and a file may have it twice.
  const comes = (id: string, here: string): boolean =>
    statementsOf(database)(here).get({ id }) === undefined && came.add(id).has(id)
  const ownerOf = (id: string | null): string | null => (id !== null && knowsOfficer(id) ? id : null)
  const isOfOther = isAboutOther(createEngineMemory(database), content.address ?? '')
  for (const entry of plan.entries) {
    if (!comes(entry.id, entryHere)) continue
    const came = stateOfCopy(entry.state, at)
    const place = { at, officerId: ownerOf(entry.officerId) }
    if (isOfOther) yield* writeEntry(source, withoutNumbers(entry), doubted(entry.body.kind, came, at), place)
    else yield* writeEntry(source, entry, came, place)
  }
  for (const { draft, officerId } of plan.drafts) {
    if (!comes(draft.id, `${entryHere} UNION ALL SELECT 1 FROM draft WHERE id = :id`)) continue
    drafts.keepWithin(draft, ownerOf(officerId))
    yield { id: draft.id, as: 'draft' }
  }
  yield* putFilesIn(
    source,
    partOf(plan, (id) => came.has(id)),
    arrived,
  )
}

/** As after a change of address: nothing here proves that a claim did not arrive there. */
function doubted(kind: EntryKind, state: EntryState, at: string): EntryState {
  const changed = transition(kind, state, { type: 'cannot-be-proved', at, why: 'other-address' })
  return changed.ok ? changed.value : state
}

/** Numbers of another address mean other claims here. */
function withoutNumbers(entry: BackupEntry): BackupEntry {
  const rows = entry.rows.filter(({ surplus }) => surplus)
  return {
    ...entry,
    rows: rows.map((row) => ({ ...row, claimId: -Math.abs(row.claimId) })),
    candidates: [],
  }
}

interface EntryPlace {
  readonly at: string
  readonly officerId: string | null
}

function* writeEntry(
  { database, protection, outbox }: BackupSource,
  entry: BackupEntry,
  state: EntryState,
  { at, officerId }: EntryPlace,
): Generator<Arriving | undefined, void> {
  const prepare = statementsOf(database)
  const { id, body, attempts } = entry
  const tags = tagsOf(protection, body)
  const product = body.kind === 'claim' ? body.product : null
  prepare(
    `INSERT INTO entry (id, kind, product, accepted_at, state, settled_at, attempts, policy_tag, body_tag, body,
       state_data, first_attempt_at, sends, officer_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    body.kind,
    product,
    entry.acceptedAt,
    state.name,
    'at' in state ? state.at : null,
    attempts,
    tags.policy,
    tags.body,
    sealBody(protection, id, { officerId, body }),
    sealState(protection, id, state),
    entry.firstAttemptAt,
    sendsOf(entry),
    officerId,
  )
  yield { id, as: 'entry' }
  for (const { openedAt, closedAt, outcome, serverMessage } of entry.tries) {
    const message = serverMessage === '' ? null : protection.seal(serverMessage, associated.message(id))
    // The result of an attempt that was open when the backup was written will never be known here.
    prepare(
      'INSERT INTO attempt (entry_id, opened_at, closed_at, outcome, message) VALUES (?, ?, ?, ?, ?)',
    ).run(id, openedAt, closedAt ?? at, outcome ?? 'uncertain/copied-here', message)
    yield
  }
  for (const note of entry.notes) {
    prepare(
      `INSERT INTO entry_event (entry_id, after_attempt, kind, detail, first_at, last_at, times)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ).run(id, note.afterAttempt, note.kind, note.detail, note.firstAt, note.lastAt, note.times)
    yield
  }
  if (!isReceived(state))
    createEntryEvents(database).note(entry, { kind: 'officer', detail: 'copied-here' }, at)
  for (const { claimId, surplus, seenAt, acknowledgedAt } of product === null ? [] : entry.rows) {
    prepare(
      `INSERT OR IGNORE INTO claim_row
         (product, claim_id, entry_id, surplus, seen_at, acknowledged_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ).run(product, claimId, id, surplus ? 1 : 0, seenAt, acknowledgedAt)
    yield
  }
  for (const candidate of entry.candidates) {
    outbox.candidates.restore(id, candidate)
    yield
  }
  if (entry.followUp !== null) createFollowUpRows(database, protection).write(id, entry.followUp)
}

/**
 * The state of an entry whose other copy another computer may send, or may have sent: nothing is sent from here by
 * itself. A claim is looked for at the insurer; once it is proved absent an officer decides, since the other computer
 * may still send it.
 */
function stateOfCopy(state: EntryState, at: string): EntryState {
  if (isSettled(state) || isRejected(state) || isForbidden(state)) return state
  return { name: 'unconfirmed', since: at, cause: 'copied-here', absentReadings: 0, resends: mostResends }
}

/** As if all automatic retries were used up, so that a proof of absence asks an officer. */
const mostResends = 2

// An attempt that was open when the backup was written may have reached the insurer too.
function sendsOf({ sends, tries }: BackupEntry): number {
  return sends + tries.filter(({ outcome }) => outcome === null).length
}

/** The files of what a backup would bring: how many come with their bytes, and how many do not. */
export function filesOfPlan(plan: TakingIn, arrived: readonly CopiedFile[] | null): BackupFileCounts {
  const came = arrived === null ? null : new Set(arrived.map(({ of }) => of))
  const isThere = (file: BackupFile): boolean => (came === null ? file.carried : came.has(file.id))
  const there = plan.files.filter(isThere)
  return { ...countOf(there), lacking: plan.files.length - there.length }
}

/**
 * Writes the files of what a backup brings, with where they are in the file store. A file gets its name together with
 * the row that has its key; one whose bytes did not come is kept by name, and shown as missing.
 */
function* putFilesIn(
  { database, protection, outboxFile }: BackupSource,
  plan: TakingIn,
  arrived: readonly CopiedFile[],
): Generator<undefined, void> {
  const rows = createAttachmentRows(database, protection)
  const came = new Map(arrived.map((one) => [one.of, one]))
  const entries = new Map(plan.entries.map((entry) => [entry.id, entry]))
  const uploads: Omit<Upload, 'id'>[] = []
  for (const file of plan.files) {
    const bytes = came.get(file.id)
    if (bytes !== undefined) settleFile(outboxFile, bytes)
    const id = addFile(rows, file, bytes)
    const entry = entries.get(file.claimId)
    if (entry !== undefined) uploads.push(...uploadOf(file, id, entry))
    yield
  }
  yield* createUploadRows(database, protection).restoring(uploads)
}

/** Where a file is in the file store, as the entry that came with it needs it. */
function uploadOf(
  { upload, field, size, sha256 }: BackupFile,
  attachmentId: string,
  { id: entryId, body, state }: BackupEntry,
): readonly Omit<Upload, 'id'>[] {
  if (upload === null || field === null) return []
  const { state: was, ...known } = upload
  // A link that does not stand in the claim, as in a file that was changed, is made again.
  const isLinked = was === 'linked' && !awaitedLinks(body).includes(field)
  const shared = known.shared || !isSettled(state)
  const record = { ...known, entryId, attachmentId, field, size, sha256, refusedAt: null, shared }
  if (isLinked) return [{ state: 'linked', record }]
  return [{ state: was === 'named' ? 'named' : 'proved', record: { ...record, link: null } }]
}

/** @returns its id here */
function addFile(rows: AttachmentRows, file: BackupFile, bytes: CopiedFile | undefined): string {
  const { claimId, number, kind, size, photos, sha256, field, addedAt } = file
  const key = bytes?.key ?? randomBytes(keyBytes).toString('base64')
  const id = bytes?.id ?? newId()
  const name = bareName(file.name)
  rows.addWithin({ id, addedAt }, { claimId, key, number, name, kind, size, photos, sha256, field })
  return id
}

// Nothing is ever written under such a name; an officer reads it.
function bareName(name: string): string {
  const bare = name
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return bare === '' ? 'file' : bare.slice(-attachmentLimits.nameLength)
}
