import type { Tone } from '#shared/claim/say.ts'

/** A sign stands before the word as its colour does; it is not read out, since the word says the same. */
const looks: Readonly<Record<Tone, string>> = {
  neutral: "before:content-['○'/''] border-line bg-sunken text-ink",
  info: "before:content-['●'/''] border-info-line bg-info-soft text-info",
  success: "before:content-['✓'/''] border-success-line bg-success-soft text-success",
  warning: "before:content-['…'/''] border-warning-line bg-warning-soft text-warning",
  danger: "before:content-['!'/''] border-danger-line bg-danger-soft text-danger",
}
const every =
  'inline-flex items-center gap-1 rounded-sm border px-1.5 py-px text-xs font-medium whitespace-nowrap'

/** The classes of a badge, for `StatusBadge` and for lists with too many rows for a component each. */
export function badgeLook(tone: Tone = 'neutral'): string {
  return `${every} ${looks[tone]}`
}
