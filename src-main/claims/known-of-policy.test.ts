import { beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '#shared/domain/product.ts'
import { at } from '#testing/outbox/entries.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { madeUpClaims, madeUpListed } from '#testing/claims/made-up-claims.ts'
import { done, TestClaims } from '#testing/claims/test-claims.ts'

let desk: TestClaims
const known = async (text: string) => (await desk.table.knownOf(text)).products
const meant = async (text: string) => (await desk.table.knownOf(text)).meant
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

describe('a letter among the figures of a policy', () => {
  it('is a figure where that is all that five policies of the same beginning have', async () => {
    desk.lists.keke = madeUpClaims('keke', 5)
    expect(await meant('kp/2o26/1OOl/lag')).toBe('KP/2026/1001/LAG')
    expect(await meant('KP/2026/I001/LAG')).toBe('KP/2026/1001/LAG')
    // All figures, all letters, a letter like no figure, and segments or a beginning that are unknown here.
    for (const text of [
      'KP/2026/1001/LAG',
      'KP/2026/OIL/LAG',
      'KP/2026/1S01/LAG',
      'KP/2O26/1001',
      'OP/2O26/1001/LAG',
    ])
      expect(await meant(text), text).toBeNull()
  })

  it('is not asked about where fewer are known', async () => {
    desk.lists.keke = madeUpClaims('keke', 4)
    desk.draft({ policyNumber: 'KP/2026/1009/LAG' }, { product: 'keke' })
    expect(await meant('KP/2O26/1001/LAG')).toBeNull()
  })

  it('is not asked about where more than one in twenty has letters there', async () => {
    const odd = madeUpListed({ id: 99, policyNumber: 'KP/2026/1O09/LAG' })
    desk.lists.keke = [...madeUpClaims('keke', 19), odd]
    expect(await meant('KP/2026/1O02/LAG')).toBeNull()
    expect(await meant('KP/2O26/1002/LAG')).toBe('KP/2026/1002/LAG')
    desk = new TestClaims()
    desk.lists.keke = [...madeUpClaims('keke', 20), odd]
    expect(await meant('KP/2026/1O02/LAG')).toBe('KP/2026/1002/LAG')
  })

  it('is asked about again, though a claim that the insurer has not received was written so', async () => {
    desk.lists.keke = madeUpClaims('keke', 6)
    submitted('keke', 'KP/2026/1O02/LAG')
    expect(await meant('KP/2026/1O02/LAG')).toBe('KP/2026/1002/LAG')
  })

  it('is not asked about in a policy that is known with it', async () => {
    desk.lists.keke = madeUpClaims('keke', 6)
    desk.lists.okada = [madeUpListed({ product: 'okada', policyNumber: 'KP/2O26/1002/LAG' })]
    expect(await meant('KP/2O26/1002/LAG')).toBeNull()
  })
})
