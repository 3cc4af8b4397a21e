import qrcode from 'qrcode-generator'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import { wholeLetters } from '#renderer/paper/shown-text.ts'

/** The text of a QR code, and the code as one SVG path over a square of `size` units. */
export interface QrCode {
  readonly text: string
  readonly isCut: boolean
  readonly size: number
  readonly path: string
}

/** Phones can read about this many letters from a screen; with more, the squares get too small. */
const addressLetters = 240
const otherLetters = 80

/** The QR code for a customer: name, address, area, state and code. Null if it cannot be made. */
export function pharmacyQrCode({ name, address, lga, state, code }: Pharmacy): QrCode | null {
  const cut = (text: string, limit: number): string => wholeLetters(text.trim(), limit)
  const lines = [
    cut(name, otherLetters),
    cut(address, addressLetters),
    cut(lga, otherLetters),
    cut(state, otherLetters),
    cut(code, otherLetters),
  ]
  const text = lines.filter((line) => line !== '').join('\n')
  const isCut =
    address.trim().length > addressLetters ||
    [name, lga, state, code].some((part) => part.trim().length > otherLetters)
  return text === '' ? null : draw(text, isCut)
}

/** The QR code of a short text. Null if it cannot be made. */
export function textQrCode(text: string): QrCode | null {
  return draw(text, false)
}

function draw(text: string, isCut: boolean): QrCode | null {
  try {
    // The library reads characters as bytes, so encode first: names may be in any script.
    const bytes = String.fromCharCode(...new TextEncoder().encode(text))
    const code = qrcode(0, 'M')
    code.addData(bytes, 'Byte')
    code.make()
    return { text, isCut, size: code.getModuleCount(), path: pathOf(code) }
  } catch {
    return null
  }
}

function pathOf(code: { getModuleCount(): number; isDark(row: number, column: number): boolean }): string {
  const size = code.getModuleCount()
  let path = ''
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`
    }
  }
  return path
}
