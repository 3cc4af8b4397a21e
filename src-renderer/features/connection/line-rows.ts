import {
  linePurposes,
  type BytesByPurpose,
  type LineBytes,
  type LinePurpose,
  type LineUse,
} from '#shared/line-use.ts'

/** A line of the table of what the connection costs. */
export interface LineRow {
  readonly purpose: LinePurpose
  readonly today: LineBytes
  readonly month: LineBytes
}

/** The purposes that used anything this month, the greatest first. */
export function lineRows({ today, month }: LineUse): readonly LineRow[] {
  return linePurposes
    .map((purpose) => ({ purpose, today: today[purpose], month: month[purpose] }))
    .filter((row) => bytesOf(row.month) > 0)
    .toSorted((one, other) => bytesOf(other.month) - bytesOf(one.month))
}

export function totalBytes(used: BytesByPurpose): LineBytes {
  return {
    sent: linePurposes.reduce((sum, purpose) => sum + used[purpose].sent, 0),
    received: linePurposes.reduce((sum, purpose) => sum + used[purpose].received, 0),
  }
}

const bytesOf = ({ sent, received }: LineBytes): number => sent + received
