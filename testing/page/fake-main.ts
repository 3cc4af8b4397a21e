import { customerName, customerPart } from '#shared/domain/customer.ts'
import * as v from 'valibot'
import { groupOf, type ClaimGroup, type DraftClaim, type OwnClaim } from '#shared/claim/claim.ts'
import { anEntry } from '#testing/claim/made-up.ts'
import type { ClaimRow, ListStates } from '#shared/domain/claim-list.ts'
import type { Draft } from '#shared/domain/draft.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ClaimDetail, ReceivedClaim } from '#shared/domain/received-claim.ts'
import { referenceOf, sentReferencesOf, withoutReference } from '#shared/domain/reference.ts'
import { knownDay, knownTime } from '#shared/domain/told.ts'
import { parseDay } from '#shared/domain/written-day.ts'
import type { Failure } from '#shared/failure.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'
import {
  calls as contract,
  type AnnouncementChannel,
  type Announcements,
  type Bridge,
  type RequestArgument,
  type RequestChannel,
  type RequestInput,
  type RequestResult,
} from '#shared/contract/calls.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { EntryBody, EntrySummary } from '#shared/outbox/entry.ts'
import type { UploadStatus } from '#shared/outbox/entry-files.ts'
import type { ShownEngine } from '#shared/outbox/hold.ts'
import { emptyCounts } from '#testing/outbox/made-up.ts'
import { initialState } from '#shared/outbox/transition.ts'
import { unmanaged } from '#shared/managed-settings.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'

export { anEntry, entryFiles } from '#testing/claim/made-up.ts'

type Answers = {
  [C in RequestChannel]?: (argument: RequestArgument<C>) => Promise<RequestResult<C>> | RequestResult<C>
}

/**
 * Main as the page sees it, behind `window.bridge`: parses every argument, clones what crosses the bridge, and announces.
 * It keeps drafts and entries in memory; other channels return the given answer, or fail.
 */
export class FakeMain implements Bridge {
  readonly drafts = new Map<string, Draft>()
  /** Drafts that are in a form. */
  readonly openDrafts = new Set<string>()
  readonly accepted = new Map<string, EntryBody>()
  /** The insurer's lists. */
  readonly claims: Record<Product, readonly ReceivedClaim[]> = { keke: [], okada: [] }
  /** The entries in the list of claims, beside drafts and the insurer's lists. */
  entries: readonly EntrySummary[] = []
  /** The insurer's answer for a policy, by `product policy`. */
  readonly details = new Map<string, ClaimDetail>()
  pharmacies: readonly Pharmacy[] = []
  /** Every request in order. */
  readonly asked: { readonly channel: RequestChannel; readonly input: unknown }[] = []
  readonly #answers: Answers
  readonly #failures = new Map<RequestChannel, Failure>()
  readonly #gates = new Map<RequestChannel, () => Promise<undefined>>()
  readonly #listeners = new Map<AnnouncementChannel, Set<(news: never) => void>>()

  constructor(answers: Answers = {}) {
    this.#answers = { ...this.#keptAnswers(), ...answers }
    Object.defineProperty(window, 'bridge', { value: this, configurable: true })
  }

  async request<C extends RequestChannel>(
    channel: C,
    ...input: RequestInput<C> extends undefined ? [] : [RequestInput<C>]
  ): Promise<RequestResult<C>> {
    // As Electron does: a value that cannot be cloned (such as a Vue proxy) rejects the call.
    const argument: unknown = structuredClone<unknown>(input[0])
    this.asked.push({ channel, input: argument })
    const answer = await this.#answer(channel, argument)
    await this.#gates.get(channel)?.()
    return structuredClone(answer)
  }

  async #answer<C extends RequestChannel>(channel: C, argument: unknown): Promise<RequestResult<C>> {
    const failure = this.#failures.get(channel)
    if (failure !== undefined) return err(failure)
    const parsed = v.safeParse(contract[channel].takes, argument)
    if (!parsed.success) return err({ type: 'invalid-input', where: v.getDotPath(parsed.issues[0]) ?? '' })
    const answer: Answers[C] = this.#answers[channel]
    return answer === undefined ? err({ type: 'unexpected' }) : await answer(parsed.output)
  }

  on<C extends AnnouncementChannel>(channel: C, listener: (news: Announcements[C]) => void): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** Sends an announcement, as main does. */
  announce<C extends AnnouncementChannel>(channel: C, news: Announcements[C]): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(news as never)
  }

  /** Answers these channels like this from now on. */
  answer(answers: Answers): void {
    Object.assign(this.#answers, answers)
  }

  /** Answers the channel with this failure from now on; null restores normal answers. */
  fail(channel: RequestChannel, failure: Failure | null): void {
    if (failure === null) this.#failures.delete(channel)
    else this.#failures.set(channel, failure)
  }

  /** Holds back the answers of this channel, after main has done its part, until they are released. */
  hold(channel: RequestChannel): { readonly reached: Promise<void>; release(): void } {
    const reached = Promise.withResolvers<undefined>()
    const released = Promise.withResolvers<undefined>()
    this.#gates.set(channel, () => {
      reached.resolve(undefined)
      return released.promise
    })
    const release = (): void => {
      this.#gates.delete(channel)
      released.resolve(undefined)
    }
    return { reached: reached.promise, release }
  }

  /** What was asked on this channel, in order. */
  askedOf(channel: RequestChannel): readonly unknown[] {
    return this.asked.flatMap((one) => (one.channel === channel ? [one.input] : []))
  }

  #rows(): readonly ClaimRow[] {
    const drafts = [...this.drafts.values()].map((draft) =>
      anOwnRow({ type: 'draft', draft, isRecovered: this.openDrafts.has(draft.id) }),
    )
    const entries = this.entries.map((entry) => anOwnRow({ type: 'own', entry }))
    const listed = [...this.claims.keke, ...this.claims.okada].map((claim) => aClaimRow(claim))
    return [...drafts, ...entries, ...listed]
  }

  #keptAnswers(): Answers {
    const { drafts, openDrafts, accepted } = this
    const discarded = new Map<string, Draft>()
    return {
      'drafts:list': () =>
        ok({ drafts: [...drafts.values()].reverse(), recoveredIds: [...openDrafts], unreadable: [] }),
      'drafts:save': ({ draft, isNew, isOpen }) => {
        const { id, updatedAt } = draft
        const before = drafts.get(id)
        if (accepted.has(id) || discarded.has(id) || (before === undefined && !isNew)) return ok('gone')
        if ((before?.updatedAt ?? '') > updatedAt) return ok('superseded')
        drafts.set(id, draft)
        if (isOpen) openDrafts.add(id)
        else openDrafts.delete(id)
        return ok('saved')
      },
      'drafts:discard': ({ id }) => {
        const draft = drafts.get(id)
        if (draft !== undefined) discarded.set(id, draft)
        drafts.delete(id)
        return ok(null)
      },
      'drafts:undo-discard': ({ id }) => {
        const draft = discarded.get(id)
        if (draft === undefined) return err({ type: 'not-possible-now' })
        discarded.delete(id)
        drafts.set(id, draft)
        return ok(draft)
      },
      'outbox:accept': ({ id, body }) => {
        const known = accepted.get(id)
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(body))
          return err({ type: 'id-taken' })
        accepted.set(id, body)
        drafts.delete(id)
        return ok(summaryOf(id, body))
      },
      'claims:lists': () => ok(noLists),
      'claims:refresh-lists': () => ok(null),
      'claims:left': () => ok(null),
      'claims:query': ({ search, group, offset, limit }) => {
        const words = wordsOf(fold(search))
        const all = this.#rows()
        const found = all.filter((row) => words.every((word) => fold(JSON.stringify(row)).includes(word)))
        const inGroup = (wanted: ClaimGroup | null): readonly ClaimRow[] =>
          found.filter(({ claim }) => wanted === null || groupOf(claim) === wanted)
        const rows = inGroup(group)
        return ok({
          offset,
          rows: rows.slice(offset, offset + limit),
          count: rows.length,
          groups: {
            'needs-you': inGroup('needs-you').length,
            'on-its-way': inGroup('on-its-way').length,
            drafts: inGroup('drafts').length,
            received: inGroup('received').length,
          },
          inAllGroups: found.length,
          statuses: null,
          all: all.length,
        })
      },
      'claims:of-policy': ({ policyNumber }) => {
        const isOf = (one: { readonly policyNumber: string }): boolean =>
          isSamePolicy(one.policyNumber, policyNumber)
        return ok(this.#rows().filter(isOf))
      },
      'claims:known-of': () => ok({ products: [], meant: null }),
      'claims:one': ({ key }) => {
        const row = this.#rows().find((one) => one.key === key)
        return ok(row === undefined ? null : { row, listed: null, followUp: null, others: [] })
      },
      'claims:neighbours': () => ok({ previous: null, next: null }),
      'claims:detail': ({ product, policyNumber }) =>
        found(this.details.get(`${product} ${policyNumber}`), 'No such policy.'),
      'details:all': () => ok([]),
      'details:find': () => ok(null),
      'pharmacies:page': ({ page }) => pageOf(this.pharmacies, page),
      'pharmacies:search': ({ filter, text, page }) =>
        pageOf(
          this.pharmacies.filter((pharmacy) => has(pharmacy[filter], text)),
          page,
        ),
      'pharmacies:search-by-name': ({ name, page }) =>
        pageOf(
          this.pharmacies.filter((pharmacy) => has(pharmacy.name, name)),
          page,
        ),
      'pharmacies:one': ({ id }) =>
        found(
          this.pharmacies.find((pharmacy) => pharmacy.id === id),
          'Pharmacy not found',
        ),
    }
  }
}

/** Nothing is known of the insurer's lists. */
const list = { kept: null, size: null, isFetching: false, progress: null, failure: null, wasStopped: false }
export const noLists: ListStates = { keke: list, okada: list }

/** A claim of the insurer's as a list shows it. */
export function aClaimRow(claim: ReceivedClaim, change: Partial<ClaimRow> = {}): ClaimRow {
  return {
    key: `${claim.product}-${claim.id}`,
    product: claim.product,
    policyNumber: claim.policyNumber,
    customer: '',
    occurrenceDate: claim.occurrenceDate,
    place: claim.occurrenceAddress,
    details: withoutReference(claim.incidentDetails),
    amount: claim.repairEstimate,
    createdAt: claim.createdAt,
    claim: {
      type: 'listed',
      claimId: claim.id,
      says: {
        status: claim.status,
        estimate: claim.repairEstimate,
        isDeleted: claim.deletedAt.type !== 'missing',
      },
      asOf: '2026-03-04T09:00:00.000Z',
    },
    ...change,
  }
}

/** A draft or an entry as the list of claims shows it. */
export function anOwnRow(claim: DraftClaim | OwnClaim): ClaimRow {
  const typed = (claim.type === 'draft' ? claim.draft : claim.entry).customer
  const customer = customerName(typed, claim.type === 'own' ? claim.entry.holder : '')
  if (claim.type === 'draft') {
    const { id: key, product, fields, updatedAt } = claim.draft
    const createdAt = knownTime(updatedAt)
    const occurrenceDate = knownDay(parseDay(fields.occurrenceDate) ?? '')
    const { policyNumber, occurrenceAddress: place, incidentDetails: details } = fields
    const facts = { policyNumber, customer, occurrenceDate, place, details, amount: null }
    return { key, product, ...facts, createdAt, claim }
  }
  const { id: key, product, policyNumber, occurrenceDate, amount, acceptedAt } = claim.entry
  const createdAt = knownTime(acceptedAt)
  const facts = {
    policyNumber,
    customer,
    occurrenceDate: knownDay(occurrenceDate ?? ''),
    place: '',
    details: '',
    amount,
  }
  return { key, product: product ?? 'keke', ...facts, createdAt, claim }
}

const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase())

function found<T>(value: T | undefined, serverMessage: string): Result<T, Failure> {
  return value === undefined ? err({ type: 'not-found', serverMessage }) : ok(value)
}

/** A page of the insurer's list. */
export function pageOf(pharmacies: readonly Pharmacy[], page: number): Result<PharmacyPage, Failure> {
  return ok({
    pharmacies: pharmacies.slice((page - 1) * 15, page * 15),
    page,
    lastPage: Math.max(1, Math.ceil(pharmacies.length / 15)),
    total: pharmacies.length,
  })
}

function summaryOf(id: string, body: EntryBody): EntrySummary {
  const claim = body.kind === 'claim' ? body : null
  const at = new Date().toISOString()
  return anEntry({
    id,
    acceptedAt: at,
    kind: body.kind,
    product: claim?.product ?? null,
    policyNumber: body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber,
    pharmacyName: body.kind === 'claim' ? null : body.pharmacyName,
    reference: claim === null ? null : referenceOf(claim),
    sentReferences: claim === null ? [] : sentReferencesOf(claim),
    ...customerPart(claim?.customer),
    amount: claim?.claim.repairEstimate ?? null,
    occurrenceDate: claim?.claim.occurrenceDate ?? null,
    state: initialState(at),
  })
}

/** How the files of all claims stand; by default nothing waits. */
export function uploadStatus(change: Partial<UploadStatus> = {}): UploadStatus {
  return {
    claims: 0,
    files: 0,
    bytes: 0,
    sentBytes: 0,
    leftMs: null,
    hold: null,
    nextTryAt: null,
    toRemove: 0,
    refusedRemovals: 0,
    ...change,
  }
}

/** An engine; by default online and idle. */
export function anEngine(change: Partial<ShownEngine> = {}): ShownEngine {
  return {
    holds: [],
    connection: 'online',
    lastContactAt: null,
    sendingId: null,
    counts: emptyCounts,
    habits: { referenceLost: [], daysLost: [] },
    live: null,
    ...change,
  }
}

/** Somebody of this role is signed in. */
export function signedIn(
  role: 'manager' | 'officer',
  name = 'Ada Made-up',
): Extract<AppStatus['officers'], { readonly type: 'signed-in' }> {
  const officer = { id: name, name, role }
  return { type: 'signed-in', officer, officers: [officer], place: null }
}

/** An app status; by default a configured installation in practice. */
export function aStatus(change: Partial<AppStatus> = {}): AppStatus {
  return {
    version: '0.0.0',
    host: 'stand-in',
    settings: { ...defaultSettings, configured: true },
    settingsLost: null,
    managed: unmanaged,
    environment: 'practice',
    officers: { type: 'off' },
    showsNotifications: true,
    canStartAtLogin: true,
    headOffice: null,
    storage: { type: 'ready' },
    protection: { level: 'os', backend: 'test' },
    key: { type: 'practice' },
    keysFor: [],
    hasFileStore: true,
    forHeadOffice: {
      backup: {
        passphrase: 'none',
        isFromHeadOffice: false,
        lastAt: null,
        lacking: 0,
        trouble: null,
        isOverdue: false,
      },
      status: null,
    },
    practice: { connected: true, port: 4000 },
    ...change,
  }
}
