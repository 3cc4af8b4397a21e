import qrcode from 'qrcode-generator'
import { expect, it } from 'vitest'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import { pharmacyQrCode } from './qr-code.ts'

const pharmacy: Pharmacy = {
  id: 1,
  code: 'PH-OS-00001',
  name: 'Ọ̀ṣun “Best” & Sons',
  state: 'Osun',
  lga: 'Oṣogbo',
  address: '1 Ìbàdàn Road',
  updatedAt: null,
}

it('has name, address, area, state and code, each on its own line', () => {
  expect(pharmacyQrCode(pharmacy)?.text).toBe('Ọ̀ṣun “Best” & Sons\n1 Ìbàdàn Road\nOṣogbo\nOsun\nPH-OS-00001')
})

it('holds the text as UTF-8: the library takes the bytes as they are', () => {
  const bytes = [...new TextEncoder().encode(pharmacy.name)]
  expect(qrcode.stringToBytes(String.fromCharCode(...bytes))).toEqual(bytes)
})

it('cuts an address of ten million letters, without splitting a character', () => {
  const code = pharmacyQrCode({ ...pharmacy, address: `${'x'.repeat(239)}${'𝔸'.repeat(5_000_000)}` })
  expect(code).toMatchObject({ isCut: true })
  expect(code?.text.split('\n')[1]).toBe('x'.repeat(239))
})

it('can hold the longest fields in the widest characters', () => {
  const wide = '字'.repeat(400)
  const code = pharmacyQrCode({
    ...pharmacy,
    name: wide,
    address: wide,
    lga: wide,
    state: wide,
    code: wide,
  })
  expect(code?.path).toMatch(/^M0 0h1v1h-1z/)
})

it('cannot be made from empty fields', () => {
  expect(pharmacyQrCode({ ...pharmacy, name: '', address: ' ', lga: '', state: '', code: '' })).toBeNull()
})
