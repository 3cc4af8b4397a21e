import type { TestInsurer, StoredFile } from '#proofs/insurer/test-insurer.ts'
import type { PracticeClaim } from '#main/practice/wire.ts'
import type { AttachmentField } from '#shared/domain/attachment.ts'
import { capturedClaim, newClaim, type ClaimKind } from './captured-claims.ts'
import { keptBytes, viewOf, type FileView } from './file-view.ts'
import { bytesOf } from './made-up-files.ts'
import type { Captured, MadeUpFile } from '../kill-messages.ts'

interface Known {
  readonly captured: Captured
  /** Identifies the insurer's rows of it. */
  readonly mark: string
  isAccepted: boolean
  /** An officer, or the keeping of data no longer than is set, asked for it to go. */
  isForgotten: boolean
  resends: number
}

const wireNames = {
  incidentPictureUrl: 'picture_of_incident',
  medicalReportUrl: 'medical_report',
  deathCertificateUrl: 'death_certificate',
  originalPolicyCertificateUrl: 'original_policy_certificate',
} as const satisfies Record<AttachmentField, keyof PracticeClaim>

/**
 * What was asked of one outbox and what its processes said, to be held against its file, the file store and the
 * insurer: the one place that says what "lost", "two names" and "a link that does not work" are.
 */
export class FileLedger {
  readonly #file: string
  readonly #server: TestInsurer
  readonly #known = new Map<string, Known>()
  /** The name each file of an entry had when it was first seen. */
  readonly #names = new Map<string, string>()
  /** Links of received claims that were opened as a stranger does. */
  readonly #opened = new Set<string>()
  view: FileView

  constructor(file: string, server: TestInsurer) {
    this.#file = file
    this.#server = server
    this.view = {
      entries: new Map(),
      drafts: [],
      attachments: new Map(),
      wanted: [],
      unwanted: [],
      faults: [],
    }
  }

  get acceptedCount(): number {
    return [...this.#known.values()].filter(({ isAccepted }) => isAccepted).length
  }

  get linksOpened(): number {
    return this.#opened.size
  }

  /** What an officer submits next: what was not answered, and what went back to being a draft. */
  get unanswered(): readonly Captured[] {
    return [...this.#known.values()].flatMap(({ captured, isAccepted }) => (isAccepted ? [] : [captured]))
  }

  capture(kind: ClaimKind): Captured {
    return this.#note(newClaim(this.#known.size, kind))
  }

  #note({ mark, ...captured }: Captured & { readonly mark: string }): Captured {
    const known = { captured, mark, isAccepted: false, isForgotten: false, resends: 0 }
    this.#known.set(captured.submission.id, known)
    return captured
  }

  noteAccepted(id: string): void {
    const known = this.#known.get(id)
    if (known !== undefined) known.isAccepted = true
  }

  /** @returns the decision of an officer who asks the insurer */
  decide(id: string): 'officer-accepts' | 'officer-resends' {
    const known = this.#known.get(id)
    if (known === undefined || this.#held(known.mark).length > 0) return 'officer-accepts'
    known.resends += 1
    return 'officer-resends'
  }

  noteForgotten(id: string): void {
    const known = this.#known.get(id)
    if (known !== undefined) known.isForgotten = true
  }

  hasFiles(id: string): boolean {
    return (this.#known.get(id)?.captured.files.length ?? 0) > 0
  }

  /** Entries in one of these states. */
  inState(...states: readonly string[]): readonly string[] {
    return [...this.view.entries].flatMap(([id, state]) => (states.includes(state) ? [id] : []))
  }

  /** Whether a process died while a file of a waiting claim went up in parts. */
  get hasUploadInParts(): boolean {
    return this.view.wanted.some(({ state, record }) => state === 'named' && record.uploadId !== null)
  }

  /** Compares what is there with what was promised. @returns what is wrong, in words */
  async examine(): Promise<readonly string[]> {
    this.view = viewOf(this.#file)
    const wrong = [
      ...this.view.faults,
      ...this.#lostEntries(),
      ...(await this.#lostFiles()),
      ...this.#stored(),
      ...this.#twice(),
      ...(await this.#links()),
    ]
    this.#takeUpDrafts()
    return wrong
  }

  /** What is still open once everything should be settled and removed. */
  async unfinished(partsLeft: number): Promise<readonly string[]> {
    this.#opened.clear()
    const open = [...this.view.entries].flatMap(([id, state]) => {
      const held = this.#held(this.#known.get(id)?.mark ?? '').length
      return state === 'withdrawn' || (state === 'delivered' && held === 1)
        ? []
        : [`unfinished: ${id} is ${state}, held ${held} times`]
    })
    const expected = this.view.wanted.map(({ record }) => record.name).toSorted()
    const stored = this.#files().map(({ name }) => name)
    const byAttachment = Map.groupBy(this.view.wanted, ({ record }) => record.attachmentId)
    return [
      ...open,
      ...(await this.#links()),
      ...this.view.wanted.flatMap(({ state, record }) =>
        state === 'linked' ? [] : [`unfinished: a file of ${record.entryId} is ${state}`],
      ),
      ...this.view.unwanted.map(({ record }) => `not removed: ${record.name}`),
      ...[...byAttachment.values()].flatMap((rows) => (rows.length > 1 ? ['two names for one file'] : [])),
      ...(JSON.stringify(expected) === JSON.stringify(stored.toSorted())
        ? []
        : [`the store has ${stored.length} files, and ${expected.length} belong to claims`]),
      ...(partsLeft === 0 ? [] : [`${partsLeft} parts were left in the store`]),
    ]
  }

  #lostEntries(): readonly string[] {
    return [...this.#known].flatMap(([id, { isAccepted, isForgotten }]) =>
      isAccepted && !isForgotten && !this.view.entries.has(id) ? [`lost: entry ${id}`] : [],
    )
  }

  /** Every file of an accepted claim is whole, and belongs to that claim or to the draft it became. */
  async #lostFiles(): Promise<readonly string[]> {
    const { attachments, entries, drafts } = this.view
    const gone = new Set(
      [...this.#known.values()].flatMap(({ isForgotten, captured }) =>
        isForgotten ? captured.files.map(({ id }) => id) : [],
      ),
    )
    const owners = new Set([...entries.keys(), ...drafts.map(({ id }) => id)])
    const lost: string[] = []
    for (const { captured, isAccepted } of this.#known.values()) {
      if (!isAccepted) continue
      for (const file of captured.files.filter(({ id }) => !gone.has(id))) {
        const row = attachments.get(file.id)
        const bytes = row === undefined || !owners.has(row.claimId) ? null : await keptBytes(this.#file, row)
        if (bytes?.equals(bytesOf(file)) !== true)
          lost.push(`lost: file ${file.id} of ${captured.submission.id}`)
      }
    }
    return lost
  }

  /** Whatever lies in the store has a row that was there first, the right bytes, and one name for good. */
  #stored(): readonly string[] {
    const rows = [...this.view.wanted, ...this.view.unwanted]
    const wrong: string[] = []
    for (const { record } of rows) {
      const key = `${record.entryId}/${record.attachmentId}`
      const before = this.#names.get(key) ?? record.name
      this.#names.set(key, before)
      if (before !== record.name) wrong.push(`two names: ${key} was ${before} and is ${record.name}`)
    }
    for (const { name, bytes } of this.#files()) {
      const row = rows.find(({ record }) => record.name === name)
      if (row === undefined) {
        wrong.push(`two names: nobody knows ${name}`)
        continue
      }
      const { attachmentId: id, size } = row.record
      if (!bytes().equals(bytesOf({ id, size }))) wrong.push(`not the bytes of ${id}: ${name}`)
    }
    const stored = new Set(this.#files().map(({ name }) => name))
    const there = this.view.wanted.filter(({ record }) => stored.has(record.name))
    for (const [id, found] of Map.groupBy(there, ({ record }) => record.attachmentId)) {
      if (found.length > 1)
        wrong.push(`two names: ${found.map(({ record }) => record.name).join(', ')} of ${id}`)
    }
    return wrong
  }

  #twice(): readonly string[] {
    return [...this.#known].flatMap(([id, { mark, resends }]) => {
      const held = this.#held(mark).length
      const isTakenBack = this.view.entries.get(id) === 'withdrawn'
      if (held > 1 + resends) return [`twice: ${id} is held ${held} times`]
      return isTakenBack && held > 0 ? [`taken back and received: ${id}`] : []
    })
  }

  /** Every link of every claim at the insurer, opened once as a stranger does, and again at the end. */
  async #links(): Promise<readonly string[]> {
    const wrong: string[] = []
    for (const { captured, mark, isForgotten } of this.#known.values()) {
      if (isForgotten) continue
      for (const row of this.#held(mark)) {
        for (const file of captured.files) {
          const problem = await this.#linkProblem(row[wireNames[file.field]], file)
          if (problem !== null) wrong.push(`${problem}: ${file.field} of ${captured.submission.id}`)
        }
      }
    }
    return wrong
  }

  async #linkProblem(link: string, file: MadeUpFile): Promise<string | null> {
    if (link === '') return 'received without its link'
    const { pathname } = new URL(link)
    const stored = this.#files().find(({ name }) => pathname.endsWith(`/${name}`))
    if (stored === undefined) return 'a link to nothing'
    if (this.#opened.has(link)) return null
    this.#opened.add(link)
    const answer = await fetch(link)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return answer.ok && bytes.equals(bytesOf(file)) ? null : `a link that answers ${answer.status}`
  }

  // Captured once more under its new id, with the same files: the officer corrects who the claimant is.
  #takeUpDrafts(): void {
    for (const { id, branchReference } of this.view.drafts) {
      if (this.#known.has(id)) continue
      const own = [...this.view.attachments.values()].filter(({ claimId }) => claimId === id)
      const files = own.flatMap((row) => {
        const { field = null, size = 0 } = row.record ?? {}
        return field === null ? [] : [{ id: row.id, field, size }]
      })
      this.#note(capturedClaim(this.#known.size, { id, branchReference, files }))
    }
  }

  // The small text that a look at the store leaves behind when it is killed has nothing of anybody.
  #files(): readonly StoredFile[] {
    return this.#server.files().filter(({ name }) => !/check-[0-9a-f]{32}\.txt$/.test(name))
  }

  #held(mark: string): readonly PracticeClaim[] {
    const claims = [...this.#server.claims('keke'), ...this.#server.claims('okada')]
    return claims.filter((claim) => claim.means_of_claimant_identification === mark)
  }
}
