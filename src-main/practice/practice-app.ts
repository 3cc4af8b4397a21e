import { fileStorePath } from '#shared/domain/practice-file.ts'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { refusal, type Backroom, type PracticeEnv } from './answers.ts'
import { applyFaults, type FaultStage } from './apply-faults.ts'
import { claimDetails, createClaim, listClaims } from './claim-endpoints.ts'
import { endpoints, type EndpointName } from './endpoints.ts'
import type { PracticeFileStore } from './file-store/practice-file-store.ts'
import {
  allPharmacies,
  onePharmacy,
  requestPharmacy,
  searchPharmacies,
  searchPharmaciesByName,
} from './pharmacy-endpoints.ts'

type Handler = (c: Context<PracticeEnv>) => Response | Promise<Response>

const largestBodyBytes = 1024 * 1024
const loopbackHosts = new Set(['127.0.0.1', 'localhost'])

function handlersOf(backroom: Backroom): Readonly<Record<EndpointName, Handler>> {
  return {
    'create-keke-claim': createClaim('keke', backroom),
    'keke-claim-details': claimDetails('keke', backroom),
    'list-keke-claims': listClaims('keke', backroom),
    'create-okada-claim': createClaim('okada', backroom),
    'okada-claim-details': claimDetails('okada', backroom),
    'list-okada-claims': listClaims('okada', backroom),
    'search-pharmacies': searchPharmacies(backroom),
    'search-pharmacies-by-name': searchPharmaciesByName(backroom),
    'all-pharmacies': allPharmacies(backroom),
    'request-pharmacy': requestPharmacy(backroom),
    'one-pharmacy': onePharmacy(backroom),
  }
}

/** Against DNS rebinding: a web page that rebinds its name to this computer still sends its own name and is refused. */
const onlyLoopbackNames: MiddlewareHandler<PracticeEnv> = async (c, next) => {
  if (!loopbackHosts.has(new URL(c.req.url).hostname)) return refusal(c, 421, 'This host is not served here.')
  await next()
  return undefined
}

function onlyWithKey(key: () => string): MiddlewareHandler<PracticeEnv> {
  return async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${key()}`) return refusal(c, 401, 'Unauthenticated.')
    await next()
    return undefined
  }
}

function onlyWhenFree(endpoint: EndpointName, { ways }: Backroom): MiddlewareHandler<PracticeEnv> {
  return async (c, next) => {
    const { busy } = ways.current
    if (busy === undefined || !ways.asksToWait(endpoint)) {
      await next()
      return undefined
    }
    if (busy.retryAfterSeconds !== null) c.header('retry-after', String(busy.retryAfterSeconds))
    return refusal(c, busy.status, 'Please try again later.')
  }
}

/** Reports for each request whether its connection carried an earlier one. */
function reuseMemory(): (c: Context<PracticeEnv>) => boolean {
  const lastRequestOf = new WeakMap<object, object>()
  return (c) => {
    const { incoming } = c.env
    const reused = lastRequestOf.has(incoming.socket)
    lastRequestOf.set(incoming.socket, incoming)
    return reused
  }
}

/**
 * The eleven endpoints, each behind its faults and the key check, and the file store, which has its own of both;
 * everything else is 404 or 405.
 */
export function practiceApp(options: {
  readonly backroom: Backroom
  readonly stage: FaultStage
  readonly key: () => string
  readonly fileStore: Pick<PracticeFileStore, 'handle'>
}): Hono<PracticeEnv> {
  const app = new Hono<PracticeEnv>()
  const handlers = handlersOf(options.backroom)
  const isReused = reuseMemory()
  app.use(onlyLoopbackNames)
  // In front of the limit: its bodies are streamed.
  app.all(`${fileStorePath}/*`, async (c) => {
    await options.fileStore.handle(c.env.incoming, c.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  app.use(bodyLimit({ maxSize: largestBodyBytes, onError: (c) => refusal(c, 413, 'The body is too large.') }))
  const names = Object.keys(endpoints) as EndpointName[]
  for (const name of names) {
    const { method, path } = endpoints[name]
    const faults = applyFaults(name, options.stage, isReused)
    app.on(
      method,
      path,
      faults,
      onlyWhenFree(name, options.backroom),
      onlyWithKey(options.key),
      handlers[name],
    )
    app.all(path, (c) => {
      c.header('allow', method)
      return refusal(c, 405, 'The method is not allowed here.')
    })
  }
  app.notFound((c) => refusal(c, 404, 'There is nothing at this address.'))
  app.onError((_error, c) => {
    // The client went away, or a reset took its socket: there is no one to answer.
    if (c.env.outgoing.destroyed) return RESPONSE_ALREADY_SENT
    return refusal(c, 500, 'The practice server could not do this.')
  })
  return app
}
