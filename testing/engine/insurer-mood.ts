import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { Failure } from '#shared/failure.ts'
import type { DetailsFault, PostFate, Weather } from './happening.ts'

const serverError: PostFate = { type: 'lost', cause: 'server-error', commitAfterMs: null, hiddenMs: 0 }

/** The faults that requests to the insurer meet now. */
export class InsurerMood {
  hasKey = true
  weather: Weather = 'fine'
  detailsFault: DetailsFault = 'none'
  /** The policy whose claims get 403. */
  forbidden: string | null = null
  /** What was planned for the next POSTs. */
  readonly fates: PostFate[] = []
  /** The policy whose claims get 500 for ever. */
  failing: string | null = null

  /** Ends every fault that is not for ever. */
  putRight(): void {
    this.hasKey = true
    this.weather = 'fine'
    this.detailsFault = 'none'
    this.forbidden = null
    this.fates.length = 0
  }

  /** What becomes of the next POST: a general fault overrides what was planned for it. */
  fate(policyNumber: string | null): PostFate {
    if (!this.hasKey) return { type: 'key-refused' }
    switch (this.weather) {
      case 'offline':
        return { type: 'never-left', cause: 'network' }
      case 'key-refused':
        return { type: 'key-refused' }
      case 'rate-limited':
        return { type: 'rate-limited', retryAfterMs: 30_000 }
      case 'intercepted':
        return { type: 'lost', cause: 'intercepted', commitAfterMs: null, hiddenMs: 0 }
      case 'server-trouble':
        return serverError
      case 'fine':
      case 'reads-fail':
        if (policyNumber !== null && isSamePolicy(policyNumber, this.failing ?? '')) return serverError
        if (policyNumber !== null && isSamePolicy(policyNumber, this.forbidden ?? '')) {
          return { type: 'forbidden' }
        }
        return this.fates.shift() ?? { type: 'answered', hiddenMs: 0 }
    }
  }

  /** The fault that a request which only reads meets. */
  failure(what: 'list' | 'details'): Failure | null {
    if (!this.hasKey) return { type: 'no-key' }
    switch (this.weather) {
      case 'fine':
        break
      case 'rate-limited':
        return { type: 'rate-limited', retryAfterMs: 30_000 }
      case 'server-trouble':
      case 'reads-fail':
        return { type: 'server-error', httpStatus: 500 }
      case 'offline':
      case 'intercepted':
      case 'key-refused':
        return { type: this.weather }
    }
    if (what === 'list' || this.detailsFault === 'none') return null
    switch (this.detailsFault) {
      case 'server-error':
        return { type: 'server-error', httpStatus: 500 }
      case 'refused':
        return { type: 'refused-by-server', serverMessage: '' }
      case 'timeout':
      case 'wrong-shape':
        return { type: this.detailsFault }
    }
  }

  /** What a probe finds. */
  check(): ConnectionCheck {
    if (!this.hasKey) return { type: 'no-key' }
    switch (this.weather) {
      case 'offline':
        return { type: 'no-network' }
      case 'intercepted':
        return { type: 'not-the-api' }
      case 'key-refused':
        return { type: 'key-refused' }
      case 'server-trouble':
      case 'rate-limited':
        return { type: 'server-trouble' }
      case 'fine':
      case 'reads-fail':
        return { type: 'works' }
    }
  }
}
