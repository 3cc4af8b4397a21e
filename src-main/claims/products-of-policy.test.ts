import { beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '#shared/domain/product.ts'
import { at } from '#testing/outbox/entries.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { madeUpClaims, madeUpListed } from '#testing/claims/made-up-claims.ts'
import { done, TestClaims } from '#testing/claims/test-claims.ts'

let desk: TestClaims
const known = (text: string) => desk.table.productsOf(text)
const submitted = (product: Product, policyNumber: string): string =>
  done(desk.outbox.accept(claimSubmission({ policyNumber }, { product }), at, null)).id

beforeEach(() => {
  desk = new TestClaims()
})

describe('the product of a policy', () => {
  it('is that of its claims, in our outbox or in the insurer’s lists', async () => {
    desk.lists.okada = [madeUpListed({ product: 'okada', policyNumber: ' okp/2025/000012 ' })]
    submitted('keke', 'KKP/1')
    expect(await known('OKP\\2025\\000012')).toEqual(['okada'])
    expect(await known('KKP/1')).toEqual(['keke'])
    expect(await known('KKP/2')).toEqual([])
  })

  it('is not decided where it has claims of both, nor by what is only typed or was taken out', async () => {
    desk.lists.okada = [madeUpListed({ product: 'okada', policyNumber: 'OKP/1' })]
    submitted('keke', 'OKP/1')
    desk.draft({ policyNumber: 'OKP/2' }, { product: 'okada' })
    const out = submitted('okada', 'OKP/3')
    done(desk.outbox.apply(out, { type: 'withdraw', at, to: 'discarded' }))
    expect(new Set(await known('OKP/1'))).toEqual(new Set(['keke', 'okada']))
    expect([await known('OKP/2'), await known('OKP/3'), await known('')]).toEqual([[], [], []])
  })

  it('is learned from what all numbers begin with, once five policies of each product are known', async () => {
    desk.lists = { keke: madeUpClaims('keke', 5), okada: madeUpClaims('okada', 5) }
    expect(await known('op/2026/new')).toEqual(['okada'])
    expect(await known('KP-77')).toEqual(['keke'])
    for (const text of ['OPX/1', 'O/1', 'OP']) expect(await known(text), text).toEqual([])
  })

  it.each(['keke', 'okada'] as const)('is not learned from fewer policies of %s', async (few) => {
    desk.lists = { keke: madeUpClaims('keke', 6), okada: madeUpClaims('okada', 6) }
    const repeated = madeUpListed({ product: few, id: 7, policyNumber: desk.lists[few][0]!.policyNumber })
    desk.lists[few] = [...madeUpClaims(few, 4), repeated]
    expect(await known('OP/2026/NEW')).toEqual([])
  })

  it('is not learned from numbers that begin without letters', async () => {
    const figures = madeUpClaims('okada', 5).map((claim) => ({ ...claim, policyNumber: `${claim.id}/2026` }))
    desk.lists = { keke: madeUpClaims('keke', 5), okada: figures }
    expect(await known('9/2026')).toEqual([])
  })

  it('is not learned from letters that one policy of the other product has', async () => {
    desk.lists = { keke: madeUpClaims('keke', 9), okada: madeUpClaims('okada', 9) }
    submitted('keke', 'OP/7')
    expect(await known('OP/2026/NEW')).toEqual([])
    expect(await known('KP/2026/NEW')).toEqual(['keke'])
  })
})
