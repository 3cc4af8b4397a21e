import { expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import { aStanding, someSurroundings } from '#testing/claim/made-up.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { anEntry } from '#testing/page/fake-main.ts'
import { slipContent } from './slip-content.ts'

const at = '2026-03-04T09:30:00.000Z'
const unconfirmed: EntryState = aState('unconfirmed', { since: at })
const delivered: EntryState = aState('delivered', {
  at,
  claimId: 71,
  serverMessage: 'Made-up words of the insurer',
})
const rejected: EntryState = { name: 'rejected', at, serverMessage: 'No', fieldErrors: {}, forbidden: false }
const withdrawn: EntryState = { name: 'withdrawn', at, to: 'draft' }
const office = { environment: 'live', branchName: 'Made-up branch', around: someSurroundings() } as const
const claim = anEntry({ reference: '7F3K-92QD', capturedBy: 'Ada Made-up' })
const received = { ...claim, state: delivered }

it('says captured until the insurer has the claim, and then received, under the same reference', () => {
  const first = slipContent(claim, office)
  const second = slipContent(received, office)
  expect(first?.stage).toBe('Submitted, not yet received by the insurer')
  expect(second?.stage).toBe('Received')
  expect([first?.reference, second?.reference]).toEqual(['7F3K-92QD', '7F3K-92QD'])
  expect(first?.steps.map(({ isDone }) => isDone)).toEqual([true, false])
  expect(second?.steps.map(({ isDone }) => isDone)).toEqual([true, true])
})

it('does not exist for a rejected or withdrawn claim, or for a request', () => {
  expect([rejected, withdrawn].map((state) => slipContent({ ...claim, state }, office))).toEqual([null, null])
  expect(slipContent(anEntry({ kind: 'pharmacy-request', state: delivered }), office)).toBeNull()
})

it('does not promise anything of a claim in doubt', () => {
  const doubtful = slipContent({ ...claim, state: unconfirmed }, office)
  expect(doubtful?.stage).toBe('Submitted, not yet received by the insurer')
  expect(doubtful?.means).toContain('not confirmed it yet')
})

it('says what the insurer said last with its day, as it may have changed since', () => {
  const means = (standing: EntrySummary['standing']): string =>
    slipContent({ ...received, standing }, office)?.means ?? ''
  const says = { status: '1', estimate: null, isDeleted: false }
  expect(means(aStanding({ says: null, asOf: null }))).toBe('The insurer has received your claim.')
  expect(means(aStanding({ says }))).toMatch(/^As of .*4 Mar.*, \d\d:\d\d\.$/)
  expect(slipContent({ ...received, standing: aStanding({ says }) }, office)?.stage).toBe('Approved')
  const followed = { was: '9', since: at }
  expect(means(aStanding({ says, followed })), 'what has no name is not said').not.toContain('Status 9')
  expect(means(aStanding({ says: { ...says, status: '9' } }))).toMatch(/your claim\. Ask us how it stands\.$/)
  expect(means(aStanding({ says: { ...says, isDeleted: true } }))).toMatch(
    /removed it from its list, as of .*4 Mar.*, \d\d:\d\d\.$/,
  )
})

it('says that it is wrong, and which claim to ask about instead', () => {
  const slipOf = (replacedBy: string) => {
    const standing = aStanding({ wrong: { at, by: null, replacedBy, isDone: true } })
    const slip = slipContent({ ...received, standing }, office)
    return [slip?.stage, slip?.means, slip?.reference]
  }
  expect(slipOf('')).toEqual(['Received', expect.stringContaining('a mistake in it'), received.reference])
  expect(slipOf('8G4M-73RE')).toEqual([
    'Submitted again',
    expect.stringContaining(`a mistake in your claim ${received.reference}`),
    '8G4M-73RE',
  ])
})

it('has documents kept until the insurer has decided, and no longer', () => {
  const todo = (standing: EntrySummary['standing']): string =>
    slipContent({ ...received, standing }, office)?.todo.join(' ') ?? ''
  expect(todo(aStanding({ isFinal: false }))).toContain('Keep the documents until')
  expect(todo(aStanding({ isFinal: true }))).not.toContain('Keep the documents until')
  const wrong = { at, by: null, replacedBy: '8G4M-73RE', isDone: true }
  expect(todo(aStanding({ isFinal: true, wrong }))).toContain('Keep the documents until')
})

it('has only what the customer needs', () => {
  const texts = JSON.stringify([slipContent(claim, office), slipContent(received, office)])
  for (const needless of ['Ada Made-up', claim.id, '71', 'Made-up words of the insurer']) {
    expect(texts).not.toContain(needless)
  }
  expect(texts).toContain('Made-up branch')
  // Two claims of a policy are told apart by it.
  expect(texts).toContain('2 March 2026')
})

it('names the customer where the branch wrote it down', () => {
  const customer = { name: 'Ngozi Made-up', phone: '0803 123 4567' }
  const { facts = [] } = slipContent({ ...claim, customer }, office) ?? {}
  expect(facts.map(({ value }) => value)).toEqual(expect.arrayContaining(Object.values(customer)))
  expect(facts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Customer’s name', 'Customer’s phone']),
  )
})

it('says that it is not real outside the live environment', () => {
  const notReal = (environment: 'live' | 'sandbox' | 'practice') =>
    slipContent(claim, { ...office, environment })?.notReal
  expect(notReal('live')).toBeNull()
  expect(notReal('sandbox')).toContain('not real')
  expect(notReal('practice')).toContain('not real')
})
