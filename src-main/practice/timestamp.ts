/** ISO 8601 in UTC with microseconds and a trailing Z, as the spec writes timestamps. JavaScript knows milliseconds only. */
export function timestamp(date: Date): string {
  return date.toISOString().replace('Z', '000Z')
}
