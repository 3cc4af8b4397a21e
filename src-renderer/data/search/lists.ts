/** Many lists of integers, concatenated in one array. */
export interface ListsParts {
  /** The offset of each list, plus a final one for the end. */
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

/** One of the lists, as a view without copying. */
export function listAt({ starts, values }: ListsParts, index: number): Uint32Array<ArrayBuffer> {
  return values.subarray(starts[index] ?? 0, starts[index + 1] ?? 0)
}
