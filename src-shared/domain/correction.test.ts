import { describe, expect, it } from 'vitest'
import type { ClaimFieldName } from './claim.ts'
import { isAboutPolicy, isUncorrected, uncorrectedFields } from './correction.ts'
import type { Product } from './product.ts'
import { emptyFields, type DraftFields, type Rejection, type SlotFiles } from './draft.ts'

const at = '2026-03-14T09:00:00.000Z'
const refused: DraftFields = {
  ...emptyFields(),
  policyNumber: 'KKP/2026/GO/000001',
  occurrenceDate: '03/04/2026',
  occurrenceAddress: 'Made-up Street',
  repairEstimate: '45000',
}
const turnedDown = (...names: readonly (ClaimFieldName | 'sector')[]): Rejection => ({
  entryId: '01980000-0000-7000-8000-000000000001',
  capturedAt: at,
  at,
  serverMessage: 'The given data was invalid.',
  fieldErrors: Object.fromEntries(names.map((name) => [name, ['No.']])),
  refused,
})
interface Looked {
  readonly product: Product
  readonly fields: DraftFields
  readonly rejection: Rejection | null
  readonly slotFiles?: SlotFiles
}
const draft = (rejection: Rejection | null, change: Partial<DraftFields> = {}): Looked => ({
  product: 'keke',
  fields: { ...refused, ...change },
  rejection,
})

describe('a draft of a rejected entry', () => {
  it('is corrected by another file in a refused slot, and by a link instead of it, not by the same file', () => {
    const [first, second] = ['01980000-0000-7000-8000-00000000000a', '01980000-0000-7000-8000-00000000000b']
    const rejection = { ...turnedDown('medicalReportUrl'), refusedFiles: { medicalReportUrl: first } }
    const withFile = (id: string): Looked => ({ ...draft(rejection), slotFiles: { medicalReportUrl: id } })
    expect(uncorrectedFields(withFile(first))).toEqual(['medicalReportUrl'])
    expect(isUncorrected(withFile(second))).toBe(false)
    expect(isUncorrected({ ...draft(rejection, { medicalReportUrl: 'https://files.example/1' }) })).toBe(
      false,
    )
    expect(isUncorrected({ ...withFile(second), rejection: { ...rejection, fieldErrors: {} } })).toBe(false)
    expect(isUncorrected({ ...withFile(first), rejection: { ...rejection, fieldErrors: {} } })).toBe(true)
  })

  it('is corrected by another product', () => {
    const rejection = { ...turnedDown('policyNumber'), refusedProduct: 'keke' } as const
    expect(isUncorrected(draft(rejection))).toBe(true)
    expect(isUncorrected({ ...draft(rejection), product: 'okada' })).toBe(false)
  })

  it('is uncorrected while a field with a reason would be sent as it was', () => {
    const rejection = turnedDown('repairEstimate', 'policyNumber')
    expect(uncorrectedFields(draft(rejection))).toEqual(['policyNumber', 'repairEstimate'])
    expect(uncorrectedFields(draft(rejection, { policyNumber: 'KKP/2026/GO/000002' }))).toEqual([
      'repairEstimate',
    ])
    const both = { policyNumber: 'KKP/2026/GO/000002', repairEstimate: '45001' }
    expect(isUncorrected(draft(rejection, both))).toBe(false)
    expect(isUncorrected(draft(rejection, { occurrenceAddress: 'Another Street' }))).toBe(true)
  })

  it.each<[ClaimFieldName, string]>([
    ['policyNumber', ' kkp/2026/go/000001 '],
    ['occurrenceDate', '3/4/2026'],
    ['occurrenceAddress', ' Made-up Street'],
    ['repairEstimate', '₦45,000.00'],
  ])('is not corrected by writing its %s differently', (name, typed) => {
    expect(isUncorrected(draft(turnedDown(name), { [name]: typed }))).toBe(true)
  })

  it('is corrected by the normal form of a number that was sent as it was typed', () => {
    const rejection = { ...turnedDown('policyNumber'), refused: { ...refused, policyNumber: 'kkp/1' } }
    const as = (policyNumber: string, policyAsTyped?: string): Looked & { policyAsTyped?: string } => ({
      ...draft(rejection, { policyNumber }),
      ...(policyAsTyped === undefined ? {} : { policyAsTyped }),
    })
    expect(isUncorrected(as('kkp/1', 'kkp/1'))).toBe(true)
    expect(isUncorrected(as('kkp/1'))).toBe(false)
    expect(isUncorrected(as('KKP/1', 'kkp/1'))).toBe(false)
  })

  it('is corrected by any change where the server named no field of the claim', () => {
    for (const rejection of [turnedDown(), turnedDown('sector')]) {
      expect(isUncorrected(draft(rejection))).toBe(true)
      expect(isUncorrected(draft(rejection, { occurrenceAddress: 'Another Street' }))).toBe(false)
    }
  })

  it('is about the rejected policy number as well as the one typed now', () => {
    const corrected = draft(turnedDown('policyNumber'), { policyNumber: 'KKP/2026/GO/000002' })
    expect(isAboutPolicy(corrected, 'kkp/2026/go/000001')).toBe(true)
    expect(isAboutPolicy(corrected, 'KKP/2026/GO/000002')).toBe(true)
    expect(isAboutPolicy(corrected, 'KKP/2026/GO/000003')).toBe(false)
  })
})

it('a draft without a rejection is never uncorrected', () => {
  expect(isUncorrected(draft(null))).toBe(false)
  expect(isAboutPolicy(draft(null), refused.policyNumber)).toBe(true)
})
