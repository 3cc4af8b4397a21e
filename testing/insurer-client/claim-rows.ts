import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Product } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'
import type { ListReading } from '#main/insurer/api/claim-list.ts'
import { apiOn, loopback } from './loopback-api.ts'

const at = '2026-11-20T09:00:00.000000Z'

/** A row as the insurer lists it. */
export const row = (id: number, more: object = {}) => ({
  id,
  policy_number: `KKP/2026/LA/${id}`,
  details_of_incidence: `[Ref 7F3K-92QD] Hit a kerb, “slowly” (${id}).`,
  estimate_of_repair: '45,000',
  status: '0',
  created_at: at,
  updated_at: at,
  ...more,
})
export const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1))
export const list = (data: readonly unknown[]) => ({ success: true, response_message: 'Fetched', data })

export const anyNumber: unknown = expect.any(Number)
export const failed = (type: string) => ({ ok: false, error: { failure: { type }, bytes: anyNumber } })

/** Adds what comes to a list. */
export const into =
  (taken: ReceivedClaim[]) =>
  (some: readonly ReceivedClaim[]): 'go-on' => {
    taken.push(...some)
    return 'go-on'
  }

/** What a reading hands over, and how it ends. */
export async function read(
  url: string,
  more: Partial<ListReading> = {},
  reader: 'engine' | 'page' = 'engine',
) {
  const taken: ReceivedClaim[] = []
  const api = apiOn(url)
  const reading = { onRows: into(taken), ...more }
  const end = await (reader === 'engine'
    ? api.readClaimList('okada', reading)
    : api.streamShownClaims('okada', reading))
  return { ids: taken.map(({ id }) => id), end }
}

/** A list whole, where a test looks at what came of it. */
export async function wholeList(
  api: MerchantApi,
  product: Product,
  signal?: AbortSignal,
): Promise<Result<readonly ReceivedClaim[], Failure>> {
  const taken: ReceivedClaim[] = []
  const reading = { onRows: into(taken), ...(signal === undefined ? {} : { signal }) }
  const end = await api.readClaimList(product, reading)
  return end.ok ? ok(taken) : err(end.error.failure)
}

/** The address of a server that answers like this. */
export const answering = async (answer: (response: ServerResponse) => void): Promise<string> =>
  (await loopback((_seen, response) => answer(response))).url

export const answeringText = (
  text: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Promise<string> =>
  answering((response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text),
  )
