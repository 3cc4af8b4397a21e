import { isAboutPolicy } from '#shared/domain/correction.ts'
import { isSamePolicy, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { BackupDraft, BackupEntry } from './backup-content.ts'
import { dropWaiting, keepWaiting, waitingBackups, type WaitingPlace } from './waiting-backups.ts'

/** What the backups that wait hold about a policy. Throws what SQLite throws. */
export function waitingAbout(
  place: WaitingPlace,
  policy: PolicyNumber,
): {
  readonly entries: readonly BackupEntry[]
  readonly drafts: readonly BackupDraft[]
  /** How many files belong to those. */
  readonly files: number
} {
  const all = waitingBackups(place).map(({ content }) => content)
  const entries = all.flatMap((one) => one.entries.filter((entry) => isEntryAbout(entry, policy)))
  const drafts = all.flatMap((one) => one.drafts.filter(({ draft }) => isAboutPolicy(draft, policy)))
  const ids = new Set([...entries.map(({ id }) => id), ...drafts.map(({ draft }) => draft.id)])
  const files = all.flatMap((one) => one.files.filter(({ claimId }) => ids.has(claimId))).length
  return { entries, drafts, files }
}

/** Takes a policy out of the backups that wait, inside the caller's transaction; an empty one goes. Throws SQLite's error. */
export function forgetInWaiting(place: WaitingPlace, policy: PolicyNumber): void {
  for (const waiting of waitingBackups(place)) {
    const { content } = waiting
    const entries = content.entries.filter((entry) => !isEntryAbout(entry, policy))
    const drafts = content.drafts.filter(({ draft }) => !isAboutPolicy(draft, policy))
    if (entries.length + drafts.length === 0) dropWaiting(place.database, content.id)
    else {
      const left = new Set([...entries.map(({ id }) => id), ...drafts.map(({ draft }) => draft.id)])
      const files = content.files.filter(({ claimId }) => left.has(claimId))
      const kept = new Set(files.map(({ id }) => id))
      const arrived = waiting.arrived.filter(({ of }) => kept.has(of))
      keepWaiting(place, { ...waiting, arrived, content: { ...content, entries, drafts, files } })
    }
  }
}

function isEntryAbout({ body }: BackupEntry, policy: PolicyNumber): boolean {
  return isSamePolicy(body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber, policy)
}
