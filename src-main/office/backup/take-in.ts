import { randomBytes } from 'node:crypto'
import type { BackupFileCounts } from '#shared/contract/backup.ts'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { newId } from '#shared/domain/identifier.ts'
import { awaitedLinks } from '#shared/outbox/entry-files.ts'
import type { EntryKind, EntryState } from '#shared/outbox/entry.ts'
import { isForbidden, isReceived, isRejected, isSending, isSettled } from '#shared/outbox/predicates.ts'
import { transition } from '#shared/outbox/transition.ts'
import type { Product } from '#shared/domain/product.ts'
import { createFollowUpRows } from '#main/delivery/claims/follow-up-rows.ts'
import { createUploadRows, type Upload } from '#main/delivery/uploads/upload-rows.ts'
import { createAttachmentRows, type AttachmentRows } from '#main/outbox/attachments/attachment-rows.ts'
import { keyBytes } from '#main/outbox/attachments/sealed-file.ts'
import { associated, sealBody, sealState, tagsOf } from '#main/outbox/entry-codec.ts'
import { createEngineMemory, isAboutOther, noteElsewhere } from '#main/outbox/engine-memory.ts'
import { createEntryEvents } from '#main/outbox/entry-history.ts'
import { inTransaction } from '#main/platform/sqlite.ts'
import type { BackupContent, BackupDraft, BackupEntry, BackupFile } from './backup-content.ts'
import { changeLedger, readLedger } from './backup-ledger.ts'
import { countOf, type BackupSource } from './collect.ts'
import type { CopiedFile } from './copied-files.ts'

/** What importing a backup would do here. */
export interface TakingIn {
  /** Its computer stopped for this one: entries continue in their state. Otherwise they are copies. */
  readonly isMove: boolean
  readonly entries: readonly BackupEntry[]
  readonly drafts: readonly BackupDraft[]
  /** The files of its claims and drafts. */
  readonly files: readonly BackupFile[]
  /** Its entries and drafts that already exist here. */
  readonly known: number
}

/** What a backup contains that does not exist here. Throws what SQLite throws. */
export function planTakingIn(
  { outbox, drafts: written }: BackupSource,
  content: BackupContent,
  isMove: boolean,
): TakingIn {
  const draftsHere = new Set(written.keptOrDiscarded().map(({ draft }) => draft.id))
  const isHere = (id: string): boolean => outbox.get(id) !== null || draftsHere.has(id)
  const entries = content.entries.filter(({ id }) => outbox.get(id) === null)
  const drafts = content.drafts.filter(({ draft }) => !isHere(draft.id))
  const known = content.entries.length + content.drafts.length - entries.length - drafts.length
  const brought = new Set([...entries.map(({ id }) => id), ...drafts.map(({ draft }) => draft.id)])
  const files = content.files.filter(({ claimId }) => brought.has(claimId))
  return { isMove, entries, drafts, files, known }
}

export interface ImportOptions {
  readonly isMove: boolean
  readonly at: string
  /** Whether an officer with that id works here: the work of others becomes the office's. */
  readonly knowsOfficer: (id: string) => boolean
  /** The files whose bytes are where those of attachments are. */
  readonly arrived: readonly CopiedFile[]
}

/**
 * Writes what a backup adds, all of it or nothing, with a note that it was taken in. Throws what SQLite throws.
 * @returns the ids of the added entries.
 */
export function takeIn(
  source: BackupSource,
  content: BackupContent,
  { isMove, at, knowsOfficer, arrived }: ImportOptions,
): readonly string[] {
  return inTransaction(source.database, () => {
    const plan = planTakingIn(source, content, isMove)
    const ownerOf = (id: string | null): string | null => (id !== null && knowsOfficer(id) ? id : null)
    const isOfOther = isAboutOther(createEngineMemory(source.database), content.address ?? '')
    for (const entry of plan.entries) {
      // What was being sent when its computer stopped may have arrived.
      const came = isMove && !isSending(entry.state) ? entry.state : stateOfCopy(entry.state, at)
      const place = { at, isMove, officerId: ownerOf(entry.officerId) }
      if (isOfOther) writeEntry(source, withoutNumbers(entry), doubted(entry.body.kind, came, at), place)
      else writeEntry(source, entry, came, place)
    }
    for (const { draft, officerId } of plan.drafts) {
      source.drafts.keepWithin(draft, ownerOf(officerId))
    }
    putFilesIn(source, plan, arrived)
    if (!isMove) {
      noteElsewhere(
        source.database,
        plan.drafts.map(({ draft }) => draft.id),
      )
    }
    const { takenIn } = readLedger(source.database)
    changeLedger(source.database, { takenIn: [...takenIn, { id: content.id, at }] })
    return plan.entries.map(({ id }) => id)
  })
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
  readonly isMove: boolean
  readonly officerId: string | null
}

function writeEntry(
  { database, protection, outbox }: BackupSource,
  entry: BackupEntry,
  state: EntryState,
  { at, isMove, officerId }: EntryPlace,
): void {
  const { id, body, attempts } = entry
  const tags = tagsOf(protection, body)
  const product = body.kind === 'claim' ? body.product : null
  database
    .prepare(
      `INSERT INTO entry (id, kind, product, accepted_at, state, settled_at, attempts, policy_tag, body_tag, body,
         state_data, first_attempt_at, sends, officer_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
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
  writeTries({ database, protection }, entry, at)
  writeNotes({ database }, entry, isReceived(state) ? null : isMove ? 'moved-here' : 'copied-here', at)
  if (product !== null) writeRows({ database }, entry, product)
  outbox.candidates.restore(id, entry.candidates)
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

function writeTries(
  { database, protection }: Pick<BackupSource, 'database' | 'protection'>,
  { id, tries }: BackupEntry,
  at: string,
): void {
  const insert = database.prepare(
    'INSERT INTO attempt (entry_id, opened_at, closed_at, outcome, message) VALUES (?, ?, ?, ?, ?)',
  )
  for (const { openedAt, closedAt, outcome, serverMessage } of tries) {
    const message = serverMessage === '' ? null : protection.seal(serverMessage, associated.message(id))
    // The result of an attempt that was open when the backup was written will never be known here.
    insert.run(id, openedAt, closedAt ?? at, outcome ?? 'uncertain/copied-here', message)
  }
}

function writeNotes(
  { database }: Pick<BackupSource, 'database'>,
  { id, attempts, notes }: BackupEntry,
  came: 'copied-here' | 'moved-here' | null,
  at: string,
): void {
  const insert = database.prepare(
    `INSERT INTO entry_event (entry_id, after_attempt, kind, detail, first_at, last_at, times)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const note of notes) {
    insert.run(id, note.afterAttempt, note.kind, note.detail, note.firstAt, note.lastAt, note.times)
  }
  if (came !== null) createEntryEvents(database).note({ id, attempts }, { kind: 'officer', detail: came }, at)
}

function writeRows({ database }: Pick<BackupSource, 'database'>, entry: BackupEntry, product: Product): void {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO claim_row
       (product, claim_id, entry_id, surplus, seen_at, acknowledged_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  )
  for (const { claimId, surplus, seenAt, acknowledgedAt } of entry.rows) {
    insert.run(product, claimId, entry.id, surplus ? 1 : 0, seenAt, acknowledgedAt)
  }
}

/** The files of what a backup would bring: how many come with their bytes, and how many do not. */
export function filesOfPlan(plan: TakingIn, arrived: readonly CopiedFile[] | null): BackupFileCounts {
  const came = arrived === null ? null : new Set(arrived.map(({ of }) => of))
  const isThere = (file: BackupFile): boolean => (came === null ? file.carried : came.has(file.id))
  const there = plan.files.filter(isThere)
  return { ...countOf(there), lacking: plan.files.length - there.length }
}

/**
 * Writes the files of what a backup brings, inside the caller's transaction, with where they are in the file store. A
 * file whose bytes did not come is kept by name, and shown as missing. Throws what SQLite throws.
 */
function putFilesIn(
  { database, protection }: BackupSource,
  plan: TakingIn,
  arrived: readonly CopiedFile[],
): void {
  const rows = createAttachmentRows(database, protection)
  const came = new Map(arrived.map((one) => [one.of, one]))
  const entries = new Map(plan.entries.map((entry) => [entry.id, entry]))
  createUploadRows(database, protection).restoreWithin(
    plan.files.flatMap((file) => {
      const id = addFile(rows, file, came.get(file.id))
      const entry = entries.get(file.claimId)
      return entry === undefined ? [] : uploadOf(file, id, entry, plan.isMove)
    }),
  )
}

/** Where a file is in the file store, as the entry that came with it needs it. */
function uploadOf(
  { upload, field, size, sha256 }: BackupFile,
  attachmentId: string,
  { id: entryId, body, state }: BackupEntry,
  isMove: boolean,
): readonly Omit<Upload, 'id'>[] {
  if (upload === null || field === null) return []
  const { state: was, ...known } = upload
  // A link that does not stand in the claim, as in a file that was changed, is made again.
  const isLinked = was === 'linked' && !awaitedLinks(body).includes(field)
  const shared = known.shared || (!isMove && !isSettled(state))
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
