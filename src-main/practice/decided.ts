import { timestamp } from './timestamp.ts'
import type { PracticeClaim } from './wire.ts'

/** What becomes of a claim, and how many minutes after it was created. Every fifth is declined. */
const paid = [[2, '1'] as const, [5, '2'] as const, [15, '3'] as const]
const declined = [[2, '1'] as const, [5, '4'] as const]

/** A claim as the practice insurer has decided by now: soon, so that it can be seen on the first day. */
export function decided(row: PracticeClaim, now: Date): PracticeClaim {
  const createdMs = Date.parse(row.created_at)
  const steps = row.id % 5 === 0 ? declined : paid
  const last = steps.findLast(([minutes]) => createdMs + minutes * 60_000 <= now.getTime())
  if (last === undefined) return row
  const [minutes, status] = last
  return { ...row, status, updated_at: timestamp(new Date(createdMs + minutes * 60_000)) }
}
