import type { Product } from '../domain/product.ts'

/**
 * Why the engine sends nothing now. A hold belongs to the engine, never to an entry, and uses up no attempt: everything
 * queued stays queued.
 */
export type Hold =
  | { readonly type: 'offline' }
  /** Something other than the API answers: a hotel's or operator's page, a proxy. */
  | { readonly type: 'intercepted' }
  | { readonly type: 'no-key' }
  | { readonly type: 'key-refused' }
  /** The API asked to wait until then (ISO time). */
  | { readonly type: 'rate-limited'; readonly until: string }
  /** POSTs of different policies got a 5xx, with no good answer between. One entry at a time is still tried. */
  | { readonly type: 'insurer-problem' }
  /** The data key or the list of officers cannot be opened. */
  | { readonly type: 'locked' }
  | { readonly type: 'disk-full' }
  /** The outbox file may not be written to. */
  | { readonly type: 'read-only' }
  /** The disk reports an error, or the outbox file was found damaged while it was open. */
  | { readonly type: 'disk-fault' }
  /** What the organisation sets on this computer could not be read. */
  | { readonly type: 'policy-unread' }
  | { readonly type: 'paused' }
  | { readonly type: 'practice-unavailable' }
export type HoldType = Hold['type']

/** What the engine is doing, for the status line. */
export interface EngineStatus {
  readonly holds: readonly Hold[]
  /** What the last contact with the API showed. */
  readonly connection: 'unknown' | 'online' | 'offline' | 'intercepted' | 'key-refused'
  readonly lastContactAt: string | null
  readonly sendingId: string | null
  readonly counts: OutboxCounts
  /** What was learned about the insurer's system. */
  readonly habits: {
    /** Products of which the insurer was seen to lose our reference, so that absence from a list proves nothing. */
    readonly referenceLost: readonly Product[]
    /** Products of which days of our claims came back as others, or in a form that can mean two days. */
    readonly daysLost: readonly Product[]
  }
}

/** What the shown environment's engine is doing. */
export interface ShownEngine extends EngineStatus {
  /** What live holds while another environment is shown; `closed` while its storage cannot be used. */
  readonly live: OutboxCounts | 'closed' | null
}

export interface OutboxCounts {
  readonly waiting: number
  /** Of those, the claims whose files are not all in the file store yet. */
  readonly awaitingFiles: number
  readonly sending: number
  readonly unconfirmed: number
  readonly rejected: number
  /** Someone must decide about them (`needsDecision`); those to correct are not included. */
  readonly needsOfficer: number
  readonly undelivered: number
  readonly receivedToday: number
  readonly oldestUndeliveredAt: string | null
}
