import { isAboutPolicy } from '#shared/domain/correction.ts'
import { isSamePolicy, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { BackupDraft, BackupEntry } from './backup-content.ts'
import { dropWaiting, keepWaiting, waitingBackups, type WaitingPlace } from './waiting-backups.ts'

/** What the backups that wait hold about a policy. Throws what SQLite throws. */
export function waitingAbout(
  place: WaitingPlace,
  policy: PolicyNumber,
): { readonly entries: readonly BackupEntry[]; readonly drafts: readonly BackupDraft[] } {
  const all = waitingBackups(place).map(({ content }) => content)
  return {
    entries: all.flatMap(({ entries }) => entries.filter((entry) => isEntryAbout(entry, policy))),
    drafts: all.flatMap(({ drafts }) => drafts.filter(({ draft }) => isAboutPolicy(draft, policy))),
  }
}

/** Takes a policy out of the backups that wait, inside the caller's transaction; an empty one goes. Throws SQLite's error. */
export function forgetInWaiting(place: WaitingPlace, policy: PolicyNumber): void {
  for (const waiting of waitingBackups(place)) {
    const { content } = waiting
    const entries = content.entries.filter((entry) => !isEntryAbout(entry, policy))
    const drafts = content.drafts.filter(({ draft }) => !isAboutPolicy(draft, policy))
    if (entries.length + drafts.length === 0) dropWaiting(place.database, content.id)
    else keepWaiting(place, { ...waiting, content: { ...content, entries, drafts } })
  }
}

function isEntryAbout({ body }: BackupEntry, policy: PolicyNumber): boolean {
  return isSamePolicy(body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber, policy)
}
