import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import * as v from 'valibot'
import { fieldProblemsOf, type FieldErrors } from './claim-fields.ts'
import type { PracticeData } from './practice-data.ts'

/** What every handler gets: the underlying socket. */
export interface PracticeEnv {
  Bindings: HttpBindings
}

/** What handlers work on. */
export interface Backroom {
  readonly data: PracticeData
  readonly now: () => Date
}

type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421 | 422 | 429 | 500 | 503

/**
 * A refusal. The spec shows no error answers: status, and both spellings of the message so that either kind of
 * endpoint reads it, are our policy.
 */
export function refusal(c: Context, status: RefusalStatus, message: string, errors?: FieldErrors): Response {
  return c.json(
    {
      success: false,
      response_message: message,
      message,
      response_code: status,
      ...(errors === undefined ? {} : { errors }),
    },
    status,
  )
}

type Body<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly response: Response }

/** The JSON body of a POST, checked; or the refusal to answer with. */
export async function readBody<T>(
  c: Context<PracticeEnv>,
  schema: v.GenericSchema<unknown, T>,
): Promise<Body<T>> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    return { ok: false, response: refusal(c, 415, 'The content type must be application/json.') }
  }
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), await c.req.text())
  if (!json.success) return { ok: false, response: refusal(c, 400, 'The body is not valid JSON.') }
  const body = v.safeParse(schema, json.output, { abortPipeEarly: true })
  if (body.success) return { ok: true, value: body.output }
  return { ok: false, response: refusal(c, 422, 'The given data was invalid.', fieldProblemsOf(body.issues)) }
}
