import { expect, it } from 'vitest'
import { firstLine, plainText } from './plain-text.ts'

const words = 'nine hills and a ₦ of sea'

it.each([
  ['UTF-8', Buffer.from(words)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${words}`)],
  ['UTF-16 of PowerShell', Buffer.from(`\ufeff${words}`, 'utf16le')],
  ['UTF-16, the other way round', Buffer.from(`\ufeff${words}`, 'utf16le').swap16()],
])('reads %s', (_name, bytes) => {
  expect(plainText(bytes)).toBe(words)
  expect(firstLine(Buffer.concat([bytes]))).toBe(words)
})

it('reads the first line, ended as any system does', () => {
  for (const end of ['', '\n', '\r\n', '\r\nmore\n']) expect(firstLine(Buffer.from(words + end))).toBe(words)
  expect(firstLine(Buffer.from(`\ufeff${words}\r\n`, 'utf16le'))).toBe(words)
})

it.each([
  ['letters of Windows-1252', Buffer.from([0xcc, 0x6a, 0x65])],
  ['UTF-16 without its mark', Buffer.from('plain', 'utf16le')],
  ['half a letter of UTF-16', Buffer.from([0xff, 0xfe, 0x41])],
])('refuses %s', (_name, bytes) => {
  expect(plainText(bytes)).toBeNull()
})
