import { describe, expect, it } from 'vitest'
import { brokenOff, type Exchange } from './exchange.ts'
import type { LostCause } from '#main/network/send.ts'

const coded = (code: string): Error => Object.assign(new Error('made up'), { code })
const reset = coded('ECONNRESET')
const unknownName = coded('ENOTFOUND')

describe('an attempt without an answer', () => {
  it.each<[LostCause, Exchange]>([
    ['reset', { type: 'lost', cause: 'reset', trouble: 'no-answer' }],
    ['timeout', { type: 'lost', cause: 'timeout', trouble: 'no-answer' }],
    ['stopped', { type: 'lost', cause: 'stopped' }],
    ['suspended', { type: 'lost', cause: 'suspended' }],
  ])('is lost once its headers left, whatever the error says: %s', (cause, exchange) => {
    expect(brokenOff(reset, true, cause)).toEqual(exchange)
  })

  it('is lost once its headers left, even when the error is a connection error', () => {
    expect(brokenOff(unknownName, true, 'reset')).toEqual({ type: 'lost', cause: 'reset', trouble: 'dns' })
  })

  it.each<[LostCause, Exchange]>([
    ['reset', { type: 'not-sent', cause: 'dns', trouble: 'dns' }],
    ['timeout', { type: 'not-sent', cause: 'connect-timeout', trouble: 'no-answer' }],
    ['stopped', { type: 'not-sent', cause: 'network' }],
    ['suspended', { type: 'not-sent', cause: 'network' }],
  ])('is not sent while its headers have not left: %s', (cause, exchange) => {
    expect(brokenOff(unknownName, false, cause)).toEqual(exchange)
  })

  it('is not sent while its headers have not left, even when the error could occur later', () => {
    expect(brokenOff(reset, false, 'reset')).toEqual({
      type: 'not-sent',
      cause: 'network',
      trouble: 'no-answer',
    })
  })
})

describe('a read-only request without an answer', () => {
  it('is not sent when the error is a connection error', () => {
    expect(brokenOff(unknownName, null, 'reset')).toEqual({ type: 'not-sent', cause: 'dns', trouble: 'dns' })
    expect(brokenOff(unknownName, null, 'timeout')).toMatchObject({ type: 'not-sent' })
  })

  it('is lost when the error is ambiguous', () => {
    expect(brokenOff(reset, null, 'reset')).toEqual({ type: 'lost', cause: 'reset', trouble: 'no-answer' })
  })
})
