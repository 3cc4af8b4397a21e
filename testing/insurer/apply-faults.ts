import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { PracticeEnv } from '#main/practice/answers.ts'
import type { EndpointName } from '#main/practice/endpoints.ts'
import type { DataFault, FaultsOfCall, LatencyFault, Moment, TransportFault } from './fault-script.ts'

/** What the middleware needs of the server. */
export interface FaultStage {
  /** Counts the complete call, and returns what goes wrong with it. */
  readonly arrive: (endpoint: EndpointName, call: { readonly onReusedSocket: boolean }) => FaultsOfCall
  /** Resolves after that time, or rejects when the server closes. */
  readonly sleep: (ms: number) => Promise<void>
  /** Resolves once the promise is settled, or rejects when the server closes. */
  readonly hold: (until: Promise<unknown>) => Promise<void>
}

/** What handlers get: the underlying socket, and the fault their own work must show. */
export interface UnkindEnv extends PracticeEnv {
  Variables: { dataFault: DataFault | null }
}

type UnkindContext = Context<UnkindEnv>

/** What a hotel, a proxy or another server answers. */
export const foreignPage =
  '<!doctype html><html><head><title>Welcome</title></head><body><h1>Please log in to the network</h1></body></html>'

function reset(c: UnkindContext): Response {
  c.env.incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

async function hang(c: UnkindContext): Promise<Response> {
  const { outgoing } = c.env
  if (!outgoing.destroyed) await new Promise((resolve) => outgoing.once('close', resolve))
  return RESPONSE_ALREADY_SENT
}

/** Declares the full length, sends half, and ends the connection. */
async function truncate(c: UnkindContext): Promise<Response> {
  const whole = Buffer.from(await c.res.arrayBuffer())
  const { incoming, outgoing } = c.env
  outgoing.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': whole.length })
  outgoing.write(whole.subarray(0, Math.floor(whole.length / 2)), () => incoming.socket.destroySoon())
  return RESPONSE_ALREADY_SENT
}

function answer({ status, headers = {}, body }: Extract<TransportFault, { type: 'status' }>): Response {
  const how = { status, headers }
  return body === undefined ? new Response(null, how) : Response.json(body, how)
}

function momentOf(fault: TransportFault): Moment {
  switch (fault.type) {
    case 'truncate':
    case 'wrong-shape':
      return 'after-commit'
    case 'html':
    case 'destroy-reused-socket':
      return 'before-commit'
    default:
      return fault.when ?? 'before-commit'
  }
}

/** The response that replaces the endpoint's. */
function instead(c: UnkindContext, fault: TransportFault): Response | Promise<Response> {
  switch (fault.type) {
    case 'reset':
    case 'destroy-reused-socket':
      return reset(c)
    case 'hang':
      return hang(c)
    case 'truncate':
      return truncate(c)
    case 'status':
      return answer(fault)
    case 'html':
      return new Response(foreignPage, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    case 'wrong-shape':
      return Response.json(fault.body)
  }
}

/**
 * Around each endpoint: reads the whole body, counts the arrival, and lets what the script says go wrong, before the
 * endpoint (and the key check) or after it.
 */
export function applyFaults(
  endpoint: EndpointName,
  stage: FaultStage,
  isReused: (c: UnkindContext) => boolean,
): MiddlewareHandler<UnkindEnv> {
  return async (c, next) => {
    await c.req.text()
    const { latency, data, transport } = stage.arrive(endpoint, { onReusedSocket: isReused(c) })
    const delay = (moment: Moment, fault: LatencyFault | null): Promise<void> | undefined => {
      if (fault === null || (fault.when ?? 'before-commit') !== moment) return undefined
      return fault.type === 'latency' ? stage.sleep(fault.ms) : stage.hold(fault.until)
    }

    await delay('before-commit', latency)
    if (transport !== null && momentOf(transport) === 'before-commit') {
      return await instead(c, transport)
    }
    c.set('dataFault', data)
    await next()
    await delay('after-commit', latency)
    if (data?.type === 'slow-commit') {
      c.res = reset(c)
    } else if (transport !== null && momentOf(transport) === 'after-commit') {
      c.res = await instead(c, transport)
    }
    return undefined
  }
}
