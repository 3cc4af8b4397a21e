import { describe, expect, it } from 'vitest'
import { namesOf, problemOf, rowsOf, withFinal, type StatusNameRow } from './status-name-rows.ts'

const typed = (value: string, name: string, id = 0): StatusNameRow => ({ id, value, name, isKnown: false })

describe('the names of status values', () => {
  it('list seen, named and final values, each once, in order', () => {
    const rows = rowsOf({ '10': 'Paid', x: 'Odd' }, ['10', '4'], ['2', '10', '0', ''])
    expect(rows.map(({ value, name }) => [value, name])).toEqual([
      ['0', ''],
      ['2', ''],
      ['4', ''],
      ['10', 'Paid'],
      ['x', 'Odd'],
    ])
  })

  it('are saved without unnamed values', () => {
    expect(namesOf([typed('0', ' New '), typed('1', '  '), typed(' 2 ', 'Paid')])).toEqual({
      '0': 'New',
      '2': 'Paid',
    })
  })

  it('have final values beside them, each once', () => {
    expect(withFinal(['4'], '2', true)).toEqual(['4', '2'])
    expect(withFinal(['4', '2'], '2', true)).toEqual(['4', '2'])
    expect(withFinal(['4', '2'], '4', false)).toEqual(['2'])
  })

  it('must each have a distinct value', () => {
    expect(problemOf([typed('0', 'New'), typed('', '')])).toBeNull()
    expect(problemOf([typed('', 'New')])).toBe('statusNames.problems.value-missing')
    expect(problemOf([typed('0', 'New'), typed(' 0', 'Old')])).toBe('statusNames.problems.value-twice')
    expect(problemOf(Array.from({ length: 51 }, (_, id) => typed(String(id), 'n', id)))).toBe(
      'statusNames.problems.too-many',
    )
  })
})
