import { expect, it } from 'vitest'
import { usedMemory } from '#testing/app/used-memory.ts'
import { ListScanner } from '#main/insurer/api/list-scanner.ts'
import { list, rows } from '#testing/insurer-client/claim-rows.ts'
import { insurerApart } from '#testing/insurer-client/insurer-apart.ts'
import { apiOn } from '#testing/insurer-client/loopback-api.ts'

const count = 40_000
const mebibyte = 1024 * 1024

function usedBytes(): number {
  const { heapUsed, external } = usedMemory()
  return heapUsed + external
}

const text = (id: number): string => `Fell into a ditch beside the road, number ${id}. ${'x'.repeat(400)}`
const generated = (): string =>
  JSON.stringify(list(rows(count).map((one) => ({ ...one, details_of_incidence: text(one.id) }))))

it('a list of 40,000 claims needs no more memory than a short one', async () => {
  const { url } = await insurerApart({ pass_claims: { body: generated() } })
  const api = apiOn(url)
  const grown: number[] = []
  let taken = 0
  const start = usedBytes()
  const onRows = (some: readonly unknown[]) => {
    if (Math.floor((taken + some.length) / 4_000) > Math.floor(taken / 4_000)) {
      grown.push(usedBytes() - start)
    }
    taken += some.length
    return 'go-on' as const
  }
  expect(await api.readClaimList('keke', { onRows })).toMatchObject({ ok: true, value: { rows: count } })
  expect(grown).toHaveLength(10)
  expect(Math.max(...grown)).toBeLessThan(8 * mebibyte)
})

it.each([
  ['in a row', '{"success":true,"data":[{"a":"'],
  ['around the rows', '{"success":true,"message":"'],
  ['in a name', '{"success":true,"'],
])('a list that comes byte by byte keeps those bytes alone, %s', (_where, begin) => {
  const scanner = new ListScanner({ hasRows: true, maximumPartBytes: 64 * mebibyte })
  scanner.take(Buffer.from(begin))
  const start = usedBytes()
  // Each is a part of what was read at once.
  const next = () =>
    Buffer.allocUnsafeSlow(64 * 1024)
      .fill('x')
      .subarray(0, 1)
  for (let byte = 0; byte < 1000; byte += 1) scanner.take(next())
  expect(usedBytes() - start).toBeLessThan(mebibyte)
  for (let byte = 0; byte < 50_000; byte += 1) scanner.take(Buffer.from('x'))
  expect(usedBytes() - start).toBeLessThan(2 * mebibyte)
  expect(scanner.problem).toBeNull()
})
