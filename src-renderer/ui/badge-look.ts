import type { Tone } from '#shared/claim/say.ts'

const looks: Readonly<Record<Tone, string>> = {
  neutral: 'border-line bg-sunken text-ink',
  info: 'border-info-line bg-info-soft text-info',
  success: 'border-success-line bg-success-soft text-success',
  warning: 'border-warning-line bg-warning-soft text-warning',
  danger: 'border-danger-line bg-danger-soft text-danger',
}
const every =
  'inline-flex items-center gap-1 rounded-sm border px-1.5 py-px text-xs font-medium whitespace-nowrap'

/** The classes of a badge, for `StatusBadge` and for lists with too many rows for a component each. */
export function badgeLook(tone: Tone = 'neutral'): string {
  return `${every} ${looks[tone]}`
}
