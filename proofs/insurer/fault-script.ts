import type { EndpointName } from '#main/practice/endpoints.ts'

export type Moment = 'before-commit' | 'after-commit'

/** Faults that answer instead of the endpoint, or do not answer at all. */
export type TransportFault =
  /**
   * Answers this call as usual, then closes the listener: later connections are refused, until `reconnect()` or
   * `reopenAfterMs`. (Which endpoint a refused connection was meant for cannot be known; `disconnect()` refuses at
   * once.)
   */
  | { readonly type: 'refuse'; readonly reopenAfterMs?: number }
  /** The socket is reset (RST) without an answer. */
  | { readonly type: 'reset'; readonly when: Moment }
  /** No answer until the client gives up or the server is closed. */
  | { readonly type: 'hang'; readonly when: Moment }
  /** The endpoint did its work; the answer breaks off in the middle of its body. */
  | { readonly type: 'truncate' }
  | {
      readonly type: 'status'
      readonly status: number
      readonly body?: FaultBody
      readonly headers?: Readonly<Record<string, string>>
      readonly when?: Moment
    }
  /** A page of someone else, such as a hotel's: HTML, status 200 by default. */
  | { readonly type: 'html'; readonly status?: number; readonly when?: Moment }
  | {
      readonly type: 'redirect'
      readonly status: 301 | 302 | 307 | 308
      readonly location: string
      readonly when?: Moment
    }
  /** The endpoint did its work and answers 200 with valid JSON of another shape. */
  | { readonly type: 'wrong-shape'; readonly body?: unknown }
  /**
   * On a connection that served a request before: the body is read, the arrival counted, then the socket reset.
   * Calls on a fresh connection are answered as usual and do not use up `times`.
   */
  | { readonly type: 'destroy-reused-socket'; readonly when?: Moment }

/** Faults in what the endpoint does or shows. */
export type DataFault =
  /** A create commits two rows. */
  | { readonly type: 'duplicate-commit' }
  /** A list shows each row twice. */
  | { readonly type: 'duplicate-rows' }
  /** A list misses its newest rows. */
  | { readonly type: 'shrinking-list'; readonly missing: number }
  /** The call is answered (or reset) first and committed later. */
  | { readonly type: 'slow-commit'; readonly commitAfterMs: number; readonly answer: 'reset' | 'answer' }

/** The answer comes late: after a time, or once a promise is settled, for a test that has something to do first. */
export type LatencyFault = { readonly when?: Moment } & (
  | { readonly type: 'latency'; readonly ms: number }
  | { readonly type: 'held'; readonly until: Promise<unknown> }
)

export type FaultBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'empty' }

/**
 * What goes wrong with an endpoint's calls: the first `skip` calls are spared (default 0), the next `times` are hit
 * (default: all).
 */
export type Fault = (LatencyFault | DataFault | TransportFault) & {
  readonly times?: number
  readonly skip?: number
}

/** What goes wrong with one call: at most one fault of each kind. */
export interface FaultsOfCall {
  readonly latency: LatencyFault | null
  readonly data: DataFault | null
  readonly transport: TransportFault | null
}

/** Sets what goes wrong, per endpoint, while the server runs. */
export interface FaultScript {
  /**
   * Replaces the faults of an endpoint. Of each kind (latency, data, transport) the first that is due hits a call, so
   * several of one kind with `times` make a sequence, and of different kinds combine.
   */
  set(endpoint: EndpointName | 'every-endpoint', ...faults: readonly Fault[]): void
  /** Ends the faults of one endpoint, or all. */
  clear(endpoint?: EndpointName | 'every-endpoint'): void
}

/** The faults of a call with one more, or null when it already has one of that kind. */
function withFault(faults: FaultsOfCall, fault: Fault): FaultsOfCall | null {
  switch (fault.type) {
    case 'latency':
    case 'held':
      return faults.latency === null ? { ...faults, latency: fault } : null
    case 'duplicate-commit':
    case 'duplicate-rows':
    case 'shrinking-list':
    case 'slow-commit':
      return faults.data === null ? { ...faults, data: fault } : null
    default:
      return faults.transport === null ? { ...faults, transport: fault } : null
  }
}

interface ArmedFault {
  readonly fault: Fault
  toSkip: number
  left: number
}

/** The script together with the side the server reads it from. */
export class FaultQueue implements FaultScript {
  readonly #armed = new Map<EndpointName | 'every-endpoint', ArmedFault[]>()

  set(endpoint: EndpointName | 'every-endpoint', ...faults: readonly Fault[]): void {
    this.#armed.set(
      endpoint,
      faults.map((fault) => ({ fault, toSkip: fault.skip ?? 0, left: fault.times ?? Infinity })),
    )
  }

  clear(endpoint?: EndpointName | 'every-endpoint'): void {
    if (endpoint === undefined) this.#armed.clear()
    else this.#armed.delete(endpoint)
  }

  /** The faults of the call that has just arrived; uses up their counters. */
  take(endpoint: EndpointName, call: { readonly onReusedSocket: boolean }): FaultsOfCall {
    let taken: FaultsOfCall = { latency: null, data: null, transport: null }
    for (const armed of [endpoint, 'every-endpoint' as const].flatMap(
      (name) => this.#armed.get(name) ?? [],
    )) {
      if (armed.fault.type === 'destroy-reused-socket' && !call.onReusedSocket) continue
      const more = withFault(taken, armed.fault)
      if (armed.toSkip > 0) {
        armed.toSkip -= 1
      } else if (armed.left > 0 && more !== null) {
        armed.left -= 1
        taken = more
      }
    }
    return taken
  }
}
