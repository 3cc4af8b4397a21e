import { DatabaseSync } from 'node:sqlite'
import { attachmentFields, type AttachmentField } from '#shared/domain/attachment.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { correctedReferences } from '#shared/domain/reference.ts'
import { asSubmitted } from '#shared/outbox/entry-files.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import { isReceived, isUnconfirmed, isWaiting } from '#shared/outbox/predicates.ts'
import { createAttachmentRows } from '#main/outbox/attachments/attachment-rows.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import type { Engine } from '#main/delivery/engine.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { migrate } from '#main/outbox/migrations.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { madeUpDraft, submissionWithFiles } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { uploadPlaceOf } from '#main/delivery/uploads/stores.ts'
import { createUploadRows, leaveReceived, type UploadRows } from '#main/delivery/uploads/upload-rows.ts'
import type { Uploader } from '#main/delivery/uploads/uploader.ts'
import { plainUploader } from '#testing/uploads/plain-uploader.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import { clockOf } from '#testing/mortal.ts'
import { Deeds } from '#testing/engine/deeds.ts'
import { plainEngine } from '#testing/engine/plain-engine.ts'
import { SimulatedInsurer } from '#testing/engine/simulated-insurer.ts'
import { overlaid } from '#testing/engine/simulated-process.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { Life } from './kill-points.ts'
import { SimulatedStore } from '#testing/uploads/simulated-store.ts'
import { MadeUpFiles, otherStore, publicStore, sumOf } from '#testing/uploads/upload-harness.ts'

/** Stores that an office may have set. */
export const stores: readonly FileStore[] = [publicStore, otherStore]
/** For so long an undo is offered, and so long after a discard main does it at most. */
const offeredMs = 10_000
const latestUndoMs = 20_000
/** A claim without files is delivered in this time once there is a connection, whatever the store does. */
const withoutFilesMs = 3 * 60_000

interface Process {
  readonly life: Life
  readonly outbox: Outbox
  readonly rows: UploadRows
  readonly engine: Engine
  readonly uploader: Uploader
}

/** What was submitted once: the claim as the insurer knows it, and its files. */
interface Submitted {
  readonly reference: string
  /** The sums of its files by field. */
  readonly sums: ReadonlyMap<AttachmentField, string>
  readonly atMs: number
}

/** An office with files: the real outbox, engine and uploader, an insurer, a store, and what was promised. */
export class BranchWithFiles {
  readonly clock = new VirtualClock()
  readonly store = new SimulatedStore(this.clock)
  readonly insurer = new SimulatedInsurer({ clock: this.clock, watch: new Deeds() })
  current: FileStore = publicStore
  isOnline = true
  /** Discards that were undone. */
  undone = 0
  /** What went wrong so far, in words. */
  readonly broken: string[] = []
  readonly #database = new DatabaseSync(':memory:')
  readonly #files: MadeUpFiles
  readonly #chance: () => number
  readonly #submitted = new Map<string, Submitted>()
  /** Discarded and not undone; when, by the wall clock. */
  readonly #discarded = new Map<string, Submitted>()
  /** What lies in a store of received claims that are here no longer. */
  readonly #left = new Set<string>()
  /** How often each file was submitted, or left a store that it was not in: it has a name for each time. */
  readonly #namesAllowed = new Map<string, number>()
  #process: Process
  #insurerSinceMs = 0
  #isInsurerUp = true

  constructor(chance: () => number, life = new Life()) {
    migrate(this.#database)
    this.#files = new MadeUpFiles(this.#database)
    this.#chance = chance
    this.#process = this.#start(life)
  }

  get isAlive(): boolean {
    return this.#process.life.isAlive()
  }

  /** Ids of entries that are not settled. */
  get undelivered(): readonly string[] {
    return [...this.#process.outbox.undelivered()].map(({ id }) => id)
  }

  /** What was discarded last, and not undone. */
  get discarded(): string | undefined {
    return [...this.#discarded.keys()].at(-1)
  }

  /** An officer submits a claim with these files: bytes by field. */
  capture(files: ReadonlyMap<AttachmentField, Buffer>): void {
    const { outbox, engine, uploader } = this.#process
    const reference = this.#reference()
    const policyNumber = `KKP/2026/LA/${String(Math.floor(this.#chance() * 3)).padStart(6, '0')}`
    const options = { branchReference: reference }
    const submission = submissionWithFiles([...files.keys()], { policyNumber }, options)
    const added = guardStorage(() => {
      createDraftStore(this.#database, plainProtection).save(madeUpDraft({ id: submission.id }))
      for (const [field, bytes] of files) this.#files.add(submission.id, field, bytes)
    })
    if (!added.ok || !outbox.accept(submission, this.clock.now().toISOString()).ok) return
    const sums = new Map([...files].map(([field, bytes]) => [field, sumOf(bytes)]))
    this.#note(submission.id, { reference, sums, atMs: this.clock.monotonicMs() })
    engine.nudge()
    uploader.nudge()
  }

  /** An officer takes a waiting claim back and submits it again. */
  backAndAgain(id: string): void {
    const { outbox, engine, uploader } = this.#process
    const entry = outbox.get(id)
    const before = this.#submitted.get(id)
    if (entry === null || before === undefined || !isWaiting(entry.state) || entry.sends > 0) return
    const body = asSubmitted(entry.body)
    if (body.kind !== 'claim') return
    const now = this.clock.now().toISOString()
    const next = newId()
    const moved = outbox.apply(id, { type: 'withdraw', at: now, to: 'draft' }, () =>
      createAttachmentRows(this.#database, plainProtection).moveWithin(id, next),
    )
    if (!moved.ok) return
    this.#submitted.delete(id)
    const reference = this.#reference()
    const again = { id: next, body: { ...body, ...correctedReferences(body, reference) } }
    if (!outbox.accept(again, now).ok) return
    this.#note(next, { ...before, reference, atMs: this.clock.monotonicMs() })
    engine.nudge()
    uploader.nudge()
  }

  /** An officer discards a waiting claim. */
  discard(id: string): void {
    const { outbox, uploader, engine } = this.#process
    const entry = outbox.get(id)
    if (entry === null || !isWaiting(entry.state) || entry.sends > 0) return
    const at = this.clock.now().toISOString()
    if (!outbox.apply(id, { type: 'withdraw', at, to: 'discarded' }).ok) return
    const submitted = this.#submitted.get(id)
    if (submitted !== undefined) this.#discarded.set(id, { ...submitted, atMs: this.clock.now().getTime() })
    this.#submitted.delete(id)
    engine.nudge()
    uploader.nudge()
  }

  /** An officer undoes a discard, wherever its files are by then. */
  undoDiscard(id: string): void {
    const { outbox, uploader, engine, life } = this.#process
    const discarded = this.#discarded.get(id)
    if (discarded === undefined || !this.isAlive) return
    const now = this.clock.now()
    const sinceMs = now.getTime() - discarded.atMs
    if (!outbox.undoDiscard(id, now.toISOString()).ok) {
      if (sinceMs <= offeredMs && life.isAlive())
        this.broken.push('an undo is refused although it is offered')
      return
    }
    if (sinceMs > latestUndoMs) this.broken.push(`a discard is undone after ${sinceMs} ms`)
    this.undone += 1
    this.#discarded.delete(id)
    this.#submitted.set(id, { ...discarded, atMs: this.clock.monotonicMs() })
    engine.entryDecided(id)
    uploader.nudge()
  }

  /** Everything that is settled is forgotten: also by the store. */
  forgetSettled(): void {
    this.#removeSettled(() => undefined)
  }

  /** Everything that is settled expires: the store goes on having the files of what was received. */
  outliveSettled(): void {
    const left: string[] = []
    this.#removeSettled((ids) => {
      left.push(...ids.filter((id) => this.#submitted.has(id)).flatMap((id) => this.#namesOf(id)))
      leaveReceived(this.#database, ids)
    }, left)
  }

  #removeSettled(before: (ids: readonly string[]) => void, left: readonly string[] = []): void {
    const { outbox, uploader } = this.#process
    const ids = outbox.settled(1_000).map(({ id }) => id)
    if (!outbox.remove(ids, () => before(ids)).ok) return
    for (const name of left) this.#left.add(name)
    for (const id of ids) {
      this.#submitted.delete(id)
      this.#discarded.delete(id)
    }
    uploader.nudge()
  }

  #namesOf(id: string): readonly string[] {
    return this.#process.rows.ofEntry(id).map(({ record }) => `${uploadPlaceOf(record.store)}/${record.name}`)
  }

  /** The line of the office breaks, or is there again. */
  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline
    this.#setInsurer(isOnline)
    this.#process.engine.networkChanged(isOnline)
    if (isOnline) this.#process.uploader.connected()
  }

  /** The insurer alone cannot be reached, or can be again. */
  setInsurer(isUp: boolean): void {
    this.#setInsurer(isUp && this.isOnline)
    this.#process.engine.contactSeen(isUp ? 'online' : 'offline')
  }

  #setInsurer(isUp: boolean): void {
    if (isUp && !this.#isInsurerUp) this.#insurerSinceMs = this.clock.monotonicMs()
    this.#isInsurerUp = isUp
    this.insurer.mood.weather = isUp ? 'fine' : 'offline'
  }

  setStore(store: FileStore): void {
    this.current = store
    this.#process.uploader.storeChanged()
  }

  kill(): void {
    this.#process.life.kill()
  }

  /** A new process opens the file. */
  restart(life = new Life()): void {
    this.#process.life.kill()
    this.#insurerSinceMs = this.clock.monotonicMs()
    this.#process = this.#start(life)
  }

  /** Looks whether a claim without files waits although there is a connection. */
  watch(): void {
    if (!this.#isInsurerUp || !this.isAlive) return
    const open = [...this.#process.outbox.undelivered()]
    // A claim waits for another of its policy whose answer was lost: that has nothing to do with files.
    const doubted = new Set(open.flatMap(({ state, body }) => (isUnconfirmed(state) ? [policyOf(body)] : [])))
    for (const { id, body } of open) {
      const submitted = this.#submitted.get(id)
      if (submitted === undefined || body.kind !== 'claim' || body.fromFiles !== undefined) continue
      if (doubted.has(policyOf(body))) continue
      const sinceMs = Math.max(submitted.atMs, this.#insurerSinceMs)
      if (this.clock.monotonicMs() - sinceMs > withoutFilesMs) this.broken.push(`a claim without files waits`)
    }
  }

  /** What of all that was promised is not so now, after a long calm time. */
  promises(): readonly string[] {
    const { outbox, rows } = this.#process
    const received = this.insurer.records.byReference
    for (const [id, { reference, sums }] of this.#submitted) {
      const entry = outbox.get(id)
      if (entry === null || !isReceived(entry.state)) {
        this.broken.push(`a claim is ${entry?.state.name ?? 'gone'}, and not delivered`)
      }
      const there = received.get(reference) ?? []
      if (there.length !== 1) this.broken.push(`a claim arrived ${there.length} times`)
      for (const { claim } of there) this.#checkLinks(claim, sums)
    }
    for (const [id, { reference }] of this.#discarded) {
      if (outbox.get(id)?.state.name !== 'withdrawn') this.broken.push('a discarded claim is gone')
      if (received.has(reference)) this.broken.push('a discarded claim was sent')
    }
    const wanted = new Set([...this.#submitted.keys()].flatMap((id) => this.#namesOf(id)))
    const inStores = new Set(
      [publicStore, otherStore].flatMap((store) =>
        this.store.names(store).map((name) => `${uploadPlaceOf(store)}/${name}`),
      ),
    )
    for (const name of inStores)
      if (!wanted.has(name) && !this.#left.has(name)) this.broken.push('an unwanted file is in a store')
    for (const name of this.#left)
      if (!inStores.has(name)) this.broken.push('the store lost the file of a received claim')
    if (rows.unwanted().length > 0) this.broken.push('a removal is not over')
    this.#checkNames()
    return this.broken
  }

  /** Stops everything; nothing of it is used afterwards. */
  close(): void {
    this.#process.life.kill()
    this.#database.close()
  }

  #checkNames(): void {
    for (const names of this.store.everStored.values()) {
      const namesOf = new Map<string, number>()
      for (const sums of names.values()) {
        if (sums.size > 1) this.broken.push('a name had the bytes of two files')
        for (const sum of sums) namesOf.set(sum, (namesOf.get(sum) ?? 0) + 1)
      }
      for (const [sum, count] of namesOf) {
        if (count > (this.#namesAllowed.get(sum) ?? 0)) this.broken.push(`a file has ${count} names`)
      }
    }
  }

  #checkLinks(claim: Pick<ClaimContent, AttachmentField>, sums: ReadonlyMap<AttachmentField, string>): void {
    for (const [field, sum] of sums) {
      if (this.store.shown(claim[field]) !== sum) this.broken.push('a link does not show its file')
    }
  }

  #note(id: string, submitted: Submitted): void {
    this.#submitted.set(id, submitted)
    for (const sum of submitted.sums.values()) this.#allowName(sum)
  }

  #allowName(sum: string): void {
    this.#namesAllowed.set(sum, (this.#namesAllowed.get(sum) ?? 0) + 1)
  }

  #countingNames(rows: UploadRows): UploadRows {
    return overlaid(rows, {
      name: (uploads, leaving) => {
        const left = rows.open().filter(({ id }) => leaving?.includes(id) === true)
        for (const { record } of left) this.#allowName(record.sha256)
        return rows.name(uploads, leaving)
      },
    })
  }

  #reference(): string {
    const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
    const four = (): string =>
      Array.from({ length: 4 }, () => letters[Math.floor(this.#chance() * letters.length)]).join('')
    return `${four()}-${four()}`
  }

  #start(life: Life): Process {
    life.writes(this.#database)
    const outbox = life.outbox(new Outbox(this.#database, plainProtection))
    const rows = life.rows(this.#countingNames(createUploadRows(this.#database, plainProtection)))
    const clock = clockOf(life, this.clock)
    const engine = plainEngine(this.#database, { outbox, clock, api: this.#api(life), sideBySide: () => 4 })
    const uploader = plainUploader({
      outbox,
      rows,
      attachments: this.#files,
      stores: {
        current: () => this.current,
        open: (store) => Promise.resolve(this.store.opened(store, life)),
      },
      clock,
      random: this.#chance,
      stoppedBy: () => (life.isAlive() ? engine.standsStill() : 'quiet'),
      onReady: () => engine.nudge(),
    })
    uploader.start()
    engine.start()
    return { life, outbox, rows, engine, uploader }
  }

  // What is posted must show its files at that very moment.
  #api(life: Life): DeliveryApi {
    const posting = overlaid(life, { reach: (brink) => life.reach(`posting/${brink}`) })
    const api = this.insurer.apiFor(posting)
    return {
      ...this.insurer.apiFor(life),
      createClaim: (product, claim, reference, signal) => {
        for (const { reference: known, sums } of this.#submitted.values())
          if (life.isAlive() && this.#isInsurerUp && known === reference) this.#checkLinks(claim, sums)
        return api.createClaim(product, claim, reference, signal)
      },
    }
  }
}

/** Fields for so many files, from a chance. */
export function someFields(chance: () => number): readonly AttachmentField[] {
  return attachmentFields.filter(() => chance() < 0.5)
}

const policyOf = (body: EntryBody): string => (body.kind === 'claim' ? body.claim.policyNumber : '')
