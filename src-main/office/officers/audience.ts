import type { Audience } from '#main/outbox/audience.ts'
import type { OfficerSession } from './officer-session.ts'

/** The rules: own work, work from before there were officers, what the office shares, and what who left leaves to managers. */
export function createAudience(session: OfficerSession, sharesOutbox: () => boolean): Audience {
  const isOffices = (officerId: string | null): boolean => {
    const status = session.status()
    if (officerId === null || status.type === 'off') return true
    // Who has left shared nothing with colleagues: managers alone carry it on.
    const isManager = status.type === 'signed-in' && status.officer.role === 'manager'
    return isManager && !status.officers.some(({ id }) => id === officerId)
  }
  const isOwnOrOffices = (officerId: string | null): boolean =>
    !session.isLocked() && (isOffices(officerId) || session.current()?.id === officerId)
  const seesEntryOf = (officerId: string | null): boolean => {
    if (isOwnOrOffices(officerId)) return true
    return !session.isLocked() && (session.current()?.role === 'manager' || sharesOutbox())
  }
  return {
    officerId: () => session.current()?.id ?? null,
    seesEntryOf,
    countsEntryOf: (officerId) => session.isLocked() || seesEntryOf(officerId),
    seesDraftOf: isOwnOrOffices,
    isOffices,
    nameOf: (officerId) => (officerId === null ? null : (session.names().get(officerId) ?? null)),
  }
}

/** Whether what only managers may begin may still go on: someone else may have signed in since. */
export function mayManage(session: OfficerSession): boolean {
  return !session.isLocked() && session.current()?.role !== 'officer'
}

/** Whether an officer with that id works here, as the one who is signed in sees it. */
export function worksHere(officers: OfficerSession, officerId: string): boolean {
  const status = officers.status()
  return status.type === 'signed-in' && status.officers.some(({ id }) => id === officerId)
}
