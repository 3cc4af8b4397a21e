import { describe, expect, it } from 'vitest'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { Hold } from '#shared/outbox/hold.ts'
import { moment } from '#renderer/i18n/format.ts'
import { anEntry } from '#renderer/testing/fake-main.ts'
import { nextStepText } from './next-step.ts'

const at = '2026-03-04T09:00:00.000Z'
const later = '2026-03-04T09:20:00.000Z'
const unconfirmed: EntryState = {
  name: 'unconfirmed',
  since: at,
  cause: 'reset',
  absentReadings: 0,
  resends: 0,
}
const queued = anEntry().state
const nextCheck = `Next check: ${moment(later, new Date(at))}`
const offline: Hold = { type: 'offline' }
const paused: Hold = { type: 'paused' }
const problem: Hold = { type: 'insurer-problem' }

describe('the next step of a row', () => {
  it.each<[string, EntryState, string | null, Hold[], string]>([
    ['a look to come', unconfirmed, later, [], nextCheck],
    ['a look to come, while sending is paused', unconfirmed, later, [paused], nextCheck],
    ['a look to come, while the insurer’s system has a problem', unconfirmed, later, [problem], nextCheck],
    ['a look that is due', unconfirmed, at, [], 'Next check: now.'],
    ['a look that is held back', unconfirmed, later, [offline], 'once the insurer can be asked'],
    ['a look that was due, held back', unconfirmed, at, [offline], 'once the insurer can be asked'],
    ['a try to come', queued, later, [], 'Next try: '],
  ])('names %s', (_what, state, nextTryAt, holds, text) => {
    expect(nextStepText(anEntry({ state, nextTryAt }), holds, new Date(at))).toContain(text)
  })

  it.each<[string, EntryState, string | null, Hold[]]>([
    ['a try that is due', queued, at, []],
    ['a try that is held back', queued, later, [offline]],
    ['a try while sending is paused', queued, later, [paused]],
    ['a try while the insurer’s system has a problem', queued, later, [problem]],
    ['a request that only the customer can tell of', unconfirmed, later, []],
    ['what has arrived', { name: 'delivered', at, proof: 'list', claimId: 1, serverMessage: '' }, later, []],
  ])('names no moment for %s', (what, state, nextTryAt, holds) => {
    const kind = what.startsWith('a request') ? 'pharmacy-request' : 'claim'
    expect(nextStepText(anEntry({ kind, state, nextTryAt }), holds, new Date(at))).toBe('')
  })

  it('never names a moment that has passed', () => {
    expect(nextStepText(anEntry({ state: unconfirmed, nextTryAt: at }), [], new Date(later))).not.toMatch(
      /\d/,
    )
  })
})
