import { expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { isOutOfOrder, lineWords } from './history-words.ts'

const at = '2026-03-04T09:00:00.000Z'
const later = '2026-03-04T09:20:00.000Z'
const attempt: Extract<HistoryLine, { type: 'attempt' }> = {
  type: 'attempt',
  number: 1,
  openedAt: at,
  closedAt: at,
  outcome: 'uncertain/timeout',
  serverMessage: '',
}
const delivered = { name: 'delivered', at, proof: 'answer', claimId: 123, serverMessage: '' } as const
const once = { firstAt: at, lastAt: at, times: 1 }
const thrice = { firstAt: at, lastAt: later, times: 3 }
const absent = { type: 'absent', by: 'list', proof: null, isCorrected: false } as const
const proved = { ...absent, proof: 'sent-again' } as const

it('shows the field reasons of a rejected attempt, not the general message', () => {
  const serverMessage = 'Invalid.'
  const fieldErrors = { policyNumber: ['Unknown.'], sector: ['Closed.'] }
  const refused = { ...attempt, outcome: 'rejected', serverMessage }
  const { details } = lineWords(refused, aState('rejected', { serverMessage, fieldErrors }))
  expect(details).toEqual(['Policy number: “Unknown.”', 'sector: “Closed.”'])
})

it('shows IT support the form of a refusal that could not be read', () => {
  const state = { name: 'rejected', at, serverMessage: '', fieldErrors: {}, forbidden: false } as const
  const { details } = lineWords(
    { ...attempt, outcome: 'rejected' },
    { ...state, unread: '{errors: [number]}' },
  )
  expect(details).toEqual(['The insurer’s answer could not be read.', 'For IT support: {errors: [number]}'])
  expect(lineWords({ ...attempt, outcome: 'rejected' }, state).details).toEqual([])
})

it.each<[HistoryLine, string]>([
  [{ ...attempt, outcome: 'uncertain/garbled/HPE_UNKNOWN' }, 'the answer could not be read'],
  [{ ...attempt, outcome: 'uncertain/garbled/HPE_UNKNOWN' }, 'For IT support: HPE_UNKNOWN'],
  [{ type: 'unread', by: 'list', reason: 'garbled', ...once }, 'answer could not be read.'],
  [{ type: 'accepted', at }, 'saved on this computer'],
  [attempt, 'no answer came in time'],
  [{ ...attempt, outcome: 'uncertain/server-error/502' }, 'the insurer’s system had a problem'],
  [{ ...attempt, outcome: 'not-sent/dns' }, 'It cannot have arrived.'],
  [{ ...attempt, outcome: 'not-sent' }, 'did not leave this computer'],
  [{ ...attempt, outcome: 'rejected', serverMessage: '<b>No</b>' }, 'The insurer said: “<b>No</b>”'],
  [{ ...attempt, outcome: 'of a later version' }, 'in an unknown way'],
  [{ ...absent, ...thrice }, 'Not in the insurer’s list, 3 times'],
  [{ ...proved, ...once }, 'it did not arrive, and is sent again'],
  [{ ...proved, proof: 'asked-officer', ...once }, 'An officer decides'],
  [{ ...proved, isCorrected: true, ...once }, 'it turned up later'],
  [{ type: 'looked', showed: 'nothing', ...thrice }, 'No claim shown, 3 times'],
  [{ type: 'candidate', step: 'seen', ...once }, 'Possibly found'],
  [{ type: 'candidate', step: 'ruled-out', ...once }, 'not this claim'],
  [{ type: 'unprovable', at, why: 'reference-lost' }, 'loses references'],
  [{ ...attempt, outcome: 'forbidden' }, 'blocked by the insurer’s system'],
  [{ type: 'found', at, claimId: null }, 'shows it for its policy'],
  [{ type: 'unread', by: 'details', reason: 'timeout', ...once }, 'could not be asked'],
  [{ type: 'uncounted', ...once }, 'does not count'],
  [{ type: 'officer', at, decision: 'sent-again' }, 'sent it again'],
  [{ type: 'surplus', at, claimId: 8 }, 'again, as number 8'],
  [{ type: 'surplus-acknowledged', at }, 'called the insurer'],
])('%o is put into plain words', (line, text) => {
  const actual = lineWords(line, delivered)
  expect([actual.title, ...actual.details].join(' ')).toContain(text)
  expect(JSON.stringify(actual)).not.toMatch(/\{\w+\}|undefined/)
})

it('says the day on which an attempt ended, where that is another one', () => {
  const local = (day: number, hour: number): string => new Date(2025, 10, day, hour, 30).toISOString()
  const whenOf = (closedAt: string, openedAt = local(14, 9)): string =>
    lineWords({ ...attempt, openedAt, closedAt, outcome: 'uncertain/stopped' }, delivered).when
  expect(whenOf(local(14, 9))).toBe('14 Nov 2025, 09:30')
  expect(whenOf(local(14, 10))).toBe('14 Nov 2025, 09:30 to 10:30')
  expect(whenOf(local(17, 8))).toBe('14 Nov 2025, 09:30 to 17 Nov 2025, 08:30')
  expect(whenOf(local(17, 9))).toBe('14 Nov 2025, 09:30 to 17 Nov 2025, 09:30')
  const midnight = new Date().setHours(0, 0, 0, 0)
  const overnight = whenOf(new Date(midnight).toISOString(), new Date(midnight - 60_000).toISOString())
  expect(overnight).toMatch(/, 23:59 to \d+ \w+ \d{4}, 00:00$/)
})

it('takes back a proof that was wrong, in the line itself', () => {
  const corrected = lineWords({ ...proved, isCorrected: true, ...once }, delivered)
  expect(corrected.tone).toBe('warning')
  expect([corrected.title, ...corrected.details].join(' ')).not.toContain('proves')
})

it('is marked as out of order only if the clock went back', () => {
  const readings = { firstAt: at, lastAt: later, times: 9 }
  const inOrder: HistoryLine[] = [
    attempt,
    { ...absent, ...readings },
    { type: 'uncounted', ...readings, lastAt: at },
    { type: 'found', at: later, claimId: 1 },
  ]
  expect(isOutOfOrder(inOrder)).toBe(false)
  expect(isOutOfOrder([{ type: 'accepted', at: later }, attempt])).toBe(true)
})
