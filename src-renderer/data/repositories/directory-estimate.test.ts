import { expect, it } from 'vitest'
import { linePurposes, type BytesByPurpose } from '#shared/line-use.ts'
import { err, ok } from '#shared/result.ts'
import { FakeMain } from '#renderer/testing/fake-main.ts'
import { estimateDirectory } from './directory-estimate.ts'
import { madeUpPharmacies } from './testing/made-up.ts'

/** A line on which the first page costs a handshake too. */
function aLine(pharmacies: number): FakeMain {
  const network = madeUpPharmacies(pharmacies)
  let used = 100_000
  const main: FakeMain = new FakeMain({
    'pharmacies:page': ({ page }) => {
      used += page === 1 ? 11_000 : 5_000
      return ok({
        pharmacies: network.slice((page - 1) * 15, page * 15),
        page,
        lastPage: Math.max(1, Math.ceil(pharmacies / 15)),
        total: pharmacies,
      })
    },
    'network:use': () => {
      const bytes = Object.fromEntries(linePurposes.map((name) => [name, { sent: 500, received: used }]))
      return ok({ today: bytes as BytesByPurpose, month: bytes as BytesByPurpose, since: null })
    },
  })
  return main
}

it('multiplies what one page takes on an open connection, each page read twice', async () => {
  const main = aLine(600)
  const estimate = await estimateDirectory()
  expect(estimate).toMatchObject({ ok: true, value: { pharmacies: 600, bytes: 40 * 5_000 * 2 } })
  expect(main.asked.filter(({ channel }) => channel === 'pharmacies:page').map(({ input }) => input)).toEqual(
    [
      { page: 1, isUnasked: true },
      { page: 2, isUnasked: true },
    ],
  )
})

it('takes the first page where there is no other', async () => {
  aLine(9)
  expect(await estimateDirectory()).toMatchObject({ value: { pharmacies: 9, bytes: 22_000 } })
})

it('gives no size where the line does not count it, and no estimate without an answer', async () => {
  const main = aLine(600)
  main.fail('network:use', { type: 'unexpected' })
  expect(await estimateDirectory()).toMatchObject({ value: { bytes: null } })
  main.answer({ 'pharmacies:page': () => err({ type: 'saves-data' }) })
  expect(await estimateDirectory()).toEqual({ ok: false, error: { type: 'saves-data' } })
})
