import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { newestVersion, versionOf } from '#main/outbox/migrations.ts'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { samplePolicies, type TestInsurer } from '#proofs/insurer/test-insurer.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import type { PostKind } from './crash-points.ts'
import type { Captured } from './kill-messages.ts'

/** What the file says of an entry. */
export interface FiledEntry {
  readonly id: string
  readonly kind: PostKind
  readonly state: string
  readonly attempts: number
  /** How often the server holds it. */
  readonly held: number
  /** Claims at the insurer that may be it, and that no officer has ruled out. */
  readonly candidates: number
  /** How often an officer had it sent again, or took it as sent, by the file. */
  readonly sentAgain: number
  readonly acceptedAsSent: number
}

interface Submitted {
  readonly kind: PostKind
  /** Identifies the server's rows of the entry. */
  readonly mark: string
}

const policies = { keke: samplePolicies('keke'), okada: samplePolicies('okada') }
const policyOf = (product: 'keke' | 'okada', n: number): string =>
  policies[product][n % policies[product].length] ?? ''
const pharmacyMark = (pharmacyId: number, policyNumber: string): string => `${pharmacyId}/${policyNumber}`

/**
 * What was asked of one outbox and what its processes said, to be held against its file and the server: the one place
 * that says what "lost" and "twice" are.
 */
export class OutboxLedger {
  readonly #file: string
  readonly #server: TestInsurer
  readonly #submitted = new Map<string, Submitted>()
  readonly #accepted = new Set<string>()
  readonly #unanswered = new Map<string, Captured>()
  /** What officers were asked, by the words the file has for it: how often, by entry. */
  readonly #asked = { 'sent-again': new Map<string, number>(), 'accepted-as-sent': new Map<string, number>() }

  constructor(file: string, server: TestInsurer) {
    this.#file = file
    this.#server = server
  }

  get acceptedCount(): number {
    return this.#accepted.size
  }

  /** Submissions without an answer: their drafts are still there, and the officer submits them again. */
  get unanswered(): readonly Captured[] {
    return [...this.#unanswered.values()]
  }

  /** A new submission; no two are alike. */
  capture(kind: PostKind): Captured {
    const n = this.#submitted.size
    const submission = kind === 'pharmacy' ? pharmacyRequest(n) : claim(kind, n)
    const { body } = submission
    const mark =
      body.kind === 'claim'
        ? body.claim.claimantIdentification
        : pharmacyMark(body.pharmacyId, body.policyNumber)
    this.#submitted.set(submission.id, { kind, mark })
    const captured = { submission, draft: null, files: [] }
    this.#unanswered.set(submission.id, captured)
    return captured
  }

  noteAccepted(id: string): void {
    this.#accepted.add(id)
    this.#unanswered.delete(id)
  }

  /** Records an officer's decision; only the file shows whether it was stored. */
  noteDecision(id: string, event: 'officer-accepts' | 'officer-resends'): void {
    const asked = this.#asked[event === 'officer-resends' ? 'sent-again' : 'accepted-as-sent']
    asked.set(id, (asked.get(id) ?? 0) + 1)
  }

  /** Every entry of the file, which must belong to no living process: a log left behind stays for the next one. */
  entries(): readonly FiledEntry[] {
    const held = this.#heldByMark()
    const decisions = this.#rows(`SELECT entry_id, detail FROM entry_event WHERE kind = 'officer'`)
    const decided = (id: string, what: 'sent-again' | 'accepted-as-sent'): number =>
      decisions.filter((row) => row['entry_id'] === id && row['detail'] === what).length
    const open = this.#rows('SELECT entry_id FROM candidate WHERE ruled_out_at IS NULL')
    return this.#rows('SELECT id, state, attempts FROM entry ORDER BY seq').map((row) => {
      const id = String(row['id'])
      const { kind, mark } = this.#submitted.get(id) ?? { kind: 'keke', mark: '' }
      return {
        id,
        kind,
        state: String(row['state']),
        attempts: Number(row['attempts']),
        held: held.get(mark)?.length ?? 0,
        candidates: open.filter((one) => one['entry_id'] === id).length,
        sentAgain: decided(id, 'sent-again'),
        acceptedAsSent: decided(id, 'accepted-as-sent'),
      }
    })
  }

  /** What was promised and is not so, in words. */
  findings(entries: readonly FiledEntry[]): readonly string[] {
    return [...this.#lost(entries), ...this.#twice(entries), ...this.#untrue(entries)]
  }

  /** Accepted entries that the file has no more. */
  #lost(entries: readonly FiledEntry[]): readonly string[] {
    const there = new Set(entries.map(({ id }) => id))
    return [...this.#accepted].filter((id) => !there.has(id)).map((id) => `lost: ${id}`)
  }

  kindOf(id: string): PostKind | null {
    return this.#submitted.get(id)?.kind ?? null
  }

  /** Whether the server holds a claim: what an officer who calls the insurer is told. */
  isHeld(id: string): boolean {
    return this.#heldByMark().has(this.#submitted.get(id)?.mark ?? '')
  }

  /** Entries the server holds more often than they were to be sent. */
  #twice(entries: readonly FiledEntry[]): readonly string[] {
    return entries
      .filter(({ sentAgain, held }) => held > 1 + sentAgain)
      .map(({ id, kind, held }) => `twice: ${kind} ${id} is held ${held} times`)
  }

  /** Statements of the file that the server contradicts. */
  #untrue(entries: readonly FiledEntry[]): readonly string[] {
    return [
      ...entries.flatMap((entry) => this.#untrueOf(entry)),
      ...this.#wrongBindings(),
      ...this.#rows('PRAGMA integrity_check')
        .map((row) => String(row['integrity_check']))
        .filter((said) => said !== 'ok'),
    ]
  }

  /** What is still open once everything should be settled: each claim must be held once, each request at least once. */
  unfinished(entries: readonly FiledEntry[]): readonly string[] {
    const open = entries.filter(
      ({ kind, state, held, acceptedAsSent }) =>
        state !== 'delivered' || (kind === 'pharmacy' ? held + acceptedAsSent === 0 : held !== 1),
    )
    return [
      ...open.map(({ id, kind, state, held }) => `unfinished: ${kind} ${id} is ${state}, held ${held} times`),
      ...this.#rows('SELECT entry_id FROM attempt WHERE closed_at IS NULL').map(
        (row) => `attempt left open: ${String(row['entry_id'])}`,
      ),
    ]
  }

  #untrueOf(entry: FiledEntry): readonly string[] {
    const { id, kind, state, attempts, held, sentAgain, acceptedAsSent } = entry
    const what = `${kind} ${id} is ${state}, tried ${attempts} times, held ${held} times`
    const isReceived = state === 'delivered'
    const isKnownToServer = kind === 'pharmacy' ? held > 0 : held === 1
    return [
      ...(this.#submitted.has(id) ? [] : [`nobody submitted it: ${what}`]),
      ...(sentAgain > (this.#asked['sent-again'].get(id) ?? 0) ||
      acceptedAsSent > (this.#asked['accepted-as-sent'].get(id) ?? 0)
        ? [`no officer decided that: ${what}`]
        : []),
      ...(held > attempts ? [`sent before it was written down: ${what}`] : []),
      ...(isReceived && !isKnownToServer && acceptedAsSent === 0 ? [`false "received": ${what}`] : []),
    ]
  }

  // A row of the list bound to the wrong entry, or an alarm about a second one where there is none.
  #wrongBindings(): readonly string[] {
    return this.#rows('SELECT product, claim_id, entry_id, surplus FROM claim_row').flatMap((row) => {
      const mark = this.#submitted.get(String(row['entry_id']))?.mark
      const held = this.#server
        .claims(row['product'] === 'okada' ? 'okada' : 'keke')
        .filter((claim) => claim.means_of_claimant_identification === mark)
      const what = `claim ${String(row['claim_id'])}, entry ${String(row['entry_id'])}`
      return [
        ...(held.some(({ id }) => id === row['claim_id']) ? [] : [`bound to the wrong claim: ${what}`]),
        ...(row['surplus'] === 1 && held.length === 1 ? [`false alarm: ${what}`] : []),
      ]
    })
  }

  #heldByMark(): Map<string, string[]> {
    const marks = [
      ...this.#server.claims('keke').map((claim) => claim.means_of_claimant_identification),
      ...this.#server.claims('okada').map((claim) => claim.means_of_claimant_identification),
      ...this.#server.pharmacyRequests().map((row) => pharmacyMark(row.pharmacy_id, row.policy_no)),
    ]
    return Map.groupBy(marks, (mark) => mark)
  }

  #rows(sql: string) {
    // Killed before it was made.
    if (!existsSync(this.#file)) return []
    // Read only: a last connection that may write would empty the log, which the next process must find as it was left.
    using database = new DatabaseSync(this.#file, { readOnly: true })
    // Killed while it was being made, it holds no entry yet.
    return versionOf(database) < newestVersion ? [] : database.prepare(sql).all()
  }
}

function claim(product: 'keke' | 'okada', n: number): Submission {
  const branchReference = newBranchReference()
  const policyNumber = policyOf(product, n)
  return claimSubmission({ policyNumber, claimantIdentification: `TEST-${n}` }, { product, branchReference })
}

function pharmacyRequest(n: number): Submission {
  const policyNumber = policyOf(n % 2 === 0 ? 'keke' : 'okada', n)
  // No two alike, so that the server's requests can be distinguished.
  const pharmacyId = 1 + (Math.floor(n / 2) % 300)
  return {
    id: newId(),
    body: { kind: 'pharmacy-request', pharmacyId, pharmacyName: 'Test Pharmacy', policyNumber },
  }
}
