import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'

const oneCell = (cell: string | number): string => csvOf([[cell]]).slice(1, -2)

describe('a table as CSV', () => {
  it('starts with a UTF-8 mark and ends lines as in RFC 4180', () => {
    expect(
      csvOf([
        ['Day', 'Amount'],
        ['₦', 45_000.5],
      ]),
    ).toBe('\ufeffDay,Amount\r\n₦,45000.5\r\n')
  })

  it.each([
    ['Ada, Bayo', '"Ada, Bayo"'],
    ['Ada "Bayo"', '"Ada ""Bayo"""'],
    ['Ada\nBayo', '"Ada\nBayo"'],
    ['Ada\r\nBayo', '"Ada\r\nBayo"'],
    ['Ọlá Bàyọ̀', 'Ọlá Bàyọ̀'],
    ['', ''],
  ])('quotes text that would end a cell: %j', (text, cell) => {
    expect(oneCell(text)).toBe(cell)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1+1', '＝1+1', '＠x'])('prevents a formula in %j', (text) => {
    expect(oneCell(text)).toBe(`'${text}`)
  })

  it.each(['\t=1+1', '\r=1+1', '\n=1+1'])('prevents a formula in %j', (text) => {
    expect(oneCell(text).replaceAll('"', '')).toBe(`'${text}`)
  })

  it('prevents a formula in text that also needs quotes', () => {
    expect(oneCell('=HYPERLINK("https://elsewhere.invalid","Ada")')).toBe(
      '"\'=HYPERLINK(""https://elsewhere.invalid"",""Ada"")"',
    )
  })

  it('keeps numbers as numbers, and leaves a sign inside a text alone', () => {
    expect([oneCell(-1), oneCell('Ada-Bayo'), oneCell('ada@branch')]).toEqual([
      '-1',
      'Ada-Bayo',
      'ada@branch',
    ])
  })
})
