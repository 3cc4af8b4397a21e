import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { isReconcilable, isWaiting } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'

/** What may go out next, and what its turn depends on. */
export interface TurnConditions {
  mayTry(entry: KeptEntry): boolean
}

/** Everything that is not settled, in the order of acceptance, and what of it is on its way. */
interface Entries {
  readonly inOrder: Iterable<KeptEntry>
  readonly onTheirWay: Iterable<KeptEntry>
}

/**
 * The first entry whose turn it is: entries of one policy go out in order, and an entry that waits or fails holds back
 * nobody but those behind it of its own policy. What only an officer can move on holds back nobody. While something of
 * a policy is on its way, nothing else of it is sent, whatever its kind.
 */
export function nextInTurn(entries: Entries, conditions: TurnConditions): KeptEntry | null {
  const onTheirWay = [...entries.onTheirWay]
  // An officer may send an earlier one again while a later one of its policy is on its way: never both at once.
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
