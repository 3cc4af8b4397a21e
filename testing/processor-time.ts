/** Rows as an insurer lists them: 2 MB. */
const plainText = JSON.stringify(
  Array.from({ length: 8000 }, (_none, at) => ({
    id: at,
    policy_number: `KKP/2026/LA/${100_000 + at}`,
    details_of_incidence: `${at} the rider was hit by a bus and fell. `.repeat(4),
    created_at: '2026-11-20 09:00:00',
  })),
)

/** Begins to count this thread's processor time, in which other programs have no part. @returns what it took so far, in ms */
export function processorTime(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
}

/**
 * The processor time, in ms, of reading 2 MB of JSON, on this computer and just now: the longest of three. Limits are
 * multiples of it, as a slow computer, or one whose processor others share, is not what is tested.
 */
export function plainWorkMs(): number {
  const times = Array.from({ length: 3 }, () => {
    const tookMs = processorTime()
    JSON.parse(plainText)
    return tookMs()
  })
  return Math.max(...times)
}

/** How many times the plain work `work` takes. */
export function timesPlainWork(work: () => unknown): number {
  const before = plainWorkMs()
  const tookMs = processorTime()
  work()
  return tookMs() / Math.max(before, plainWorkMs())
}
