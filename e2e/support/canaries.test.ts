import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { CanarySearch } from './canaries.ts'

it('the search finds a text in each of its forms, beside others and across the pieces of a large file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-canaries-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const value = 'Núñez & "Co"/+7'
  const bytes = Buffer.from(value)
  const json = JSON.stringify(value)
  const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  const forms: Readonly<Record<string, string | Buffer>> = {
    plain: value,
    'plain, in capitals': value.toUpperCase().replaceAll('Ú', 'ú').replaceAll('Ñ', 'ñ'),
    'UTF-16': Buffer.from(value, 'utf16le'),
    JSON: json,
    'JSON in JSON': JSON.stringify(json),
    'JSON escapes': value.replace(/./g, escaped),
    'JSON escapes of what is not ASCII': json.replace(/[\u0080-\uffff]/g, escaped),
    URL: encodeURIComponent(value),
    'URL, small': encodeURIComponent(value).replace(/%../g, (escape) => escape.toLowerCase()),
    'URL of a form': new URLSearchParams({ value }).toString(),
    hex: bytes.toString('hex'),
    'hex, large': bytes.toString('hex').toUpperCase(),
    HTML: value.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    ...Object.fromEntries(
      ['', 'x', 'xx'].flatMap((before) =>
        (['base64', 'base64url'] as const).map((form) => [
          `${form} after ${before.length}`,
          Buffer.from(`${before}${value} and more`).toString(form),
        ]),
      ),
    ),
  }
  const search = new CanarySearch([{ name: 'it', value }])
  const file = join(folder, 'file')
  const found = (...parts: readonly (string | Buffer)[]): readonly string[] => {
    writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part))))
    return search.inFolder(folder)
  }
  for (const [form, text] of Object.entries(forms)) {
    const seen = found('beside', text, 'others')
    expect(seen, form).not.toEqual([])
    expect(seen.join(), 'what is said').not.toContain('Co')
  }
  const piece = 4 << 20
  for (const form of ['plain', 'JSON escapes'])
    expect(found(Buffer.alloc(piece - 7, '.'), forms[form] ?? '', '.'), form).not.toEqual([])
  expect(found(Buffer.alloc(piece + 20, value.slice(0, -1))), 'all but its end').toEqual([])
})
