import type { OfficerDesk } from './officer-desk.ts'

/** Whose work is shown to whoever sits at the desk now. */
export interface Audience {
  /** Who new work belongs to; null at a desk without officers. */
  officerId(): string | null
  /** Whether an entry that this officer captured (null: before there were officers) is shown. */
  seesEntryOf(officerId: string | null): boolean
  /** Whether a draft of this officer (null: the office's) is shown. A manager reads nobody's drafts. */
  seesDraftOf(officerId: string | null): boolean
  /** The name of whoever captured an entry, also of an officer who has left. */
  nameOf(officerId: string | null): string | null
}

/** The rules: own work, what was there before there were officers, and what the office shares. */
export function createAudience(desk: OfficerDesk, sharesOutbox: () => boolean): Audience {
  const isOwnOrShared = (officerId: string | null): boolean =>
    !desk.isLocked() && (officerId === null || desk.current()?.id === officerId)
  return {
    officerId: () => desk.current()?.id ?? null,
    seesEntryOf(officerId) {
      if (isOwnOrShared(officerId)) return true
      // Without officers (the last one was removed) everybody who opens the application sees everything.
      if (desk.status().type === 'off') return true
      return !desk.isLocked() && (desk.current()?.role === 'manager' || sharesOutbox())
    },
    seesDraftOf: (officerId) => isOwnOrShared(officerId) || desk.status().type === 'off',
    nameOf: (officerId) => (officerId === null ? null : (desk.names().get(officerId) ?? null)),
  }
}
