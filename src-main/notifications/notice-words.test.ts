import { describe, expect, it } from 'vitest'
import { groupOf, type Notice } from './notice.ts'
import { wordsOf } from './notice-words.ts'

const none = { claims: 0, requests: 0 }
const nothing: Notice = {
  keyRefused: false,
  filesHeld: false,
  received: none,
  rejected: none,
  unconfirmed: none,
  undecided: 0,
  decided: 0,
}
const one = { claims: 1, requests: 0 }

describe('a notice in words', () => {
  it('says what happened and what to do, and the environment if it is not live', () => {
    expect(wordsOf({ ...nothing, rejected: one }, 'live')).toEqual({
      title: '1 claim was not accepted',
      body: 'Open Claims to correct it.',
    })
    expect(wordsOf({ ...nothing, received: { claims: 3, requests: 1 } }, 'sandbox')).toEqual({
      title: '3 claims were received',
      body: '1 pharmacy request was received\nSandbox',
    })
    expect(wordsOf({ ...nothing, unconfirmed: { claims: 0, requests: 2 } }, 'live')).toEqual({
      title: '2 pharmacy requests need your decision',
      body: 'The insurer may or may not have it. Open Claims for details.',
    })
  })

  it('says of how many claims the insurer changed the status, and nothing more of them', () => {
    expect(wordsOf({ ...nothing, decided: 1 }, 'live')).toEqual({
      title: 'The insurer changed the status of 1 claim',
      body: '',
    })
    expect(wordsOf({ ...nothing, decided: 3, received: one }, 'sandbox')).toEqual({
      title: 'The insurer changed the status of 3 claims',
      body: '1 claim was received\nSandbox',
    })
  })

  it('never says that the insurer received what went to the practice server', () => {
    const words = wordsOf({ ...nothing, received: { claims: 1, requests: 2 } }, 'practice')
    expect(words.title).toBe('1 claim was received by the practice insurer')
    expect(words.body).toBe(
      '2 pharmacy requests were received by the practice insurer\nPractice: nothing reaches the insurer',
    )
  })

  it('puts the most serious first', () => {
    expect(
      wordsOf({ ...nothing, keyRefused: true, received: one, rejected: one, unconfirmed: one }, 'live'),
    ).toEqual({
      title: 'The insurer does not accept the key',
      body: '1 claim was not accepted\nStill confirming delivery of 1 claim\n1 claim was received',
    })
  })
})

describe('a click on it', () => {
  it.each([
    [{ received: one }, 'received'],
    [{ decided: 2 }, 'received'],
    [{ rejected: one }, 'needs-you'],
    [{ unconfirmed: one }, 'on-its-way'],
    [{ unconfirmed: one, undecided: 1 }, 'needs-you'],
    [{ unconfirmed: { claims: 2, requests: 0 }, undecided: 1 }, 'on-its-way'],
    [{ keyRefused: true }, 'on-its-way'],
    [{ filesHeld: true }, 'on-its-way'],
    [{ received: one, rejected: one }, null],
    [{ received: one, decided: 1 }, null],
    [{}, null],
  ] as const)('on %j shows the group %s', (change, group) => {
    expect(groupOf({ ...nothing, ...change })).toBe(group)
  })
})
