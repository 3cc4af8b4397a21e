import type { Tone } from '#shared/claim/say.ts'

/**
 * A sign stands before the word as its colour does, and is not read out, since the word says the same: a ring, a dot, a
 * tick, an open ring, an exclamation mark. The first four are drawn, as the bundled font has no letter for them.
 */
const looks: Readonly<Record<Tone, string>> = {
  neutral:
    "before:content-[''] before:size-2 before:rounded-full before:border border-line bg-sunken text-ink",
  info: "before:content-[''] before:size-2 before:rounded-full before:border-4 border-info-line bg-info-soft text-info",
  success:
    "before:content-[''] before:h-2 before:w-1 before:rotate-45 before:border-r-2 before:border-b-2 border-success-line bg-success-soft text-success",
  warning:
    "before:content-[''] before:size-2 before:rounded-full before:border-2 before:border-t-transparent border-warning-line bg-warning-soft text-warning",
  danger: "before:content-['!'/''] border-danger-line bg-danger-soft text-danger",
}
const every =
  'inline-flex items-center gap-1 rounded-sm border px-1.5 py-px text-xs font-medium whitespace-nowrap before:shrink-0 before:border-current'

/** A dot of the same colours, beside words that say the same. */
export const toneDots: Readonly<Record<Tone, string>> = {
  neutral: 'border border-control',
  info: 'bg-info',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
}

/** The classes of a badge, for `StatusBadge` and for lists with too many rows for a component each. */
export function badgeLook(tone: Tone = 'neutral'): string {
  return `${every} ${looks[tone]}`
}
