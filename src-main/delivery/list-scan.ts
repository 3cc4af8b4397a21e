import { looseFormsOf, policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { carriedReferences, carriesReference, referencesIn } from '#shared/domain/reference.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { keptDay, likenessOf, soughtOf, type Sought } from './recognition.ts'

/** At most this many candidates of one entry are kept: an officer compares no more. */
const mostCandidates = 20
/** So many texts are read for one entry, to tell its claim from others; a row beyond them may be it. */
const mostRead = 20

export interface ListScanOptions {
  /** Claims that an officer or a proof of absence waits for. */
  readonly sought: readonly Sought[]
  /** Settled ones that were sent more than once, of which any row more is to be noticed. */
  readonly counted: readonly Sought[]
  /** Whether days of this insurer tell claims apart. */
  readonly daysTell: boolean
  /** Everything of ours that the list may show, by its reference; asked with the policy of the row that carries it. */
  readonly references: {
    get(reference: string, policy: PolicyNumber): Pick<Sought, 'id' | 'policy' | 'occurrenceDate'> | undefined
  }
  /** Rows that are known to be entries that nothing has to be learned of, by their id and policy. */
  readonly bound: { has(id: number, policy: PolicyNumber): boolean }
  /** The reading ends once all of these turned up; empty to read to the end. */
  readonly until: readonly string[]
}

/** Goes through a claim list once. It remembers only rows that concern our entries, however long the list is. */
export class ListScan {
  readonly #options: ListScanOptions
  readonly #byPolicy: ReadonlyMap<PolicyNumber, readonly Sought[]>
  readonly #byLooseForm: ReadonlyMap<string, readonly Sought[]>
  readonly #until: Set<string>
  /** Rows that carry an entry's reference and are not bound yet, by entry. */
  readonly ours = new Map<string, number[]>()
  /** One of those whose day is not the one that was sent, or cannot be read. */
  strangeDay: { readonly row: ReceivedClaim; readonly sent: string } | null = null
  /** The references on rows of policies that are sought or counted, however these are spelled. */
  readonly #seen = new Set<string>()
  /** Ids of rows that are bound. */
  readonly known = new Set<number>()
  /** Rows that may be an entry that is sought or counted, by entry. */
  readonly candidates = new Map<string, ReceivedClaim[]>()
  /** How many texts were read for an entry that is sought or counted. */
  readonly #read = new Map<string, number>()
  count = 0
  highestId = 0

  constructor(options: ListScanOptions) {
    this.#options = options
    const all = [...options.sought, ...options.counted]
    this.#byPolicy = Map.groupBy(all, ({ policy }) => policy)
    const forms = all.flatMap((sought) => looseFormsOf(sought.policy).map((form) => ({ form, sought })))
    this.#byLooseForm = new Map(
      [...Map.groupBy(forms, ({ form }) => form)].map(([form, of]) => [form, of.map(({ sought }) => sought)]),
    )
    this.#until = new Set(options.until)
  }

  /** Takes the next rows. @returns whether the rest of the list still matters. */
  take(rows: readonly ReceivedClaim[]): 'go-on' | 'stop' {
    for (const row of rows) this.#take(row)
    return this.#options.until.length > 0 && this.#until.size === 0 ? 'stop' : 'go-on'
  }

  /** Settled entries of which rows were counted. */
  get counted(): readonly Sought[] {
    return this.#options.counted
  }

  /** Whether a row of the policy of an entry that is sought or counted carries the reference of this one. */
  shows(entry: KeptEntry): boolean {
    return this.#seen.has(soughtOf(entry)?.reference ?? '')
  }

  /** Whether it would have noticed this entry: otherwise its absence means nothing. */
  seeks(id: string): boolean {
    return this.#options.sought.some((sought) => sought.id === id)
  }

  #take(row: ReceivedClaim): void {
    this.count += 1
    this.highestId = Math.max(this.highestId, row.id)
    const policy = policyNumberOf(row.policyNumber)
    const sought = this.#byPolicy.get(policy) ?? this.#mayBeOf(policy)
    // Its number may be of an earlier address of the insurer; a reference that is looked for is not.
    const isSought = (): boolean =>
      sought.some(({ id, reference }) => this.seeks(id) && carriesReference(row.incidentDetails, reference))
    if (this.#options.bound.has(row.id, policy) && !isSought()) {
      this.known.add(row.id)
      return
    }
    for (const reference of carriedReferences(row.incidentDetails)) {
      if (sought.length > 0) this.#seen.add(reference)
      const own = this.#options.references.get(reference, policy)
      if (own === undefined) continue
      if (own.policy === policy) {
        add(this.ours, own.id, row.id)
        this.#noteDay(row, own.occurrenceDate)
        this.#until.delete(own.id)
      } else
        this.#note(
          row,
          this.#options.sought.filter(({ id }) => id === own.id),
        )
      return
    }
    this.#note(row, sought)
  }

  #noteDay(row: ReceivedClaim, sent: string): void {
    const isWorse = keptDay(row, sent) === 'another' || this.strangeDay === null
    if (keptDay(row, sent) !== 'as-sent' && isWorse) this.strangeDay = { row, sent }
  }

  #mayBeOf(policy: PolicyNumber): readonly Sought[] {
    if (this.#byLooseForm.size === 0) return []
    return [...new Set(looseFormsOf(policy).flatMap((form) => this.#byLooseForm.get(form) ?? []))]
  }

  #note(row: ReceivedClaim, among: readonly Sought[]): void {
    let clear: readonly string[] | null = null
    for (const sought of among) {
      const { id } = sought
      if ((this.candidates.get(id)?.length ?? 0) >= mostCandidates) continue
      const clearIn = (text: string): readonly string[] => {
        const read = this.#read.get(id) ?? 0
        if (read === mostRead) return []
        this.#read.set(id, read + 1)
        clear ??= referencesIn(text)
        return clear
      }
      if (likenessOf(row, sought, this.#options.daysTell, clearIn) === 'candidate')
        add(this.candidates, id, row)
    }
  }
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
