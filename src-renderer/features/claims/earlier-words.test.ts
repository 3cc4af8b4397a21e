import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { Claim } from '#shared/domain/claim.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { madeUpClaims } from '#renderer/data/repositories/testing/made-up.ts'
import { anEntry } from '#renderer/testing/fake-main.ts'
import { earlierClaimants, earlierPlaces, offeredFor, ownClaims } from './earlier-words.ts'
import EarlierInput from './EarlierInput.vue'

const [one, other] = madeUpClaims('keke', 2)
if (one === undefined || other === undefined) throw new Error('no claims')
const claimOf = (change: Partial<Claim>): Claim => ({ ...one, repairEstimate: 1, ...change })
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
  function show(): () => string {
    let value = ''
    field = mount(EarlierInput, {
      props: {
        earlier: ['Yaba, Lagos', 'Market Road'],
        modelValue: '',
        'onUpdate:modelValue': async (text: string) => {
          value = text
          await field.setProps({ modelValue: text })
        },
      },
      attachTo: document.body,
    })
    return () => value
  }
  const press = (key: string): Promise<void> => field.get('input').trigger('keydown', { key })
  const isOpen = (): boolean => field.get('input').attributes('aria-expanded') === 'true'

  it('fills nothing in automatically: Enter, Tab and typing take no suggestion', async () => {
    const value = show()
    await field.get('input').trigger('focus')
    await press('Enter')
    await press('Tab')
    expect(value()).toBe('')
    await press('ArrowDown')
    await field.get('input').setValue('Yab')
    expect(isOpen()).toBe(true)
    await press('Enter')
    expect(value()).toBe('Yab')
  })

  it('takes the suggestion chosen with the arrow keys, and announces it', async () => {
    const value = show()
    await press('ArrowDown')
    expect(isOpen()).toBe(true)
    await press('ArrowDown')
    const chosen = field.get('input').attributes('aria-activedescendant') ?? ''
    expect(document.getElementById(chosen)?.textContent.trim()).toBe('Market Road')
    await press('Enter')
    await nextTick()
    expect(value()).toBe('Market Road')
    expect(isOpen()).toBe(false)
  })

  it('keeps the highlighted suggestion while the outbox changes', async () => {
    const value = show()
    await press('ArrowDown')
    await field.setProps({ earlier: ['Yaba, Lagos', 'Market Road'] })
    await press('Enter')
    expect(value()).toBe('Yaba, Lagos')
  })

  it('closes with Esc and leaves what was typed', async () => {
    const value = show()
    await field.get('input').setValue('ya')
    await press('ArrowDown')
    await press('Escape')
    expect(isOpen()).toBe(false)
    expect(value()).toBe('ya')
  })
})
