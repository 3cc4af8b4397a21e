import { describe, expect, it } from 'vitest'
import type { ClaimFieldName } from '#shared/domain/claim.ts'
import { tidyPaste, tidyTyped } from './tidy.ts'

describe('a paste', () => {
  it.each<[ClaimFieldName, string, string]>([
    ['policyNumber', '  KKP/2026/LA/\r\n000001 \n', 'KKP/2026/LA/ 000001'],
    ['policyNumber', 'kkp / 2026/la/000001.', 'kkp / 2026/la/000001.'],
    ['policyNumber', '\u200eKKP/2026/\u200bLA/000001\ufeff', 'KKP/2026/LA/000001'],
    ['claimantIdentification', '\tNIN\u00a000000000417\n', 'NIN 00000000417'],
    ['occurrenceAddress', '14 Made-up Street,\n Yaba,\n Lagos\n', '14 Made-up Street, Yaba, Lagos'],
    ['incidentDetails', 'First line.\r\nSecond\u0007 line.\n', 'First line.\nSecond line.\n'],
    ['occurrenceDate', ' 05/03/2026\n', '05/03/2026'],
    ['occurrenceDate', '5th March, 2026', '05/03/2026'],
    ['repairEstimate', '₦ 1,234,567.50\n', '1,234,567.50'],
    ['repairEstimate', 'about 20,000', '20,000'],
    [
      'medicalReportUrl',
      ' https://files.example/a-long-\nname.pdf ',
      'https://files.example/a-long-name.pdf',
    ],
  ])('into %s as %j becomes %j', (name, pasted, tidy) => {
    expect(tidyPaste(name, pasted)).toBe(tidy)
  })

  it('keeps the joiners that a script needs in free text', () => {
    expect(tidyPaste('occurrenceAddress', 'می\u200cخواهم')).toBe('می\u200cخواهم')
    expect(tidyPaste('incidentDetails', 'Ọ̀rẹ́ said "stop"')).toBe('Ọ̀rẹ́ said "stop"')
  })
})

it('a day is written in the local order once the field is left', () => {
  expect(tidyTyped('occurrenceDate', '02112026')).toBe('02/11/2026')
  expect(tidyTyped('occurrenceDate', '31/2/2026')).toBeNull()
})

describe('an amount', () => {
  it.each([
    ['185000', '185,000'],
    ['₦45,000.5', '45,000.50'],
    ['NGN 1 234 567', '1,234,567'],
    ['N500', '500'],
    ['=N=45,000', '45,000'],
    ['45,000/=', '45,000'],
    ['45000/-', '45,000'],
    ['45,000 naira only', '45,000'],
    ['007', '7'],
    ['0', '0'],
    // Wrong, but kept for the officer to see.
    ['-5000', '-5,000'],
    ['1.0055', '1.0055'],
    ['45k', '45,000'],
    ['₦1.5m', '1,500,000'],
  ])('typed as %j is shown as %j', (typed, tidy) => {
    expect(tidyTyped('repairEstimate', typed)).toBe(tidy)
  })

  it.each(['', 'a lot', '45,00', '45.000', '12kk', '1e5', '1.2.3'])('%j stays unchanged', (typed) => {
    expect(tidyTyped('repairEstimate', typed)).toBeNull()
  })
})
