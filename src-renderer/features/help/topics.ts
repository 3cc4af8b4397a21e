import { claimTopics, toneOf, type ClaimTopic } from '#shared/claim/describe.ts'
import type { Tone } from '#shared/claim/tone.ts'
import type { HoldType } from '#shared/outbox/hold.ts'
import { holdTone } from '#renderer/app/layout/status-line.ts'
import { t } from '#renderer/i18n/index.ts'
import { say } from '#renderer/i18n/say.ts'

/** A help topic, as it appears in the help route. */
export type HelpTopic = ClaimTopic | `hold-${HoldType}`

export interface Meaning {
  readonly topic: HelpTopic
  readonly tone: Tone
  readonly name: string
  readonly means: string
  readonly todo: string
}

// A record, so that the compiler reports a hold without a topic.
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

/** What each situation of a claim means, in the order a claim passes through them. */
export function claimMeanings(): readonly Meaning[] {
  return claimTopics.map((topic) => ({
    topic,
    tone: toneOf(topic),
    name: say(`badge.${topic}`),
    means: t(`help.claims.${topic}.means`),
    todo: t(`help.claims.${topic}.todo`),
  }))
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
