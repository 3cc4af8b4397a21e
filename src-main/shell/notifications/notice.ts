import type { ClaimGroup } from '#shared/claim/claim.ts'
import type { Environment } from '#shared/domain/product.ts'
import { say } from '#main/platform/texts/texts.ts'

/** The content of one notification: only numbers, since it may be shown on a locked screen. */
export interface Notice {
  /** Items that began to need someone. */
  readonly needsYou: number
  readonly received: number
  /** Claims whose status the insurer has changed. */
  readonly decided: number
  readonly keyRefused: boolean
  /** Claims wait for files that are uploaded only once someone does something. */
  readonly filesHeld: boolean
}

export type NoticePart = keyof Notice

/** The group of claims that shows each part, the most serious first. */
const groups = {
  keyRefused: 'on-its-way',
  filesHeld: 'on-its-way',
  needsYou: 'needs-you',
  decided: 'received',
  received: 'received',
} as const satisfies Record<NoticePart, ClaimGroup>
const allParts = ['keyRefused', 'filesHeld', 'needsYou', 'decided', 'received'] as const

/** The parts of a notice, most serious first; empty when there is nothing to report. */
export function noticePartsOf(notice: Notice): readonly NoticePart[] {
  return allParts.filter((part) => Number(notice[part]) > 0)
}

/** The group of claims that shows what a notice is about; null when it is about several. */
export function noticeGroupOf(notice: Notice): ClaimGroup | null {
  const [part, ...others] = noticePartsOf(notice)
  return part === undefined || others.length > 0 ? null : groups[part]
}

/** A notice in words: the most serious part first, and always the environment if it is not live. */
export function noticeWordsOf(
  notice: Notice,
  environment: Environment,
): { readonly title: string; readonly body: string } {
  const where = environment === 'live' ? [] : [say(`environment.${environment}`)]
  const [title = '', ...others] = noticePartsOf(notice).map((part) => lineOf(part, notice))
  return { title, body: [...others, ...where].join('\n') }
}

function lineOf(part: NoticePart, { needsYou, decided, received }: Notice): string {
  switch (part) {
    case 'needsYou':
      return say('says.counts.needs-you', { n: needsYou })
    case 'received':
      return say('says.count', { what: say('says.badge.received'), count: received })
    case 'decided':
      return say('notices.decided', { n: decided })
    case 'keyRefused':
    case 'filesHeld':
      return say(`notices.${part}`)
  }
}
