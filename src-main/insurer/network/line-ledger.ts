import { join } from 'node:path'
import * as v from 'valibot'
import { today } from '#shared/domain/calendar-date.ts'
import {
  linePurposes,
  type BytesByPurpose,
  type LineBytes,
  type LinePurpose,
  type LineUse,
} from '#shared/line-use.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Clock } from '#main/platform/clock.ts'
import { readText, writeDurably } from '#main/platform/durable-file.ts'

/** A kill loses at most what passed in this time. */
const saveEveryMs = 60_000
/** Three months, so that the present one is always whole. */
const mostDays = 92

/** The part of a socket that counts: all bytes since it was opened, below TLS. */
export interface CountedSocket {
  readonly bytesRead: number
  readonly bytesWritten: number
  once(event: 'close', listener: () => void): unknown
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const BytesSchema = v.object({ sent: count, received: count })
const DaySchema = v.partial(v.object(v.entriesFromList(linePurposes, BytesSchema)))
const FileSchema = v.object({
  days: v.record(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)), DaySchema),
})
type Day = v.InferOutput<typeof DaySchema>
const nothing: LineBytes = { sent: 0, received: 0 }

interface Followed {
  readonly socket: CountedSocket
  readonly purpose: LinePurpose
  sent: number
  received: number
}

/**
 * Counts the bytes that pass, by day and purpose, in `<data folder>/line-use.json`. Numbers alone: nothing says with
 * whom, or about whom.
 */
export class LineLedger {
  readonly #file: string
  readonly #clock: Clock
  #days: Record<string, Day>
  readonly #followed = new Set<Followed>()
  readonly #inTurn = oneAtATime()
  #isSaved = true
  #isClosed = false
  #cancelSaving: (() => void) | null = null

  private constructor(file: string, clock: Clock, days: Record<string, Day>) {
    this.#file = file
    this.#clock = clock
    this.#days = days
  }

  /** An unreadable file counts as none. */
  static async open(folder: string, clock: Clock): Promise<LineLedger> {
    const file = join(folder, 'line-use.json')
    const text = await readText(file)
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FileSchema), text.ok ? text.value : null)
    return new LineLedger(file, clock, parsed.success ? parsed.output.days : {})
  }

  /** Counts what passes over a socket, from when it was opened until it closes. */
  follow(socket: CountedSocket, purpose: LinePurpose): void {
    const followed: Followed = { socket, purpose, sent: 0, received: 0 }
    this.#followed.add(followed)
    socket.once('close', () => {
      this.#count(followed)
      this.#followed.delete(followed)
    })
    this.#saveLater()
  }

  use(): LineUse {
    this.#countAll()
    const day = today(this.#clock.now())
    const month = day.slice(0, 7)
    const days = Object.keys(this.#days).toSorted()
    return {
      today: sumOf([this.#days[day] ?? {}]),
      month: sumOf(days.filter((one) => one.startsWith(month)).map((one) => this.#days[one] ?? {})),
      since: days[0] ?? null,
    }
  }

  /** Saves the counts and stops. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelSaving?.()
    await this.#save()
  }

  #countAll(): void {
    for (const followed of this.#followed) this.#count(followed)
  }

  #count(followed: Followed): void {
    const { socket, purpose } = followed
    const sent = Math.max(0, socket.bytesWritten - followed.sent)
    const received = Math.max(0, socket.bytesRead - followed.received)
    if (sent === 0 && received === 0) return
    followed.sent += sent
    followed.received += received
    const day = (this.#days[today(this.#clock.now())] ??= {})
    const before = day[purpose] ?? nothing
    day[purpose] = { sent: before.sent + sent, received: before.received + received }
    this.#isSaved = false
    this.#saveLater()
  }

  #saveLater(): void {
    if (this.#isClosed) return
    this.#cancelSaving ??= this.#clock.after(saveEveryMs, () => {
      this.#cancelSaving = null
      void this.#save()
      if (this.#followed.size > 0) this.#saveLater()
    })
  }

  async #save(): Promise<void> {
    this.#countAll()
    if (this.#isSaved) return
    this.#isSaved = true
    const newest = Object.entries(this.#days).toSorted(([one], [other]) => (one < other ? -1 : 1))
    this.#days = Object.fromEntries(newest.slice(-mostDays))
    const text = `${JSON.stringify({ days: this.#days }, null, 2)}\n`
    const written = await this.#inTurn(() => writeDurably(this.#file, text))
    // The next minute tries again; without a disk the counts of this run are still shown.
    if (!written.ok) this.#isSaved = false
  }
}

function sumOf(days: readonly Day[]): BytesByPurpose {
  const sum = (purpose: LinePurpose): LineBytes =>
    days.reduce<LineBytes>(
      (total, { [purpose]: bytes = nothing }) => ({
        sent: total.sent + bytes.sent,
        received: total.received + bytes.received,
      }),
      nothing,
    )
  return {
    claims: sum('claims'),
    looks: sum('looks'),
    lists: sum('lists'),
    pharmacies: sum('pharmacies'),
    files: sum('files'),
    checks: sum('checks'),
    updates: sum('updates'),
    other: sum('other'),
  }
}
