import type { InsurerChange, InsurerSays } from '#shared/claim/follow-up.ts'
import type { ShownClaim } from '#shared/domain/received-claim.ts'

const mostChanges = 50

/** What was said before is kept with its time, oldest first. */
type Changes = readonly InsurerChange[]

/** What an answer says of a claim. */
export function saidBy({ status, repairEstimate, deletedAt }: ShownClaim): InsurerSays {
  return { status, estimate: repairEstimate, isDeleted: deletedAt !== null }
}

/** What the insurer last said; null while it was not seen to say anything. */
export function lastOf(changes: Changes): InsurerSays | null {
  const last = changes.at(-1)
  if (last === undefined) return null
  const { at: _at, ...says } = last
  return says
}

/** When the insurer last said something else than before; the first of the changes is how it was. */
export function changedAtOf(changes: Changes): string | null {
  return changes.length > 1 ? (changes.at(-1)?.at ?? null) : null
}

export function saysTheSame(one: InsurerSays | null, other: InsurerSays | null): boolean {
  return (
    one?.status === other?.status && one?.estimate === other?.estimate && one?.isDeleted === other?.isDeleted
  )
}

/** The changes once the insurer said this; the same object where that is nothing new. @param receivedAt ISO time */
export function withSays(changes: Changes, says: InsurerSays, at: string, receivedAt: () => string): Changes {
  if (saysTheSame(lastOf(changes), says)) return changes
  if (changes.length > 0) return [...changes, { ...says, at }].slice(-mostChanges)
  // A new claim has the status 0 (spec): one that is seen with another for the first time was changed before.
  const received = { ...says, status: '0', isDeleted: false }
  return saysTheSame(received, says)
    ? [{ ...says, at }]
    : [
        { ...received, at: receivedAt() },
        { ...says, at },
      ]
}

/** Whether the last change was one of the status. */
export function isStatusChanged(changes: Changes): boolean {
  const [before, last] = changes.slice(-2)
  return last !== undefined && before?.status !== last.status
}
