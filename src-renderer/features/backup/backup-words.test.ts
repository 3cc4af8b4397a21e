import { expect, it } from 'vitest'
import { takingInLines } from './backup-words.ts'

const nothing = { open: 0, settled: 0, drafts: 0 }
const from = '7F3K-92QD'

it('says whose work a copy is and what becomes of it, and what is here already', () => {
  const lines = takingInLines({ from, known: 2, brings: { ...nothing, open: 1 } })
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain(from)
  expect(lines[3]).toContain('2 are already here')
})

it('says of a file that brings nothing only what is here already', () => {
  expect(takingInLines({ from, known: 6, brings: nothing })).toEqual(['6 are already here.'])
})
