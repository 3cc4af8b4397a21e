import { gzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { err, ok } from '#shared/result.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { ListReading } from './claim-list.ts'
import {
  anyNumber,
  answering,
  answeringText,
  failed,
  into,
  list,
  read,
  row,
  rows,
} from '#testing/insurer-client/claim-rows.ts'
import { apiOn, json, loopback, rawLoopback, testKey } from '#testing/insurer-client/loopback-api.ts'

it('is handed over in order, as claims of its product', async () => {
  const taken: ReceivedClaim[] = []
  const server = await loopback((_seen, response) => json(response, list(rows(3))))
  const onRows = into(taken)
  const end = await apiOn(server.url).readClaimList('keke', { onRows })
  expect(end).toEqual(ok({ type: 'complete', rows: 3, bytes: anyNumber, etag: null }))
  expect(taken.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(taken[2]).toMatchObject({ product: 'keke', policyNumber: 'KKP/2026/LA/3', repairEstimate: 45_000 })
  expect(taken[2]?.incidentDetails).toBe('[Ref 7F3K-92QD] Hit a kerb, “slowly” (3).')
  expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/api/merchant/get_keke_pass_claims' })
  expect(server.seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${testKey}`,
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
  })
})

it('may be long, and comes in batches', async () => {
  const batches: number[] = []
  const { url } = await loopback((_seen, response) => json(response, list(rows(5000))))
  const onRows = (some: readonly ReceivedClaim[]) => {
    batches.push(some.length)
    return 'go-on' as const
  }
  expect((await read(url, { onRows })).end).toMatchObject(ok({ rows: 5000 }))
  expect(batches.length).toBeGreaterThan(5)
})

it('may have its names in any order, and a claim twice', async () => {
  const data = JSON.stringify([row(1), row(1), row(2)])
  for (const text of [
    `{"data":${data},"success":true}`,
    `{"a":[{"data":[1]}],"success":true,"data":${data}}`,
  ]) {
    const { ids, end } = await read(await answeringText(text))
    expect({ ids, end }).toMatchObject({ ids: [1, 1, 2], end: { ok: true, value: { rows: 3 } } })
  }
})

it('may be empty', async () => {
  const { end } = await read(await answeringText(JSON.stringify(list([]))))
  expect(end).toMatchObject(ok({ type: 'complete', rows: 0 }))
})

it.each([
  ['success: false before it', '{"success":false,"response_message":"No","data":[]}', 'refused-by-server'],
  ['success: false behind it', `{"data":${JSON.stringify(rows(2))},"success":false}`, 'refused-by-server'],
  ['no success', JSON.stringify({ data: rows(2) }), 'wrong-shape'],
  ['success as a text', JSON.stringify({ success: 'true', data: [] }), 'wrong-shape'],
  ['no data', '{"success":true}', 'wrong-shape'],
  ['a page as data', '{"success":true,"data":{"data":[]}}', 'wrong-shape'],
  ['a bare list', JSON.stringify(rows(2)), 'wrong-shape'],
  ['another claim that cannot be read', JSON.stringify(list([row(1), { id: 2 }])), 'wrong-shape'],
  ['something that is no claim', JSON.stringify(list([row(1), 7])), 'wrong-shape'],
  ['an end too early', JSON.stringify(list(rows(2))).slice(0, -30), 'offline'],
  ['HTML', '<!doctype html><title>Welcome</title>', 'intercepted'],
  ['nothing', '', 'intercepted'],
])('with %s is a failure', async (_name, text, type) => {
  const { end } = await read(await answeringText(text))
  expect(end).toMatchObject(failed(type))
})

it.each([
  [401, '{}', 'key-refused'],
  [403, '{}', 'key-refused'],
  [404, '{"success":false}', 'not-found'],
  [205, JSON.stringify(list(rows(2))), 'intercepted'],
  [304, '', 'intercepted'],
  [429, '{}', 'rate-limited'],
  [500, JSON.stringify(list(rows(2))), 'server-error'],
  [302, JSON.stringify(list(rows(2))), 'intercepted'],
])('with status %i is a failure', async (status, text, type) => {
  const { ids, end } = await read(await answeringText(text, {}, status))
  expect(end).toMatchObject(failed(type))
  expect(ids).toEqual([])
})

it('that breaks off tells how far it came, and keeps what it showed', async () => {
  const text = JSON.stringify(list(rows(400)))
  const url = await answering((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length + 1000 })
    response.write(text.slice(0, -100), () => response.destroy())
  })
  const { ids, end } = await read(url)
  expect(end).toMatchObject(failed('offline'))
  expect(!end.ok && end.error.bytes).toBeGreaterThan(10_000)
  expect(ids.length).toBeGreaterThan(50)
})

it('without a server is offline', async () => {
  const host = await rawLoopback((socket) => socket.destroy())
  expect((await read(`http://${host}`)).end).toEqual(err({ failure: { type: 'offline' }, bytes: 0 }))
})

it('tells what came over the line, of how much', async () => {
  const text = gzipSync(JSON.stringify(list(rows(3000))))
  const progress: (readonly [number, number | null])[] = []
  const onProgress = (...seen: [number, number | null]) => progress.push(seen)
  const headers = { 'content-encoding': 'gzip', 'content-length': `${text.length}` }
  const { end } = await read(await answeringText(text, headers), { onProgress })
  expect(end).toMatchObject(ok({ bytes: text.length, rows: 3000 }))
  expect(progress.at(-1)).toEqual([text.length, text.length])
  expect(progress.map(([bytes]) => bytes)).toEqual(progress.map(([bytes]) => bytes).toSorted((a, b) => a - b))
})

it('tells no total where the server says none', async () => {
  const onProgress = vi.fn<NonNullable<ListReading['onProgress']>>()
  const url = await answering((response) => {
    response.writeHead(200).write(JSON.stringify(list([])))
    response.end()
  })
  await read(url, { onProgress })
  expect(onProgress).toHaveBeenLastCalledWith(anyNumber, null)
})

it('has no key for the page, nor for the engine in what officers read', async () => {
  const text = JSON.stringify(list([row(1, { status: `x${testKey}`, details_of_incidence: testKey })]))
  const taken: ReceivedClaim[] = []
  const onRows = into(taken)
  const url = await answeringText(text)
  await read(url, { onRows }, 'page')
  expect(taken[0]).toMatchObject({ status: 'x[key]', incidentDetails: '[key]' })
  await read(url, { onRows })
  expect(taken[1]).toMatchObject({ status: 'x[key]', incidentDetails: testKey })
})
