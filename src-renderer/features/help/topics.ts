import type { EntryStateName } from '#shared/outbox/entry.ts'
import type { HoldType } from '#shared/outbox/hold.ts'
import type { Tone } from '#renderer/ui/tone.ts'
import { stateName, stateTone } from '#renderer/features/outbox/entry-words.ts'
import { t } from '#renderer/i18n/index.ts'
import { holdTone } from '#renderer/app/layout/status-line.ts'

/** A help topic, as it appears in the help route. */
export type HelpTopic =
  `state-${EntryStateName}` | 'files' | 'candidate' | 'refused-alone' | 'listed-twice' | `hold-${HoldType}`

export interface Meaning {
  readonly topic: HelpTopic
  readonly tone: Tone
  readonly name: string
  readonly means: string
  readonly todo: string
}

// Records, so that the compiler reports a state or hold without a topic.
const stateNames = Object.values({
  queued: 'queued',
  sending: 'sending',
  unconfirmed: 'unconfirmed',
  'needs-review': 'needs-review',
  delivered: 'delivered',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
} as const satisfies { readonly [N in EntryStateName]: N })

const holdTypes = Object.values({
  offline: 'offline',
  intercepted: 'intercepted',
  'insurer-problem': 'insurer-problem',
  'rate-limited': 'rate-limited',
  paused: 'paused',
  stopped: 'stopped',
  'no-key': 'no-key',
  'key-refused': 'key-refused',
  locked: 'locked',
  'disk-full': 'disk-full',
  'read-only': 'read-only',
  'disk-fault': 'disk-fault',
  'policy-unread': 'policy-unread',
  'practice-unavailable': 'practice-unavailable',
} as const satisfies { readonly [T in HoldType]: T })

/** What each state of an entry means, in the order an entry passes through them. */
export function stateMeanings(): readonly Meaning[] {
  return [
    ...stateNames.map((name): Meaning => ({
      topic: `state-${name}`,
      tone: stateTone({ name }),
      name: stateName(name),
      means: t(`help.states.${name}.means`),
      todo: t(`help.states.${name}.todo`),
    })),
    {
      topic: 'files',
      tone: 'neutral',
      name: t('files.badge'),
      means: t('help.files.means'),
      todo: t('help.files.todo'),
    },
    {
      topic: 'candidate',
      tone: 'warning',
      name: t('outbox.candidate-badge'),
      means: t('help.candidate.means'),
      todo: t('sure.answers.candidate.next'),
    },
    {
      topic: 'refused-alone',
      tone: 'danger',
      name: t('outbox.refused-alone.badge'),
      means: t('help.refused-alone.means'),
      todo: t('sure.answers.refused-alone.next'),
    },
    {
      topic: 'listed-twice',
      tone: 'danger',
      name: t('outbox.duplicate-badge'),
      means: t('help.twice.means'),
      todo: t('sure.answers.listed-twice.next'),
    },
  ]
}

/** What each reason for not sending means, the common ones first. */
export function holdMeanings(): readonly Meaning[] {
  return holdTypes.map((type) => ({
    topic: `hold-${type}`,
    tone: holdTone({ type }),
    name: t(`help.holds.${type}.title`),
    means: t(`help.holds.${type}.means`),
    todo: t(`hold.${type}.todo`),
  }))
}
