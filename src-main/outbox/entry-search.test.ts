import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { EntrySearch } from './entry-search.ts'
import { migrate } from './migrations.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { accepted, at, delivered } from './testing/entries.ts'
import { claimSubmission, pharmacySubmission } from './testing/made-up.ts'
import { plainProtection } from './testing/plain-protection.ts'

let database: DatabaseSync
let outbox: Outbox
let search: EntrySearch

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  migrate(database)
  outbox = createOutbox(database, plainProtection)
  search = new EntrySearch(outbox, 3)
})
afterEach(() => database.close())

const everyone = {
  seesEntryOf: () => true,
  nameOf: (id: string | null) => (id === null ? null : `Ọlá ${id}`),
}
const find = (text: string): readonly string[] => search.find(text, everyone)
const claim = (changes: Partial<ClaimContent>, branchReference = '7F3K-92QD'): string =>
  accepted(outbox, claimSubmission(changes, { branchReference }))

describe('the search over the outbox', () => {
  it.each([
    ['kkp/2026/la/000417', 'as it is written'],
    ['KKP / 2026\\LA/000417', 'with spaces and another slash'],
    ['kkp2026la000417', 'without slashes'],
    ['ＫＫＰ/2026/ＬＡ/000417', 'full-width'],
    ['la/0004', 'a part of it'],
    ['000417 yaba', 'with another word'],
    ['9xyz 1abc', 'the reference'],
    ['9xyz1abc', 'the reference without its hyphen'],
    ['nin test 77', 'the claimant’s identification'],
    ['IKEJA', 'the place'],
    ['ìkẹjà', 'the place, with its marks'],
  ])('finds a claim by %s: %s', (text) => {
    const found = claim(
      {
        policyNumber: 'kkp/20\u200b26/LA/000417',
        claimantIdentification: 'NIN-TEST-77',
        occurrenceAddress: '3 Made-up Road, Ikeja by Yaba',
      },
      '9XYZ-1ABC',
    )
    claim({ policyNumber: 'OKP/2026/ZZ/000999', claimantIdentification: 'NIN-TEST-88' })
    expect(find(text)).toEqual([found])
  })

  it('finds a pharmacy request by its pharmacy, and work by its officer', () => {
    const request = accepted(outbox, pharmacySubmission())
    const { id, ...submission } = claimSubmission({ policyNumber: 'KKP/1/2' })
    outbox.accept({ id, ...submission }, at, 'Bayo')
    expect(find('test pharm')).toEqual([request])
    expect(find('ola bayo')).toEqual([id])
    expect(find('bayo kkp/1/2')).toEqual([id])
    expect(find('bayo elsewhere')).toEqual([])
  })

  it('passes over what the officer may not see', () => {
    outbox.accept(claimSubmission({ occurrenceAddress: 'Ikeja' }), at, 'Bayo')
    expect(search.find('ikeja', { ...everyone, seesEntryOf: (id) => id !== 'Bayo' })).toEqual([])
    expect(find('ikeja')).toHaveLength(1)
  })

  it('searches settled entries as far as they are listed, and opens each once', () => {
    const opened: string[] = []
    const counted = {
      undelivered: () => outbox.undelivered(),
      settledIds: (most: number) => outbox.settledIds(most),
      get: (id: string) => {
        opened.push(id)
        return outbox.get(id)
      },
    }
    const ids = [delivered(outbox), delivered(outbox), delivered(outbox), delivered(outbox)]
    const listed = new EntrySearch(counted, 3)
    expect([...listed.find('yaba', everyone)].sort()).toEqual(ids.slice(1).sort())
    listed.find('yaba', everyone)
    expect(opened).toHaveLength(3)
    outbox.remove([ids[3] ?? ''])
    expect(listed.find('yaba', everyone)).not.toContain(ids[3])
  })

  it('finds everything where there is no word to look for', () => {
    expect([claim({}), claim({ policyNumber: 'KKP/1/2' })].sort()).toEqual([...find(' / ')].sort())
  })
})
