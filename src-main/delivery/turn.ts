import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import { isReconcilable, isWaiting } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'

/** Everything that is not settled, in the order of acceptance, and which of it is in flight. */
interface Entries {
  readonly inOrder: Iterable<KeptEntry>
  readonly onTheirWay: Iterable<KeptEntry>
}

/**
 * The entries whose turn it is, in order, one of each policy: entries of one policy are sent one after the other, so
 * one that waits or fails holds back only later ones of its policy. An entry that needs an officer's decision holds back
 * none, and neither does a claim whose files are on their way. While an entry of a policy is in flight, nothing else of that policy is sent, whatever its kind.
 */
export function* inTurn(entries: Entries, mayTry: (entry: KeptEntry) => boolean): Generator<KeptEntry, void> {
  const onTheirWay = [...entries.onTheirWay]
  // An officer may resend an earlier entry while a later one of its policy is in flight: never both at once.
  const held = new Set(onTheirWay.map(({ policyTag }) => policyTag))
  const busy = new Set(onTheirWay.map(policyOf))
  for (const entry of entries.inOrder) {
    const { kind } = entry.body
    if (isWaiting(entry.state)) {
      if (waitsForFiles(entry.body)) continue
      const mayGo = !held.has(entry.policyTag) && !busy.has(policyOf(entry)) && mayTry(entry)
      held.add(entry.policyTag)
      if (!mayGo) continue
      busy.add(policyOf(entry))
      yield entry
    } else if (isReconcilable(kind, entry.state)) {
      held.add(entry.policyTag)
    }
  }
}

/** The policy of an entry, however it was typed. */
export function policyOf({ body }: KeptEntry): string {
  return policyNumberOf(body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber)
}
