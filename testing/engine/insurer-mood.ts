import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { Failure } from '#shared/failure.ts'
import type { UncertainCause } from '#shared/outbox/attempt-outcome.ts'
import type { DetailsFault, PostFate, Weather } from './happening.ts'

const lost = (cause: UncertainCause): PostFate => ({ type: 'lost', cause, commitAfterMs: null, hiddenMs: 0 })
const serverError: Failure = { type: 'server-error', httpStatus: 500 }

/** What requests meet in it: a POST, what only reads, and a probe. Null for nothing. */
interface Meets {
  readonly post: PostFate | null
  readonly read: Failure | null
  readonly probe: ConnectionCheck
}

const rateLimited = { type: 'rate-limited', retryAfterMs: 30_000 } as const
const weathers: Readonly<Record<Weather, Meets>> = {
  fine: { post: null, read: null, probe: { type: 'works' } },
  offline: {
    post: { type: 'never-left', cause: 'network' },
    read: { type: 'offline' },
    probe: { type: 'no-network' },
  },
  intercepted: { post: lost('intercepted'), read: { type: 'intercepted' }, probe: { type: 'not-the-api' } },
  'key-refused': {
    post: { type: 'key-refused' },
    read: { type: 'key-refused' },
    probe: { type: 'key-refused' },
  },
  'rate-limited': { post: rateLimited, read: rateLimited, probe: { type: 'server-trouble' } },
  'server-trouble': { post: lost('server-error'), read: serverError, probe: { type: 'server-trouble' } },
  'reads-fail': { post: null, read: serverError, probe: { type: 'works' } },
}
const ofDetails: Readonly<Record<DetailsFault, Failure | null>> = {
  none: null,
  'server-error': serverError,
  refused: { type: 'refused-by-server', serverMessage: '' },
  timeout: { type: 'timeout' },
  'wrong-shape': { type: 'wrong-shape' },
}

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
    const { post } = weathers[this.weather]
    if (post !== null) return post
    if (policyNumber !== null && isSamePolicy(policyNumber, this.failing ?? '')) return lost('server-error')
    if (policyNumber !== null && isSamePolicy(policyNumber, this.forbidden ?? ''))
      return { type: 'forbidden' }
    return this.fates.shift() ?? { type: 'answered', hiddenMs: 0 }
  }

  /** The fault that a request which only reads meets. */
  failure(what: 'list' | 'details'): Failure | null {
    if (!this.hasKey) return { type: 'no-key' }
    return weathers[this.weather].read ?? (what === 'list' ? null : ofDetails[this.detailsFault])
  }

  /** What a probe finds. */
  check(): ConnectionCheck {
    return this.hasKey ? weathers[this.weather].probe : { type: 'no-key' }
  }
}
