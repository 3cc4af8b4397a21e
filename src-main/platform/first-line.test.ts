import { expect, it } from 'vitest'
import { firstLineOf } from './first-line.ts'

it.each([
  ['UTF-8', Buffer.from('four ọ words\nmore')],
  ['UTF-8 with a mark', Buffer.from('\ufefffour ọ words\r\n')],
  ['UTF-16 of PowerShell', Buffer.from('\ufefffour ọ words\r\n', 'utf16le')],
])('reads the first line of %s', (_name, bytes) => {
  expect(firstLineOf(bytes)).toBe('four ọ words')
})

it.each([
  ['another encoding', Buffer.from('Ìjebu', 'latin1')],
  ['UTF-16 without a mark', Buffer.from('four words', 'utf16le')],
])('takes %s for no text', (_name, bytes) => {
  expect(firstLineOf(bytes)).toBeNull()
})
