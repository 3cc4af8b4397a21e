import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { madeUpClaims } from '#renderer/data/repositories/testing/made-up.ts'
import { anEntry } from '#renderer/testing/fake-main.ts'
import { earlierClaimants, earlierPlaces, offeredFor, ownClaims } from './earlier-words.ts'
import EarlierInput from './EarlierInput.vue'

const [one, other] = madeUpClaims('keke', 2)
if (one === undefined || other === undefined) throw new Error('no claims')
const claimOf = (change: Partial<ClaimContent>): ClaimContent => ({ ...one, repairEstimate: 1, ...change })
const mine = anEntry({ id: 'a', seq: 3, policyNumber: 'KP/1', capturedBy: 'Ada Made Up' })
const again = anEntry({ id: 'b', seq: 2, policyNumber: 'KP/2', capturedBy: 'Ada Made Up' })
const theirs = anEntry({ id: 'c', seq: 1, policyNumber: 'KP/1', capturedBy: 'Bola Made Up' })
const bodies = new Map([
  ['a', claimOf({ occurrenceAddress: 'Market Road, Ìbàdàn', claimantIdentification: 'NIN 1' })],
  ['b', claimOf({ occurrenceAddress: ' market road, ibadan ', claimantIdentification: 'NIN 2' })],
  ['c', claimOf({ occurrenceAddress: 'Under the bridge', claimantIdentification: 'NIN 3' })],
])

describe('the suggestions from earlier claims', () => {
  const own = ownClaims(
    [mine, again, theirs, anEntry({ kind: 'pharmacy-request', capturedBy: 'Ada Made Up' })],
    'Ada Made Up',
  )

  it('come from the officer’s own claims only', () => {
    expect(own.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(ownClaims([mine, anEntry()], null)).toEqual([anEntry()])
  })

  it('offer each place once, however it was spelled', () => {
    expect(earlierPlaces(own, bodies)).toEqual(['Market Road, Ìbàdàn'])
  })

  it('offer a claimant for the same policy only', () => {
    expect(
      earlierClaimants(policyNumberOf(' kp/1 '), own, bodies, [
        { ...other, claimantIdentification: 'NIN 9' },
      ]),
    ).toEqual(['NIN 1', 'NIN 9'])
    expect(earlierClaimants(policyNumberOf('KP/7'), own, bodies, [])).toEqual([])
    expect(earlierClaimants(policyNumberOf(''), own, bodies, [other])).toEqual([])
  })

  it('are narrowed by what is typed, without the text already in the field', () => {
    expect(offeredFor('', ['Yaba', 'Market Road, Ìbàdàn'])).toEqual(['Yaba', 'Market Road, Ìbàdàn'])
    expect(offeredFor('ibadan mark', ['Yaba', 'Market Road, Ìbàdàn'])).toEqual(['Market Road, Ìbàdàn'])
    expect(offeredFor('Yaba', ['Yaba'])).toEqual([])
  })
})

describe('the field with suggestions', () => {
  let field: VueWrapper
  afterEach(() => field.unmount())
  const lists = (): readonly (string | undefined)[] =>
    field.findAll('datalist option').map((option) => option.attributes('value'))
  function show(earlier: readonly string[]): void {
    field = mount(EarlierInput, { props: { earlier, modelValue: '' } })
  }

  it('fills nothing in: the browser lists what fits, and an officer takes it', async () => {
    show(['Yaba, Lagos', 'Market Road, Ìbàdàn'])
    await field.get('input').trigger('focus')
    expect(field.emitted()).toEqual({ look: [[]] })
    expect(field.get('input').attributes('list')).toBe(field.get('datalist').attributes('id'))
    expect(lists()).toEqual(['Yaba, Lagos', 'Market Road, Ìbàdàn'])
    await field.setProps({ modelValue: 'road ibadan' })
    expect(lists()).toEqual(['Market Road, Ìbàdàn'])
  })

  it('is a plain field while there is nothing to offer', () => {
    show([])
    expect(field.get('input').attributes('list')).toBeUndefined()
  })
})
