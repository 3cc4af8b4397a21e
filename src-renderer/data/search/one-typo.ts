/**
 * Whether two words differ by at most one typo: a letter wrong, missing or extra, or two adjacent letters swapped.
 */
export function isWithinOneTypo(one: string, other: string): boolean {
  if (one.length > other.length) return isWithinOneTypo(other, one)
  if (other.length - one.length > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const left = one.length - start - end
  if (left <= 1 && other.length - start - end <= 1) return true
  return (
    one.length === other.length &&
    left === 2 &&
    one[start] === other[start + 1] &&
    one[start + 1] === other[start]
  )
}
