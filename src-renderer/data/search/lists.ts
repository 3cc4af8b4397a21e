/** Many lists of whole numbers, one after another in one array. */
export interface ListsParts {
  /** Where each list begins, and one number more for the end. */
  readonly starts: Uint32Array<ArrayBuffer>
  readonly values: Uint32Array<ArrayBuffer>
}

/** Packs lists. */
export function packLists(lists: readonly (readonly number[])[]): ListsParts {
  const starts = new Uint32Array(lists.length + 1)
  let total = 0
  lists.forEach((list, index) => {
    starts[index] = total
    total += list.length
  })
  starts[lists.length] = total
  const values = new Uint32Array(total)
  lists.forEach((list, index) => values.set(list, starts[index]))
  return { starts, values }
}

/** One of the lists; nothing is copied. */
export function listAt({ starts, values }: ListsParts, index: number): Uint32Array<ArrayBuffer> {
  return values.subarray(starts[index] ?? 0, starts[index + 1] ?? 0)
}
