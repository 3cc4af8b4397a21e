import type { PracticeClaim } from '#main/practice/wire.ts'
import type { KeptFile, TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { AttachmentField } from '#shared/domain/attachment.ts'
import {
  bytesOf,
  capturedClaim,
  newCaptured,
  requestMark,
  type CapturedKind,
  type Marked,
} from './captured.ts'
import type { Captured, MadeUpFile } from './messages.ts'
import { emptyView, keptBytes, viewOf, type FiledEntry, type FileView } from './view.ts'

/** A submission, and what was said and asked about it. */
interface Known extends Marked {
  isAccepted: boolean
  /** An officer, or the keeping of data no longer than is set, asked for it to go. */
  isForgotten: boolean
  /** How often an officer was asked to send it again, or to take it as sent; only the file says whether that was stored. */
  askedToSend: number
  askedToAccept: number
}

const wireNames = {
  incidentPictureUrl: 'picture_of_incident',
  medicalReportUrl: 'medical_report',
  deathCertificateUrl: 'death_certificate',
  originalPolicyCertificateUrl: 'original_policy_certificate',
} as const satisfies Record<AttachmentField, keyof PracticeClaim>

/**
 * What was asked of one outbox and what its processes said, to be held against its file, the file store and the
 * insurer: the one place that says what "lost", "twice", "two names" and "a link that does not work" are.
 */
export class KillLedger {
  readonly #file: string
  readonly #server: TestInsurer
  readonly #known = new Map<string, Known>()
  /** The name each file of an entry had when it was first seen. */
  readonly #names = new Map<string, string>()
  /** Links of received claims that were opened as a stranger does. */
  readonly #opened = new Set<string>()
  view: FileView = emptyView

  readonly #chance: () => number

  constructor(file: string, server: TestInsurer, chance: () => number) {
    this.#file = file
    this.#server = server
    this.#chance = chance
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

  capture(kind: CapturedKind): Captured {
    return this.#note(newCaptured(this.#known.size, kind, this.#chance))
  }

  #note(marked: Marked): Captured {
    const unsaid = { isAccepted: false, isForgotten: false, askedToSend: 0, askedToAccept: 0 }
    this.#known.set(marked.captured.submission.id, { ...marked, ...unsaid })
    return marked.captured
  }

  noteAccepted(id: string): void {
    const known = this.#known.get(id)
    if (known !== undefined) known.isAccepted = true
  }

  /** @returns the decision of an officer who asks the insurer; of a request nothing is known */
  decide(id: string): 'officer-accepts' | 'officer-resends' {
    const known = this.#known.get(id)
    if (known === undefined) return 'officer-accepts'
    const isArrived = known.kind === 'pharmacy' ? this.#chance() < 0.5 : this.#held(known) > 0
    known[isArrived ? 'askedToAccept' : 'askedToSend'] += 1
    return isArrived ? 'officer-accepts' : 'officer-resends'
  }

  noteForgotten(id: string): void {
    const known = this.#known.get(id)
    if (known !== undefined) known.isForgotten = true
  }

  isPharmacy(id: string): boolean {
    return this.#known.get(id)?.kind === 'pharmacy'
  }

  hasFiles(id: string): boolean {
    return (this.#known.get(id)?.captured.files.length ?? 0) > 0
  }

  /** Entries in this state. */
  inState(state: string): readonly string[] {
    return [...this.view.entries].flatMap(([id, entry]) => (entry.state === state ? [id] : []))
  }

  /** Compares what is there with what was promised. @returns what is wrong, in words */
  async examine(): Promise<readonly string[]> {
    // It must belong to no living process: a log left behind stays for the next one.
    this.view = viewOf(this.#file)
    const wrong = [
      ...this.view.faults,
      ...this.#lostEntries(),
      ...this.#lostDrafts(),
      ...(await this.#lostFiles()),
      ...this.#stored(),
      ...this.#twice(),
      ...[...this.view.entries].flatMap(([id, entry]) => this.#untrue(id, entry)),
      ...this.#wrongBindings(),
      ...(await this.#links()),
    ]
    this.#takeUpDrafts()
    return wrong
  }

  /** What is still open once everything should be settled and removed: each claim is held once, each request at least once. */
  async unfinished(): Promise<readonly string[]> {
    this.#opened.clear()
    const open = [...this.view.entries].flatMap(([id, { state, acceptedAsSent }]) => {
      const known = this.#known.get(id)
      const held = known === undefined ? 0 : this.#held(known)
      const isThere = known?.kind === 'pharmacy' ? held + acceptedAsSent > 0 : held === 1
      const isOver = state === 'withdrawn' || (state === 'delivered' && isThere)
      return isOver ? [] : [`unfinished: ${known?.kind ?? ''} ${id} is ${state}, held ${held} times`]
    })
    const expected = this.view.wanted.map(({ record }) => record.name).toSorted()
    const stored = this.#files().map(({ name }) => name)
    const byAttachment = Map.groupBy(this.view.wanted, ({ record }) => record.attachmentId)
    return [
      ...open,
      ...this.view.openAttempts.map((id) => `attempt left open: ${id}`),
      ...(await this.#links()),
      ...this.view.wanted.flatMap(({ state, record }) =>
        state === 'linked' ? [] : [`unfinished: a file of ${record.entryId} is ${state}`],
      ),
      ...this.view.unwanted.map(({ record }) => `not removed: ${record.name}`),
      ...[...byAttachment.values()].flatMap((rows) => (rows.length > 1 ? ['two names for one file'] : [])),
      ...(JSON.stringify(expected) === JSON.stringify(stored.toSorted())
        ? []
        : [`the store has ${stored.length} files, and ${expected.length} belong to claims`]),
    ]
  }

  /** Accepted entries that the file has no more. */
  #lostEntries(): readonly string[] {
    return [...this.#known].flatMap(([id, { isAccepted, isForgotten }]) =>
      isAccepted && !isForgotten && !this.view.entries.has(id) ? [`lost: entry ${id}`] : [],
    )
  }

  /** Claims that were taken back, and are neither a draft nor submitted again. */
  #lostDrafts(): readonly string[] {
    const { entries, drafts } = this.view
    const there = new Set([...entries.keys(), ...drafts.map(({ id }) => id)])
    return [...entries].flatMap(([id, { becameDraft: draft }]) =>
      draft === null || there.has(draft) || this.#known.get(draft)?.isForgotten === true
        ? []
        : [`lost: the draft that ${id} became`],
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
      if (!bytes.equals(bytesOf({ id, size }))) wrong.push(`not the bytes of ${id}: ${name}`)
    }
    const stored = new Set(this.#files().map(({ name }) => name))
    const there = this.view.wanted.filter(({ record }) => stored.has(record.name))
    for (const [id, found] of Map.groupBy(there, ({ record }) => record.attachmentId)) {
      if (found.length > 1)
        wrong.push(`two names: ${found.map(({ record }) => record.name).join(', ')} of ${id}`)
    }
    return wrong
  }

  /** What the insurer holds more often than it was to be sent, or although it was taken back. */
  #twice(): readonly string[] {
    return [...this.#known].flatMap(([id, known]) => {
      const held = this.#held(known)
      const entry = this.view.entries.get(id)
      if (held > 1 + (entry?.sentAgain ?? known.askedToSend)) {
        return [`twice: ${known.kind} ${id} is held ${held} times`]
      }
      return entry?.state === 'withdrawn' && held > 0 ? [`taken back and received: ${id}`] : []
    })
  }

  /** Statements of the file that the insurer contradicts. */
  #untrue(id: string, entry: FiledEntry): readonly string[] {
    const { state, attempts, sentAgain, acceptedAsSent } = entry
    const known = this.#known.get(id)
    if (known === undefined) return [`nobody submitted ${id}, which is ${state}`]
    const held = this.#held(known)
    const what = `${known.kind} ${id} is ${state}, tried ${attempts} times, held ${held} times`
    const isThere = known.kind === 'pharmacy' ? held > 0 : held === 1
    return [
      ...(sentAgain > known.askedToSend || acceptedAsSent > known.askedToAccept
        ? [`no officer decided that: ${what}`]
        : []),
      ...(held > attempts ? [`sent before it was written down: ${what}`] : []),
      ...(state === 'delivered' && !isThere && acceptedAsSent === 0 ? [`false "received": ${what}`] : []),
    ]
  }

  // A row of the list bound to the wrong entry, or an alarm about a second one where there is none.
  #wrongBindings(): readonly string[] {
    return this.view.bindings.flatMap(({ product, claimId, entryId, isSurplus }) => {
      const held = this.#claims(this.#known.get(entryId)?.mark ?? '').filter((one) => one.product === product)
      const what = `claim ${claimId}, entry ${entryId}`
      return [
        ...(held.some(({ id }) => id === claimId) ? [] : [`bound to the wrong claim: ${what}`]),
        ...(isSurplus && held.length === 1 ? [`false alarm: ${what}`] : []),
      ]
    })
  }

  /** Every link of every claim at the insurer, opened once as a stranger does, and again at the end. */
  async #links(): Promise<readonly string[]> {
    const wrong: string[] = []
    for (const { captured, mark, isForgotten } of this.#known.values()) {
      if (isForgotten || captured.files.length === 0) continue
      for (const row of this.#claims(mark)) {
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
    for (const { id, product, branchReference } of this.view.drafts) {
      if (this.#known.has(id)) continue
      const own = [...this.view.attachments.values()].filter(({ claimId }) => claimId === id)
      const files = own.flatMap((row) => {
        const { field = null, size = 0 } = row.record ?? {}
        return field === null ? [] : [{ id: row.id, field, size }]
      })
      this.#note(capturedClaim(this.#known.size, product, { id, branchReference, files }))
    }
  }

  // The small text that a look at the store leaves behind when it is killed has nothing of anybody.
  #files(): readonly KeptFile[] {
    return this.#server.files().filter(({ name }) => !/check-[0-9a-f]{32}\.txt$/.test(name))
  }

  #claims(mark: string): readonly PracticeClaim[] {
    const claims = [...this.#server.claims('keke'), ...this.#server.claims('okada')]
    return claims.filter((claim) => claim.means_of_claimant_identification === mark)
  }

  /** How often the insurer holds it. */
  #held({ kind, mark }: Known): number {
    if (kind !== 'pharmacy') return this.#claims(mark).length
    const requests = this.#server.pharmacyRequests()
    return requests.filter((row) => requestMark(row.pharmacy_id, row.policy_no) === mark).length
  }
}
