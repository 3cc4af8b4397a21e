import { describe, expect, it } from 'vitest'
import { noticeGroupOf, noticeWordsOf, type Notice } from './notice.ts'

const nothing: Notice = { keyRefused: false, filesHeld: false, received: 0, needsYou: 0, decided: 0 }

describe('a notice in words', () => {
  it('says what happened in the words of the claims, and the environment if it is not live', () => {
    expect(noticeWordsOf({ ...nothing, needsYou: 1 }, 'live')).toEqual({ title: '1 needs you.', body: '' })
    expect(noticeWordsOf({ ...nothing, received: 3 }, 'sandbox')).toEqual({
      title: 'Received: 3.',
      body: 'Sandbox',
    })
    expect(noticeWordsOf({ ...nothing, decided: 3, received: 1 }, 'live')).toEqual({
      title: 'The insurer changed the status of 3 claims',
      body: 'Received: 1.',
    })
  })

  it('never says that the insurer received what went to the practice server', () => {
    expect(noticeWordsOf({ ...nothing, received: 2 }, 'practice').body).toBe(
      'Practice: nothing reaches the insurer',
    )
  })

  it('puts the most serious first', () => {
    expect(
      noticeWordsOf({ ...nothing, filesHeld: true, keyRefused: true, received: 1, needsYou: 2 }, 'live'),
    ).toEqual({
      title: 'The insurer does not accept the key',
      body: 'Photos and PDFs of claims are not uploaded\n2 need you.\nReceived: 1.',
    })
  })
})

it.each([
  [{ received: 1 }, 'received'],
  [{ decided: 2 }, 'received'],
  [{ needsYou: 1 }, 'needs-you'],
  [{ keyRefused: true }, 'on-its-way'],
  [{ filesHeld: true }, 'on-its-way'],
  [{ received: 1, needsYou: 1 }, null],
  [{ received: 1, decided: 1 }, null],
  [{}, null],
] as const)('a click on it on %j shows the group %s', (change, group) => {
  expect(noticeGroupOf({ ...nothing, ...change })).toBe(group)
})
