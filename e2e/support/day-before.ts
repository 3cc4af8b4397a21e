/** The day so many days before today, as a claim keeps it: no claim of a test grows a year old by itself. */
export function dayBefore(days: number): string {
  const noon = new Date()
  noon.setHours(12)
  noon.setDate(noon.getDate() - days)
  return noon.toISOString().slice(0, 10)
}

/** A day as a screen writes it. */
export const shownDay = (day: string): string =>
  new Date(`${day}T12:00:00`).toLocaleDateString('en-GB', { dateStyle: 'long' })
