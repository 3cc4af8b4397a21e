import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#main/vault/test-folder.ts'
import { createLog, logLine } from './log.ts'

describe('the log', () => {
  it('writes names, codes and counts into its own folder', () => {
    const folder = createTestFolder()
    createLog({ folder }).event('attempt-closed', { outcome: 'not-sent', cause: 'ECONNRESET', entries: 3 })
    const text = readFileSync(join(folder, 'logs', 'main.log'), 'utf8')
    expect(text).toContain('attempt-closed outcome=not-sent cause=ECONNRESET entries=3')
  })

  it('can be read by this user alone', () => {
    const folder = createTestFolder()
    createLog({ folder }).event('started')
    expect(statSync(join(folder, 'logs', 'main.log')).mode & 0o777).toBe(0o600)
  })

  it('adds to what was written before', () => {
    const folder = createTestFolder()
    createLog({ folder }).event('first')
    createLog({ folder }).event('second')
    const text = readFileSync(join(folder, 'logs', 'main.log'), 'utf8')
    expect(text).toMatch(/first\n.*second\n$/)
  })

  it('tells an event without codes by its name', () => {
    expect(logLine('started')).toBe('started')
  })

  it('tells numbers and answers of yes and no as they are', () => {
    expect(logLine('event', { entries: 12345678901, held: false })).toBe(
      'event entries=12345678901 held=false',
    )
  })

  it.each([
    'sk_live_4f9a8b7c6d5e4f3a2b1c',
    '12345678901',
    'Ada Made Up',
    'someone@example.test',
    'https://example.test/?token=x',
    'a broken arm',
    '+2348000000000',
    '',
    '7',
    'e7x',
    'NIN1234',
    'a'.repeat(40),
    'Lagos ',
    ' Lagos',
  ])('leaves out what does not look like a code: %s', (text) => {
    expect(logLine('event', { text })).toBe('event text=(left out)')
  })

  it.each([
    'outbox:accept',
    'TypeError',
    'key-refused',
    'HTTP_503',
    'E',
    'a'.repeat(39),
    'a'.repeat(39) + '123',
  ])('tells the code %s', (text) => {
    expect(logLine('event', { text })).toBe(`event text=${text}`)
  })
})
