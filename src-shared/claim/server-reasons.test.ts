import { expect, it } from 'vitest'
import { rejectionSentence, serverReason, serverReasons } from './server-reasons.ts'
import { englishSay } from '#testing/claim/made-up.ts'

const words = {
  serverMessage: '<b>Invalid.</b>',
  fieldErrors: {
    sector: ['Closed.'],
    policyNumber: ['Unknown.', 'Too short.'],
    pharmacyId: ['Gone.'],
    '': ['Lapsed.', 'Closed.'],
    other: [],
  },
}
const general = { ...words, fieldErrors: {} }
const silent = { serverMessage: '', fieldErrors: {} }

it('the reasons about fields come first, by the names of the form, and the general one only without others', () => {
  expect(serverReasons(words, englishSay)).toEqual([
    { field: 'policyNumber', text: 'Policy number: “Unknown. Too short.”' },
    { field: null, text: 'sector: “Closed.”' },
    { field: null, text: 'Pharmacy: “Gone.”' },
    { field: null, text: 'The insurer said: “Lapsed. Closed.”' },
  ])
  expect(serverReasons(general, englishSay)).toEqual([
    { field: null, text: 'The insurer said: “<b>Invalid.</b>”' },
  ])
  expect(serverReasons(silent, englishSay)).toEqual([])
})

it('one line has the first reason and how many more there are, or that there is none', () => {
  expect(rejectionSentence(words, englishSay)).toBe(
    'Policy number: “Unknown. Too short.” And 3 more reasons.',
  )
  expect(rejectionSentence(general, englishSay)).toBe('The insurer said: “<b>Invalid.</b>”')
  expect(rejectionSentence(silent, englishSay)).toBe('The insurer gave no reason.')
  expect(rejectionSentence({ ...silent, unread: '{}' }, englishSay)).toBe(
    'The insurer’s answer could not be read.',
  )
})

it('a field has the insurer’s words about it alone', () => {
  expect(serverReason(words, 'policyNumber')).toBe('Unknown. Too short.')
  expect(serverReason(words, 'repairEstimate')).toBeNull()
  expect(serverReason(null, 'policyNumber')).toBeNull()
})
