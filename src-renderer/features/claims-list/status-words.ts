import { stateTone } from '#renderer/features/outbox/entry-words.ts'
import type { Tone } from '#renderer/ui/tone.ts'
import { t } from '#renderer/i18n/index.ts'
import type { ClaimGroup, ClaimRow } from '#shared/domain/claim-list.ts'
import { entryStateNames } from '#shared/outbox/entry.ts'
import { isSettled } from '#shared/outbox/predicates.ts'

type StatusNames = Readonly<Record<string, string>>

/** One of the insurer's status values: the merchant's name for it, if any, and always the value itself. */
export function statusText(value: string, names: StatusNames): string {
  if (value === '') return t('received.status-empty')
  const name = Object.hasOwn(names, value) ? names[value] : undefined
  return name === undefined ? t('received.status', { value }) : t('received.status-named', { name, value })
}

/** The state of a row in words. */
export function rowStateText(state: ClaimGroup, names: StatusNames): string {
  if (state.startsWith('status:')) return statusText(state.slice('status:'.length), names)
  const name = entryStateNames.find((known) => state === `entry:${known}`)
  return name === undefined ? t('received.not-listed-yet') : t(`outbox.state.${name}`)
}

/** The colour that supports the words. Status values have none: their meaning is undocumented. */
export function rowTone({ claimId, entry }: Pick<ClaimRow, 'claimId' | 'entry'>): Tone {
  return claimId === null && entry !== null ? stateTone(entry.state) : 'neutral'
}

/** Whether an entry is still open although the insurer lists its claim; then both states are shown. */
export function isStillOpen({ claimId, entry }: Pick<ClaimRow, 'claimId' | 'entry'>): boolean {
  return claimId !== null && entry !== null && !isSettled(entry.state)
}

/** The states in the order an officer needs them: open ones first, then the insurer's values. */
export function orderedStates(states: Iterable<ClaimGroup>): ClaimGroup[] {
  return [...states].sort(
    (one, other) => rank(one) - rank(other) || one.localeCompare(other, 'en', { numeric: true }),
  )
}

function rank(state: ClaimGroup): number {
  if (state.startsWith('status:')) return 100
  const index = entryStateNames.findIndex((name) => state === `entry:${name}`)
  return index < 0 ? 50 : index
}
