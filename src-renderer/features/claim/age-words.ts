import { plural } from '#renderer/i18n/index.ts'

/** How long ago a moment (ISO) was, in words: "3 hours ago". */
export function ageText(iso: string, now: number = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / 60_000))
  if (minutes < 60) return plural('claim-detail.age.minutes', minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return plural('claim-detail.age.hours', hours)
  return plural('claim-detail.age.days', Math.floor(hours / 24))
}
