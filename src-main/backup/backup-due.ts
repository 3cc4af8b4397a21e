/** Local hour from which a day's backup is written: most of the day's work is in it, and the office is still open. */
const hour = 15
const dayMs = 86_400_000
const overdueMs = 3 * dayMs

/** The last moment at which a backup became due. */
function lastDue(now: Date): Date {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour)
  return today <= now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour)
}

/**
 * Whether a backup is to be written: once a day from 15:00 on, and at the first chance where that was missed. One from
 * the future was written before the clock was set back, and counts as none.
 */
export function isBackupDue(now: Date, lastAt: string | null): boolean {
  if (lastAt === null) return true
  const last = Date.parse(lastAt)
  return last < lastDue(now).getTime() || last > now.getTime()
}

/** Milliseconds until the next one becomes due. */
export function msUntilDue(now: Date): number {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour)
  const next = today > now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, hour)
  return next.getTime() - now.getTime()
}

/** Whether backups have failed for so long that it is an alarm. */
export function isOverdue(now: Date, failingSince: string | null): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= overdueMs
}
