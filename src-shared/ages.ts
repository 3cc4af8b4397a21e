const hourMs = 60 * 60_000
export const dayMs = 24 * hourMs

/** What needs someone is old after this: it should be done within the same working day. */
export const needsYouOldMs = 8 * hourMs
/** The list of pharmacies on this computer is old after this. */
export const directoryOldMs = 7 * dayMs
