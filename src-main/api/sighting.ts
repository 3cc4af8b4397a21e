import type { Contact } from './classify.ts'
import type { AnswerTiming, Exchange } from './exchange-result.ts'
import type { ConnectTrouble } from './transport-error.ts'

/** What stood in the way, finer than what any decision needs: for the diary and for words. */
export type Trouble = ConnectTrouble | 'intercepted' | 'server-error'

/** This computer's clock against the server's, by one answer. */
export interface ClockSample {
  /** Positive: this computer is ahead. */
  readonly aheadMs: number
  /** The truth lies within this much of it: half the way there and back, and the header's whole seconds. */
  readonly uncertainMs: number
}

/** What one exchange showed beside its outcome. */
export interface Sighting {
  /** Null: the API answered. */
  readonly trouble: Trouble | null
  /** Null when the answer is not surely the API's own, or says no time. */
  readonly clock: ClockSample | null
}

/** @returns what an exchange showed; null when it shows nothing (no key, or broken off by ourselves). */
export function sightingOf(exchange: Exchange, contact: Contact | null): Sighting | null {
  switch (exchange.type) {
    case 'no-key':
    case 'unusable-key':
      return null
    case 'not-sent':
    case 'lost':
      return exchange.trouble === undefined ? null : { trouble: exchange.trouble, clock: null }
    case 'answered': {
      if (contact === 'intercepted') return { trouble: 'intercepted', clock: null }
      const isInTrouble = exchange.status === 408 || exchange.status >= 500
      const isOwn = contact === 'online' && !isInTrouble && isEnvelope(exchange.body)
      const clock = isOwn && exchange.timing !== undefined ? clockSample(exchange.timing) : null
      return { trouble: isInTrouble ? 'server-error' : null, clock }
    }
  }
}

// Every answer of the API says `success` near its beginning or end; parsing a long list again for it would cost.
function isEnvelope(body: { readonly type: string; readonly text?: string }): boolean {
  const { text = '' } = body
  return /"success"\s*:/.test(`${text.slice(0, 500)} ${text.slice(-500)}`)
}

/**
 * The clock's difference by one answer: the server's time belongs to the middle of the way there and back.
 *
 * @returns null without a usable `Date`, from a cache, or when the clock was moved meanwhile.
 */
export function clockSample(timing: AnswerTiming): ClockSample | null {
  const serverMs = Date.parse(timing.date ?? '')
  if (Number.isNaN(serverMs) || (timing.age !== null && timing.age !== '0')) return null
  const wallMs = timing.headersAtMs - timing.askedAtMs
  if (Math.abs(wallMs - timing.tookMs) > 1000) return null
  // The header cuts the fraction of its second off: half a second is its mean.
  const aheadMs = Math.round(timing.askedAtMs + timing.tookMs / 2 - (serverMs + 500))
  return { aheadMs, uncertainMs: Math.round(timing.tookMs / 2) + 500 }
}
