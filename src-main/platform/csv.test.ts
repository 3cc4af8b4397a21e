import { describe, expect, it } from 'vitest'
import { timesPlainWork } from '#testing/processor-time.ts'
import { csvOf } from './csv.ts'

const oneCell = (cell: string | number): string => csvOf([[cell]]).slice(1, -2)

describe('a table as CSV', () => {
  it('starts with a UTF-8 mark and ends lines as in RFC 4180', () => {
    expect(
      csvOf([
        ['Day', 'Amount'],
        ['₦', 45_000.5],
      ]),
    ).toBe('\ufeff"Day","Amount"\r\n"₦",45000.5\r\n')
  })

  it.each([
    ['Ada, Bayo', '"Ada, Bayo"'],
    ['Ada "Bayo"', '"Ada ""Bayo"""'],
    ['Ada\tBayo', '"Ada Bayo"'],
    ['Ada\r\nBayo', '"Ada  Bayo"'],
    ['Ọlá Bàyọ̀', '"Ọlá Bàyọ̀"'],
    ['', '""'],
  ])('quotes every text, and keeps it on its line: %j', (text, cell) => {
    expect(oneCell(text)).toBe(cell)
  })

  const signs = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＠x']
  it.each(signs)('prevents a formula in %j, at the beginning or after any separator', (text) => {
    expect(oneCell(text)).toBe(`"'${text}"`)
    expect(oneCell(` ${text}`)).toBe(`" '${text}"`)
    for (const separator of [',', ';', ':', '|', '; ', ';;']) {
      expect(oneCell(`x${separator}${text}`)).toBe(`"x${separator}'${text}"`)
      expect(oneCell(`${separator}${text}`)).toBe(`"${separator}'${text}"`)
    }
    for (const separator of ['\t', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
      expect(oneCell(`x${separator}${text}`)).toBe(`"x '${text}"`)
      expect(oneCell(`${separator}${text}`)).toBe(`" '${text}"`)
    }
    for (const quote of ['"', '""', ' " ']) {
      expect(oneCell(`x;${quote}${text}`)).toBe(`"x;${quote.replaceAll('"', '""')}'${text}"`)
    }
  })

  it('prevents a formula however a program splits what is written', () => {
    const texts = ['x;=1+1', 'x\t=1+1', '=1+1', 'a|@b', '\n-1', '";"=1+1', "';=1", 'a;"\t"+1', ';\t;\r\n;=1']
    const written = csvOf([texts]).slice(1, -2)
    for (const separator of [',', ';', '\t', '|', ':', /[\r\n]/])
      for (const part of written.split(separator)) {
        expect(part).not.toMatch(/^["\s]*[=+\-@]/)
        expect(part).not.toMatch(/^"*[\t\r\n]/)
      }
  })

  it('prevents a formula in text that also needs quotes', () => {
    expect(oneCell('=HYPERLINK("https://elsewhere.invalid","Ada")')).toBe(
      '"\'=HYPERLINK(""https://elsewhere.invalid"",""Ada"")"',
    )
  })

  it('keeps numbers as numbers, and leaves a sign inside a text alone', () => {
    expect([oneCell(-1), oneCell('Ada-Bayo'), oneCell('ada@branch'), oneCell('Shop 5 - Allen')]).toEqual([
      '-1',
      '"Ada-Bayo"',
      '"ada@branch"',
      '"Shop 5 - Allen"',
    ])
  })

  it('takes long texts of blanks, separators and signs at once', () => {
    const times = timesPlainWork(() => {
      for (const piece of [' ', '\t', '" ', '; =', ' =', ';"\t']) oneCell(`${piece.repeat(20_000)}=`)
    })
    expect(times).toBeLessThan(50)
  })
})
