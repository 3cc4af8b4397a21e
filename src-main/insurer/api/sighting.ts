import type { AnswerTiming } from '#main/network/send.ts'
import type { ConnectTrouble } from '#main/network/transport-error.ts'
import { garbledIn, type Contact } from './classify.ts'
import type { Exchange } from './exchange.ts'

/** The obstacle, in more detail than any decision needs: only for screen texts and the log. */
export type AnswerTrouble = ConnectTrouble | 'intercepted' | 'server-error'

/** This computer's clock compared with the server's, from one answer. */
export interface ClockSample {
  /** Milliseconds; positive when this computer is ahead. */
  readonly aheadMs: number
  /** The error margin in milliseconds: half the round trip, plus the header's rounding to seconds. */
  readonly uncertainMs: number
}

/** What one exchange showed besides its outcome. */
export interface Sighting {
  /** Null when the API answered. */
  readonly trouble: AnswerTrouble | null
  /** What cannot be read, for IT support: the code of the parser. Only where the trouble is that. */
  readonly code?: string
  /** Null when the answer is not certainly the API's own, or has no time. */
  readonly clock: ClockSample | null
}

/** @returns what an exchange showed; null when it shows nothing (no key, or aborted by us). */
export function sightingOf(exchange: Exchange, contact: Contact | null): Sighting | null {
  const code = contact === null ? garbledIn(exchange) : null
  if (code !== null) return { trouble: 'garbled', code, clock: null }
  switch (exchange.type) {
    case 'no-key':
    case 'unusable-key':
    case 'garbled':
      return null
    case 'not-sent':
    case 'lost':
      return exchange.trouble === undefined ? null : { trouble: exchange.trouble, clock: null }
    case 'answered': {
      if (contact === 'intercepted') return { trouble: 'intercepted', clock: null }
      const isInTrouble = exchange.status === 408 || exchange.status >= 500
      const isOwn = contact === 'online' && !isInTrouble && isEnvelope(exchange.body)
      const clock = isOwn ? clockSample(exchange.timing) : null
      return { trouble: isInTrouble ? 'server-error' : null, clock }
    }
  }
}

// Every answer of the API has `success` near its beginning or end; parsing a long list again would be too slow.
function isEnvelope(body: { readonly type: string; readonly text?: string }): boolean {
  const { text = '' } = body
  return /"success"\s*:/.test(`${text.slice(0, 500)} ${text.slice(-500)}`)
}

/**
 * The clock difference from one answer, taking the server's time as that of the middle of the round trip.
 *
 * @returns null without a usable `Date`, for a cached answer, or when the clock was changed meanwhile.
 */
export function clockSample(timing: AnswerTiming): ClockSample | null {
  const serverMs = Date.parse(timing.date ?? '')
  if (Number.isNaN(serverMs) || (timing.age !== null && timing.age !== '0')) return null
  const wallMs = timing.headersAtMs - timing.askedAtMs
  if (Math.abs(wallMs - timing.tookMs) > 1000) return null
  // The header truncates to whole seconds, half a second on average.
  const aheadMs = Math.round(timing.askedAtMs + timing.tookMs / 2 - (serverMs + 500))
  return { aheadMs, uncertainMs: Math.round(timing.tookMs / 2) + 500 }
}
