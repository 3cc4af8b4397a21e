import { describe, expect, it } from 'vitest'
import { parseBaseUrl } from './settings.ts'

describe('a base URL', () => {
  it.each([
    ['https://api.insurer.example', 'https://api.insurer.example'],
    [' https://api.insurer.example/v1/ ', 'https://api.insurer.example/v1'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:1/', 'http://localhost:1'],
  ])('"%s" is kept as %s', (typed, kept) => {
    expect(parseBaseUrl(typed)).toEqual({ ok: true, value: kept })
  })

  it.each([
    ['http://api.insurer.example', 'base-url-not-https'],
    ['http://127.0.0.1.insurer.example', 'base-url-not-https'],
    ['ftp://127.0.0.1', 'base-url-not-https'],
    ['api.insurer.example', 'base-url-invalid'],
    ['', 'base-url-invalid'],
    ['https://user:pass@api.insurer.example', 'base-url-invalid'],
    ['https://api.insurer.example/?key=1', 'base-url-invalid'],
    ['https://api.insurer.example/#x', 'base-url-invalid'],
  ])('"%s" is refused as %s', (typed, type) => {
    expect(parseBaseUrl(typed)).toEqual({ ok: false, error: { type } })
  })
})
