import type { EndpointName } from '#main/practice/endpoints.ts'
import { FaultQueue, type Times } from './fault-queue.ts'

export type Moment = 'before-commit' | 'after-commit'

/** Faults that answer instead of the endpoint, or do not answer at all. */
export type TransportFault =
  /** The socket is reset (RST) without an answer. */
  | { readonly type: 'reset'; readonly when: Moment }
  /** No answer until the client gives up or the server is closed. */
  | { readonly type: 'hang'; readonly when: Moment }
  /** The endpoint did its work; the answer breaks off in the middle of its body. */
  | { readonly type: 'truncate' }
  | {
      readonly type: 'status'
      readonly status: number
      /** JSON; empty by default. */
      readonly body?: unknown
      readonly headers?: Readonly<Record<string, string>>
      readonly when?: Moment
    }
  /** A page of someone else, such as a hotel's. */
  | { readonly type: 'html' }
  /** The endpoint did its work and answers 200 with this JSON. */
  | { readonly type: 'wrong-shape'; readonly body: unknown }
  /**
   * On a connection that served a request before: the body is read, the arrival counted, then the socket reset.
   * Calls on a fresh connection are answered as usual and do not use up `times`.
   */
  | { readonly type: 'destroy-reused-socket' }

/** Faults in what the endpoint does or shows. */
export type DataFault =
  /** A create commits two rows. */
  | { readonly type: 'duplicate-commit' }
  /** The call is reset first and committed later. */
  | { readonly type: 'slow-commit'; readonly commitAfterMs: number }

/** The answer comes late: after a time, or once a promise is settled, for a test that has something to do first. */
export type LatencyFault = { readonly when?: Moment } & (
  | { readonly type: 'latency'; readonly ms: number }
  | { readonly type: 'held'; readonly until: Promise<unknown> }
)

/** What goes wrong with an endpoint's calls. */
export type Fault = (LatencyFault | DataFault | TransportFault) & Times

/** What goes wrong with one call: at most one fault of each kind. */
export interface FaultsOfCall {
  readonly latency: LatencyFault | null
  readonly data: DataFault | null
  readonly transport: TransportFault | null
}

/**
 * Sets what goes wrong, per endpoint, while the server runs. Several faults of one kind (latency, data, transport) with
 * `times` make a sequence; of different kinds they combine.
 */
export type FaultScript = Pick<EndpointFaults, 'set' | 'clear'>

/** The faults of a call with one more, or null when it already has one of that kind. */
function withFault(faults: FaultsOfCall, fault: Fault): FaultsOfCall | null {
  switch (fault.type) {
    case 'latency':
    case 'held':
      return faults.latency === null ? { ...faults, latency: fault } : null
    case 'duplicate-commit':
    case 'slow-commit':
      return faults.data === null ? { ...faults, data: fault } : null
    default:
      return faults.transport === null ? { ...faults, transport: fault } : null
  }
}

/** The script together with the side the server reads it from. */
export class EndpointFaults extends FaultQueue<EndpointName | 'every-endpoint', Fault> {
  take(endpoint: EndpointName, call: { readonly onReusedSocket: boolean }): FaultsOfCall {
    const none: FaultsOfCall = { latency: null, data: null, transport: null }
    return this.takeAt([endpoint, 'every-endpoint'], none, (taken, fault) =>
      fault.type === 'destroy-reused-socket' && !call.onReusedSocket ? null : withFault(taken, fault),
    )
  }
}
