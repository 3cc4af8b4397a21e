import { FilterPass, type FilteredRows, type RowFilter } from '../row-search.ts'

/** A whole pass over the rows. */
export function filterRows(
  rows: ConstructorParameters<typeof FilterPass>[0],
  filter: RowFilter,
): FilteredRows {
  const pass = new FilterPass(rows, filter)
  pass.run(() => false)
  return pass.found
}
