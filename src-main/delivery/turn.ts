import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { isReconcilable, isWaiting } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'

/** What decides which entry may be sent next. */
export interface TurnConditions {
  mayTry(entry: KeptEntry): boolean
}

/** Everything that is not settled, in the order of acceptance, and which of it is in flight. */
interface Entries {
  readonly inOrder: Iterable<KeptEntry>
  readonly onTheirWay: Iterable<KeptEntry>
}

/**
 * The first entry whose turn it is: entries of one policy are sent in order, so an entry that waits or fails holds back
 * only later ones of its policy. An entry that needs an officer's decision holds back none. While an entry of a policy
 * is in flight, nothing else of that policy is sent, whatever its kind.
 */
export function nextInTurn(entries: Entries, conditions: TurnConditions): KeptEntry | null {
  const onTheirWay = [...entries.onTheirWay]
  // An officer may resend an earlier entry while a later one of its policy is in flight: never both at once.
  const held = new Set(onTheirWay.map(({ policyTag }) => policyTag))
  const busy = new Set(onTheirWay.map(policyOf))
  for (const entry of entries.inOrder) {
    const { kind } = entry.body
    if (isWaiting(entry.state)) {
      const mayGo = !held.has(entry.policyTag) && !busy.has(policyOf(entry))
      if (mayGo && conditions.mayTry(entry)) return entry
      held.add(entry.policyTag)
    } else if (isReconcilable(kind, entry.state)) {
      held.add(entry.policyTag)
    }
  }
  return null
}

function policyOf({ body }: KeptEntry): string {
  return policyNumberOf(body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber)
}
