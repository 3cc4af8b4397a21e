/** Whose work is shown to the person at the computer. */
export interface Audience {
  /** The owner of new work; null without officers. */
  officerId(): string | null
  /** Whether an entry that this officer captured (null: before there were officers) is shown. */
  seesEntryOf(officerId: string | null): boolean
  /** Whether such an entry is counted: those that are shown, and all of them while the application is locked. */
  countsEntryOf(officerId: string | null): boolean
  /** Whether a draft of this officer (null: the office's) is shown. A manager sees no one else's drafts. */
  seesDraftOf(officerId: string | null): boolean
  /** Whether a draft is the office's: shared, from before there were officers, or, for managers, from who has left. */
  isOffices(officerId: string | null): boolean
  /** The name of the officer who captured an entry, even if they have left. */
  nameOf(officerId: string | null): string | null
}
