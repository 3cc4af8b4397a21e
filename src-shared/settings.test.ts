import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { parseBaseUrl, SettingsPatchSchema } from './settings.ts'

describe('a base URL', () => {
  it.each([
    ['https://api.insurer.example', 'https://api.insurer.example'],
    [' https://api.insurer.example/v1/ ', 'https://api.insurer.example/v1'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:1/', 'http://localhost:1'],
    ['api.insurer.example:8443/v1', 'https://api.insurer.example:8443/v1'],
    ['127.0.0.1:9413', 'http://127.0.0.1:9413'],
    ['localhost:9413', 'http://localhost:9413'],
    ['127.0.0.1.insurer.example', 'https://127.0.0.1.insurer.example'],
  ])('"%s" is kept as %s', (typed, kept) => {
    expect(parseBaseUrl(typed)).toEqual({ ok: true, value: kept })
  })

  it.each([
    ['http://api.insurer.example', 'base-url-not-https'],
    ['http://127.0.0.1.insurer.example', 'base-url-not-https'],
    ['ftp://127.0.0.1', 'base-url-not-https'],
    ['insurer', 'base-url-invalid'],
    ['an insurer.example', 'base-url-invalid'],
    ['javascript:insurer.example', 'base-url-not-https'],
    ['user:pass@api.insurer.example', 'base-url-invalid'],
    ['', 'base-url-invalid'],
    ['https://user:pass@api.insurer.example', 'base-url-invalid'],
    ['https://api.insurer.example/?key=1', 'base-url-invalid'],
    ['https://api.insurer.example/#x', 'base-url-invalid'],
  ])('"%s" is refused as %s', (typed, type) => {
    expect(parseBaseUrl(typed)).toEqual({ ok: false, error: { type } })
  })
})

describe('names of status values', () => {
  const accepts = (statusNames: unknown): boolean => v.is(SettingsPatchSchema, { statusNames })
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index), 'Named']))

  it('are short texts, at most fifty of them', () => {
    expect(accepts({})).toBe(true)
    expect(accepts({ '0': 'New', 'on hold': 'Ẹ̀dùn' })).toBe(true)
    expect(accepts(many(50))).toBe(true)
    expect(accepts(many(51))).toBe(false)
  })

  it('are refused when value or name is empty or too long', () => {
    expect(accepts({ '': 'New' })).toBe(false)
    expect(accepts({ '0': '  ' })).toBe(false)
    expect(accepts({ ['0'.repeat(51)]: 'New' })).toBe(false)
    expect(accepts({ '0': 'n'.repeat(101) })).toBe(false)
  })
})
