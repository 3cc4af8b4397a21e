const hourMs = 60 * 60_000
export const dayMs = 24 * hourMs

/** What needs someone is old after this: it should be done within the same working day. */
export const needsYouOldMs = 8 * hourMs
/** An office without a scheduled backup for as long has to hear of it. */
export const backupOverdueMs = 3 * dayMs
/** The list of pharmacies on this computer is old after this. */
export const directoryOldMs = 7 * dayMs
