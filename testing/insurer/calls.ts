import { onTestFinished } from 'vitest'
import * as v from 'valibot'
import { madeUpFields } from './claim-body.ts'
import { samplePolicies, runTestInsurer, type TestInsurerOptions, type TestInsurer } from './test-insurer.ts'

const clock = new Date('2026-03-04T09:15:22.120Z')

/** A server in memory with a fixed clock, closed when the test ends. */
export async function startForTest(options: Partial<TestInsurerOptions> = {}): Promise<TestInsurer> {
  const server = await runTestInsurer({ file: null, now: () => clock, ...options })
  onTestFinished(() => server.close())
  return server
}

/** A claim as endpoints 1 and 4 take it. */
export function claimBody(policyNumber = samplePolicies('keke')[0] ?? ''): Record<string, unknown> {
  return {
    ...madeUpFields(),
    means_of_claimant_identification: 'NIN 00000123456',
    date_of_occurance: '2026-02-28',
    address_of_occurance: "Ọba Market Road, beside St. Peter's, Benin",
    details_of_incidence: '[Ref 7F3K-92QD] Rear frame bent',
    policy_number: policyNumber,
    estimate_of_repair: 45_000.5,
  }
}

/** Whom calls ask: the tests' insurer, or practice. */
type Asked = Pick<TestInsurer, 'url' | 'key'>

export function headersFor(server: Pick<Asked, 'key'>): Record<string, string> {
  return { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
}

export function post(server: Asked, path: string, body: unknown): Promise<Response> {
  return fetch(`${server.url}/api/merchant/${path}`, {
    method: 'POST',
    headers: headersFor(server),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export function get(server: Asked, path: string): Promise<Response> {
  return fetch(`${server.url}/api/merchant/${path}`, { headers: headersFor(server), redirect: 'manual' })
}

const anyObject = v.record(v.string(), v.unknown())

/** The answer's body, which must be a JSON object. */
export async function objectOf(answer: Response | Promise<Response>): Promise<Record<string, unknown>> {
  return v.parse(anyObject, await (await answer).json())
}

const listEnvelope = v.object({ data: v.array(anyObject) })
export async function rowsOf(answer: Promise<Response>): Promise<Record<string, unknown>[]> {
  return v.parse(listEnvelope, await (await answer).json()).data
}
