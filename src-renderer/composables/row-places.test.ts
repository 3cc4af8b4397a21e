import { expect, it } from 'vitest'
import { placedRows, type PlacedRow } from './useRowWindow.ts'

const indexes = (first: number, end: number): number[] =>
  Array.from({ length: end - first }, (_, offset) => first + offset)
const placeOf = (rows: readonly PlacedRow[], index: number): number | undefined =>
  rows.find((row) => row.index === index)?.place

it('stay with the rows that stay, and pass from leaving rows to new ones', () => {
  const before = placedRows([], indexes(0, 10))
  const after = placedRows(before, indexes(3, 13))
  for (const index of indexes(3, 10)) expect(placeOf(after, index)).toBe(placeOf(before, index))
  expect(new Set(after.map(({ place }) => place))).toEqual(new Set(before.map(({ place }) => place)))
})

it('never belong to two rows, whichever rows are shown next', () => {
  let rows: PlacedRow[] = []
  for (const [first, end] of [
    [0, 5],
    [2, 12],
    [9, 11],
    [0, 20],
    [40, 45],
    [3, 30],
  ] as const) {
    rows = placedRows(rows, [...indexes(first, end), 77])
    expect(new Set(rows.map(({ place }) => place)).size).toBe(rows.length)
    expect(rows.map(({ index }) => index)).toEqual([...indexes(first, end), 77])
  }
})
