import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createLog, logLine, readLog } from './log.ts'

const at = new Date('2026-11-20T09:00:00.000Z')
const lineOf = (codes: object): string =>
  JSON.stringify({ at: '2026-11-20T09:00:00.000Z', event: 'event', ...codes })

it('writes names, codes and counts into its own folder', () => {
  const folder = createTestFolder()
  createLog({ folder }).event('attempt-closed', { outcome: 'not-sent', cause: 'ECONNRESET', entries: 3 })
  const text = readFileSync(join(folder, 'logs', 'main.log'), 'utf8')
  expect(JSON.parse(text)).toEqual({
    at: expect.stringMatching(/^2\d{3}-\d\d-\d\dT/) as string,
    event: 'attempt-closed',
    outcome: 'not-sent',
    cause: 'ECONNRESET',
    entries: 3,
  })
})

it('is readable by this user only', () => {
  const folder = createTestFolder()
  createLog({ folder }).event('started')
  expect(statSync(join(folder, 'logs', 'main.log')).mode & 0o777).toBe(0o600)
})

it('adds to what was written before', () => {
  const folder = createTestFolder()
  createLog({ folder }).event('first')
  createLog({ folder }).event('second')
  const text = readFileSync(join(folder, 'logs', 'main.log'), 'utf8')
  expect(text).toMatch(/"first"\}\n.*"second"\}\n$/)
})

it('keeps one older file of a megabyte, and reads both', async () => {
  const folder = createTestFolder()
  mkdirSync(join(folder, 'logs'))
  writeFileSync(join(folder, 'logs', 'main.old.log'), 'oldest\n')
  writeFileSync(join(folder, 'logs', 'main.log'), `${'x'.repeat(1_000_000)}\n`)
  createLog({ folder }).event('newest')
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['main.log', 'main.old.log'])
  const text = await readLog(folder)
  expect(text.ok && text.value).toMatch(/^x{1000000}\n.*"newest"\}\n$/)
})

it('reads as empty when nothing was written', async () => {
  expect(await readLog(createTestFolder())).toEqual({ ok: true, value: '' })
})

it('writes an event without codes by its name', () => {
  expect(logLine('event', {}, at)).toBe(lineOf({}))
})

it('writes numbers and booleans as they are', () => {
  const codes = { entries: 12345678901, held: false }
  expect(logLine('event', codes, at)).toBe(lineOf(codes))
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
  expect(logLine('event', { text }, at)).toBe(lineOf({ text: '(left out)' }))
})

it.each([
  'outbox:accept',
  'TypeError',
  'key-refused',
  'HTTP_503',
  'E',
  'a'.repeat(39),
  'a'.repeat(39) + '123',
])('writes the code %s', (text) => {
  expect(logLine('event', { text }, at)).toBe(lineOf({ text }))
})
