import { samplePolicies, runTestInsurer, type EndpointName } from '#testing/insurer/test-insurer.ts'
import { endpoints } from '#main/practice/endpoints.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { toWireClaim } from '#main/insurer/api/wire/claim.ts'
import type { Json, JsonObject } from './json-mutation.ts'

/** The practice server's real answers for each endpoint, with their requests. */
export interface GenuineAnswers {
  readonly answers: Readonly<Record<EndpointName, Json>>
  readonly refusals: Readonly<Record<EndpointName, Json>>
  /** A claim in both lists, with its reference. */
  readonly exact: ClaimContent
  readonly reference: string
  /** Another claim in both lists, with its reference. */
  readonly other: ClaimContent
  readonly otherReference: string
  readonly pharmacyId: number
  readonly endpointNames: readonly EndpointName[]
}

const secrets = {
  password: 'LEAK-PASSWORD-0001',
  transaction_pin: 'LEAK-PIN-0002',
  nin_number: 'LEAK-NIN-0003',
}

/** Values in a claim's details that must not leak, besides the key. */
export const secretValues: readonly string[] = Object.values(secrets)

/** Calls every endpoint once with valid and once with invalid input. */
export async function genuineAnswers(key: string): Promise<GenuineAnswers> {
  const server = await runTestInsurer({ file: null, pharmacyCount: 40 })
  const reference = '7F3K-92QD'
  const policies = { keke: samplePolicies('keke'), okada: samplePolicies('okada') }
  const policyNumber = policies.keke[0] ?? ''
  const exact = claimSubmission({ policyNumber }).body.claim
  const otherReference = '0000-ZZZZ'
  const other = claimSubmission({ policyNumber, incidentDetails: 'Fell into a ditch.' }).body.claim

  const ask = async (
    name: EndpointName,
    body: unknown,
    path: string = endpoints[name].path,
  ): Promise<Json> => {
    const { method } = endpoints[name]
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    })
    return (await answer.json()) as Json
  }
  const okadaPolicy = policies.okada[0] ?? ''
  const takes: Partial<Record<EndpointName, unknown>> = {
    'create-keke-claim': toWireClaim(exact, reference),
    'create-okada-claim': toWireClaim({ ...exact, policyNumber: okadaPolicy }, reference),
    'keke-claim-details': { policyNumber },
    'okada-claim-details': { policyNumber: okadaPolicy },
    'request-pharmacy': { pharmacy_id: 1, policy_no: policyNumber },
  }
  const names = Object.keys(endpoints) as EndpointName[]
  const answers: Partial<Record<EndpointName, Json>> = {}
  const refusals: Partial<Record<EndpointName, Json>> = {}
  try {
    await ask('create-keke-claim', toWireClaim(other, otherReference))
    for (const name of names) {
      const one = name === 'one-pharmacy'
      answers[name] = await ask(name, takes[name], one ? '/api/merchant/micro_health/pharmacy/1' : undefined)
      refusals[name] = await ask(name, {}, one ? '/api/merchant/micro_health/pharmacy/0' : undefined)
    }
  } finally {
    await server.close()
  }
  return {
    answers: short(answers as Record<EndpointName, Json>, okadaPolicy, policyNumber, key),
    refusals: refusals as Record<EndpointName, Json>,
    exact,
    reference,
    other,
    otherReference,
    pharmacyId: 1,
    endpointNames: names,
  }
}

// Few rows keep the fuzzer fast; both products answer for one policy; the secrets are those the checks look for.
function short(
  answers: Record<EndpointName, Json>,
  okadaPolicy: string,
  policyNumber: string,
  key: string,
): Record<EndpointName, Json> {
  const text = JSON.stringify(answers).replaceAll(okadaPolicy, policyNumber)
  const all = JSON.parse(text) as Record<EndpointName, JsonObject>
  const rows = all['list-keke-claims']['data']
  const last = Array.isArray(rows) ? rows.slice(-4) : []
  for (const name of ['list-keke-claims', 'list-okada-claims'] as const) all[name]['data'] = last
  for (const name of ['keke-claim-details', 'okada-claim-details'] as const) {
    const data = all[name]['data'] as JsonObject
    data['user'] = { ...(data['user'] as JsonObject), ...secrets }
    data['merchant'] = {
      ...(data['merchant'] as JsonObject),
      secret_key: key,
      transaction_pin: secrets.transaction_pin,
    }
  }
  for (const page of Object.values(all)) {
    const data = page['data']
    if (typeof data !== 'object' || data === null || Array.isArray(data) || !Array.isArray(data['data']))
      continue
    data['data'] = data['data'].slice(0, 3)
  }
  return all
}
