import { join } from 'node:path'
import * as v from 'valibot'
import { today } from '#shared/domain/calendar-date.ts'
import { linePurposes, type LinePurpose, type LineUse } from '#shared/line-use.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Clock } from '#main/platform/clock.ts'
import { readText, writeDurably } from '#main/platform/durable-file.ts'

/** A kill loses at most what passed in this time. */
const saveEveryMs = 60_000

/** The part of a socket that counts: all bytes since it was opened, below TLS. */
export interface CountedSocket {
  readonly bytesRead: number
  readonly bytesWritten: number
  once(event: 'close', listener: () => void): unknown
}

const count = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0)
const BytesSchema = v.optional(v.object({ sent: count, received: count }), {})
const UseSchema = v.optional(v.object(v.entriesFromList(linePurposes, BytesSchema)), {})
const Day = v.pipe(v.string(), v.isoDate())
/** What passed on a day and in its month, and the first day that was counted. */
const CountsSchema = v.object({ since: Day, day: Day, today: UseSchema, month: UseSchema })

interface Followed {
  readonly socket: CountedSocket
  readonly purpose: LinePurpose
  sent: number
  received: number
}

/**
 * Counts the bytes that pass in a day and a month, by purpose, in `<data folder>/line-use.json`. Numbers alone: nothing says with
 * whom, or about whom.
 */
export class LineLedger {
  readonly #file: string
  readonly #clock: Clock
  #counts: v.InferOutput<typeof CountsSchema> | null
  readonly #followed = new Set<Followed>()
  readonly #inTurn = oneAtATime()
  #isSaved = true
  #isClosed = false
  #cancelSaving: (() => void) | null = null

  private constructor(file: string, clock: Clock, counts: v.InferOutput<typeof CountsSchema> | null) {
    this.#file = file
    this.#clock = clock
    this.#counts = counts
  }

  /** An unreadable file counts as none. */
  static async open(folder: string, clock: Clock): Promise<LineLedger> {
    const file = join(folder, 'line-use.json')
    const text = await readText(file)
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CountsSchema), text.ok ? text.value : null)
    return new LineLedger(file, clock, parsed.success ? parsed.output : null)
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
    const { today, month } = this.#present()
    return structuredClone({ today, month, since: this.#counts?.since ?? null })
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
    this.#counts = this.#present()
    for (const use of [this.#counts.today, this.#counts.month]) {
      use[purpose].sent += sent
      use[purpose].received += received
    }
    this.#isSaved = false
    this.#saveLater()
  }

  /** The counts of today, which begin anew with the day and the month. */
  #present(): v.InferOutput<typeof CountsSchema> {
    const day = today(this.#clock.now())
    if (this.#counts?.day === day) return this.#counts
    const month = this.#counts?.day.slice(0, 7) === day.slice(0, 7) ? this.#counts.month : undefined
    return v.parse(CountsSchema, { since: this.#counts?.since ?? day, day, month })
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
    const text = `${JSON.stringify(this.#counts, null, 2)}\n`
    const written = await this.#inTurn(() => writeDurably(this.#file, text))
    // The next minute tries again; without a disk the counts of this run are still shown.
    if (!written.ok) this.#isSaved = false
  }
}
