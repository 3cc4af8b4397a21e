/**
 * Now as an ISO time, or a millisecond after `before` if that is later: the clock of a branch computer may jump back,
 * and a newer version must still have a later time than main's copy.
 */
export function momentAfter(before: string): string {
  return new Date(Math.max(Date.now(), Date.parse(before) + 1)).toISOString()
}
