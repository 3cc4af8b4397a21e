import type { AnnouncementChannel, Announcements } from '#shared/contract/announcements.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { Desk } from '#shared/contract/desk.ts'
import type { RequestChannel, RequestInput, RequestResult } from '#shared/contract/calls.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { unmanaged } from '#shared/policy.ts'
import { err } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'

type Answers = {
  [C in RequestChannel]?: () => Promise<RequestResult<C>> | RequestResult<C>
}

/** Main as the page sees it: answers what it is given, and announces what it is told to. */
export class FakeDesk implements Desk {
  readonly asked: { readonly channel: RequestChannel; readonly input: unknown }[] = []
  readonly #answers: Answers
  readonly #listeners = new Map<AnnouncementChannel, Set<(news: never) => void>>()

  constructor(answers: Answers = {}) {
    this.#answers = answers
    Object.defineProperty(window, 'desk', { value: this, configurable: true })
  }

  async request<C extends RequestChannel>(
    channel: C,
    ...input: RequestInput<C> extends undefined ? [] : [RequestInput<C>]
  ): Promise<RequestResult<C>> {
    // As Electron does: what cannot be cloned (a proxy of Vue's) is a rejection.
    this.asked.push({ channel, input: structuredClone<unknown>(input[0]) })
    const answer: Answers[C] = this.#answers[channel]
    return answer === undefined ? err({ type: 'unexpected' }) : await answer()
  }

  on<C extends AnnouncementChannel>(channel: C, listener: (news: Announcements[C]) => void): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** Announces, as main does. */
  announce<C extends AnnouncementChannel>(channel: C, news: Announcements[C]): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(news as never)
  }
}

/** An entry as a list shows it: a keke claim that waits, unless told otherwise. */
export function anEntry(change: Partial<EntrySummary> = {}): EntrySummary {
  return {
    id: '01939c5f-0000-7000-8000-000000000001',
    seq: 1,
    acceptedAt: '2026-03-04T09:00:00.000Z',
    capturedBy: null,
    kind: 'claim',
    product: 'keke',
    policyNumber: 'MADE/UP/0001',
    pharmacyName: null,
    branchReference: null,
    amount: 45_000,
    state: {
      name: 'queued',
      since: '2026-03-04T09:00:00.000Z',
      reason: { type: 'new' },
      notSentInARow: 0,
      resends: 0,
    },
    attempts: 0,
    nextTryAt: null,
    duplicateClaimIds: [],
    ...change,
  }
}

/** An engine that is online and idle, unless told otherwise. */
export function anEngine(change: Partial<EngineStatus> = {}): EngineStatus {
  return {
    holds: [],
    connection: 'online',
    lastContactAt: null,
    sendingId: null,
    counts: {
      waiting: 0,
      sending: 0,
      unconfirmed: 0,
      rejected: 0,
      needsOfficer: 0,
      undelivered: 0,
      receivedToday: 0,
      oldestUndeliveredAt: null,
    },
    ...change,
  }
}

/** A configured installation in practice, unless told otherwise. */
export function aStatus(change: Partial<AppStatus> = {}): AppStatus {
  return {
    version: '0.0.0',
    host: 'stand-in',
    settings: { ...defaultSettings, configured: true },
    managed: unmanaged,
    language: 'en',
    environment: 'practice',
    officers: { type: 'off' },
    showsNotifications: true,
    canStartAtLogin: true,
    storage: { type: 'ready' },
    protection: { level: 'os', backend: 'test' },
    key: { type: 'practice' },
    keysFor: [],
    dataKey: { madeAt: '2026-03-01T08:00:00.000Z', isBeingRenewed: false },
    undeliveredElsewhere: {},
    practice: { connected: true, port: 4000 },
    ...change,
  }
}
