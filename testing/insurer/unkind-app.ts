import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { refusal, type PracticeEnv } from '#main/practice/answers.ts'
import { envelope } from '#main/practice/claim-endpoints.ts'
import { endpoints, type EndpointName } from '#main/practice/endpoints.ts'
import { fileStorePath } from '#shared/domain/practice-file.ts'
import { applyFaults, type FaultStage, type UnkindEnv } from './apply-faults.ts'
import { asWritten } from './as-written.ts'
import type { S3Server } from './file-store/s3-server.ts'
import { keptText } from './kept-text.ts'
import { listInItsWays } from './list-body.ts'
import { callAnswered, type Call, type UnkindData } from './unkind-data.ts'
import type { WaysOfServer } from './ways.ts'

type UnkindContext = Context<UnkindEnv>

export interface UnkindOptions {
  /** The endpoints themselves. */
  readonly inner: Hono<PracticeEnv>
  readonly data: UnkindData
  readonly ways: WaysOfServer
  readonly stage: FaultStage
  readonly key: () => string
  readonly fileStore: Pick<S3Server, 'handle'>
}

/** The practice server's endpoints with faults and ways round them, and an S3 server in place of its files. */
export function unkindApp(options: UnkindOptions): Hono<UnkindEnv> {
  const { inner, fileStore, stage } = options
  const app = new Hono<UnkindEnv>()
  const isReused = reuseMemory()
  app.all(`${fileStorePath}/*`, async (c) => {
    await fileStore.handle(c.env.incoming, c.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path } = endpoints[name]
    const faults = applyFaults(name, stage, isReused)
    app.on(method, path, faults, (c) => answered(c, name, options))
  }
  app.all('*', (c) => inner.fetch(c.req.raw, c.env))
  app.onError((_error, c) => {
    // The client went away, or a reset took its socket: there is no one to answer.
    if (c.env.outgoing.destroyed) return RESPONSE_ALREADY_SENT
    return refusal(c, 500, 'The insurer could not do this.')
  })
  return app
}

/** Reports for each request whether its connection carried an earlier one. */
function reuseMemory(): (c: UnkindContext) => boolean {
  const lastRequestOf = new WeakMap<object, object>()
  return (c) => {
    const { incoming } = c.env
    const reused = lastRequestOf.has(incoming.socket)
    lastRequestOf.set(incoming.socket, incoming)
    return reused
  }
}

/** The endpoint's answer, as the ways have it. */
function answered(c: UnkindContext, name: EndpointName, options: UnkindOptions): Promise<Response> {
  const { inner, data, ways, key } = options
  const call: Call = { fault: c.get('dataFault'), shows: undefined }
  return callAnswered.run(call, async () => {
    if (c.req.header('authorization') === `Bearer ${key()}`) {
      if (name === 'list-keke-claims') return await listed(c, 'keke')
      if (name === 'list-okada-claims') return await listed(c, 'okada')
      const refused = name.startsWith('create-') ? await refusedPolicy(c, ways) : null
      if (refused !== null) return refused
    }
    const answer = await asked(c)
    if (answer.status === 200 && name.startsWith('create-')) return await createAnswer(c, answer, ways)
    const whole = call.shows === null ? (noClaim(c, ways) ?? answer) : answer
    return whole.status === 200 ? await written(whole, ways) : whole
  })

  async function listed(c: UnkindContext, product: 'keke' | 'okada'): Promise<Response> {
    const { list, writes } = ways.current
    const isKind = list === undefined && writes === undefined
    return isKind ? await asked(c) : listInItsWays(c, product, data, ways)
  }

  async function asked(c: UnkindContext): Promise<Response> {
    const { method, url } = c.req
    const body = method === 'POST' ? await c.req.text() : null
    return await inner.fetch(new Request(url, { method, headers: c.req.raw.headers, body }), c.env)
  }
}

const PolicySchema = v.pipe(v.string(), v.parseJson(), v.looseObject({ policy_number: v.string() }))

/** What a claim of this policy is refused with, or null. */
async function refusedPolicy(c: UnkindContext, { current }: WaysOfServer): Promise<Response | null> {
  const { refuses = [] } = current
  if (refuses.length === 0) return null
  const body = v.safeParse(PolicySchema, await c.req.text())
  const isRefused = body.success && refuses.includes(body.output.policy_number)
  return isRefused ? refusal(c, 403, 'This action is unauthorized.') : null
}

const CreatedSchema = v.looseObject({ data: v.looseObject({ details_of_incidence: v.string() }) })

/** The answer to a create, with its text as it was sent or is kept. */
async function createAnswer(
  c: UnkindContext,
  answer: Response,
  { current }: WaysOfServer,
): Promise<Response> {
  if (current.createAnswer === undefined) return answer
  const created = v.parse(CreatedSchema, await answer.json())
  const details_of_incidence = keptText(created.data.details_of_incidence, current.text ?? {})
  const data = { ...created.data, details_of_incidence }
  return c.json(asWritten({ ...created, data }, current.writes ?? {}))
}

/** An answer with its values as they are written. */
async function written(answer: Response, { current }: WaysOfServer): Promise<Response> {
  if (current.writes === undefined) return answer
  return Response.json(asWritten(await answer.json(), current.writes))
}

/** How a details call says that there is no claim; null for as the endpoint does. */
function noClaim(c: UnkindContext, { current }: WaysOfServer): Response | null {
  const message = 'No claim was made on this policy.'
  switch (current.details?.none ?? '404') {
    case '404':
      return null
    case 'unsuccessful':
      return c.json({ success: false, response_message: message, response_code: 404, data: null })
    case 'null':
      return c.json(envelope(message, null))
  }
}
