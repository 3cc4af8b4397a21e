import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AttemptOutcome, UncertainCause } from '#shared/outbox/attempt-outcome.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import type { Hold } from '#shared/outbox/hold.ts'
import type { Settings } from '#shared/settings.ts'
import { createEngineMemory } from '../outbox/engine-memory.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import { claimSubmission, pharmacySubmission } from '../outbox/testing/made-up.ts'
import { plainProtection } from '../outbox/testing/plain-protection.ts'
import { openOutboxFile } from '../outbox/open-outbox.ts'
import { createOutbox, type OutboxFailure } from '../outbox/outbox.ts'
import { ok, type Result } from '#shared/result.ts'
import { VirtualClock } from '#proofs/histories/virtual-clock.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import type { Notice } from './notice.ts'
import { Notifier } from './notifier.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const delivered: AttemptOutcome = { type: 'delivered', serverMessage: '' }
const rejected: AttemptOutcome = { type: 'rejected', serverMessage: 'No such policy.', fieldErrors: {} }
const uncertain = (cause: UncertainCause = 'reset'): AttemptOutcome => ({
  type: 'uncertain',
  cause,
  httpStatus: null,
})
const refused: Hold = { type: 'key-refused' }
const quiet = { from: '18:00', until: '07:30' }

/** A notice without its empty parts. */
interface ShownNotice {
  isSummary?: true
  keyRefused?: true
  received?: number
  rejected?: number
  unconfirmed?: number
  requests?: number
}

/** An outbox in a file with its notices, and a wall clock in local time. */
class Office {
  readonly clock: VirtualClock
  readonly notices: ShownNotice[] = []
  settings: Pick<Settings, 'notifications' | 'quietHours'> = { notifications: true, quietHours: null }
  isWatched = false
  countsOfficer: (id: string | null) => boolean = () => true
  readonly #opened
  readonly #outbox
  #process = { isAlive: true }
  /** The process dies right after the system has shown the notification. */
  diesShowing = false
  #notices: Notifier

  /** @param at local time, as `2026-11-20T09:00`. */
  constructor(at = '2026-11-20T09:00', settings: Partial<Office['settings']> = {}) {
    this.clock = new VirtualClock(new Date(at).toISOString())
    Object.assign(this.settings, settings)
    const opened = openOutboxFile(join(createTestFolder(), 'outbox.sqlite'), this.clock.now())
    if (!opened.ok) throw new Error(opened.error.type)
    this.#opened = opened.value.database
    onTestFinished(() => this.#opened.close())
    this.#outbox = createOutbox(this.#opened, plainProtection)
    this.#notices = this.#open()
  }

  /** The application quits cleanly and starts again. */
  restart(): void {
    this.#notices.close()
    this.starts()
  }

  /** The process is killed: its timers never fire, and nothing is closed cleanly. */
  dies(): void {
    this.#process.isAlive = false
  }

  starts(): void {
    this.#process = { isAlive: true }
    this.#notices = this.#open()
  }

  accept(submission: Submission = claimSubmission(), officerId: string | null = null): string {
    this.#changed(this.#outbox.accept(submission, this.#now(), officerId))
    return submission.id
  }

  /** Tries an entry, as the engine does. */
  attempt(id: string, outcome: AttemptOutcome): void {
    this.#changed(this.#outbox.openAttempt(id, null, this.#now()))
    this.#changed(this.#outbox.closeAttempt(id, outcome, this.#now()))
  }

  /** Captures an entry and tries it at once. */
  send(outcome: AttemptOutcome, submission?: Submission, officerId?: string): string {
    const id = this.accept(submission, officerId)
    this.attempt(id, outcome)
    return id
  }

  found(id: string): void {
    this.#changed(this.#outbox.found(id, 'keke', 7, this.#now()))
  }
  officerAccepts(id: string): void {
    this.#changed(this.#outbox.apply(id, { type: 'officer-accepts', at: this.#now() }))
  }
  discard(id: string): void {
    this.#changed(this.#outbox.apply(id, { type: 'withdraw', at: this.#now(), to: 'discarded' }))
  }
  /** The insurer's list was read often enough to prove the entry absent. */
  absent(id: string): void {
    this.#changed(this.#outbox.apply(id, { type: 'absent-in-list', at: this.#now(), proved: true }))
  }
  /** Restores an entry from a backup, unchanged. */
  restored(id: string): void {
    const entry = this.#outbox.get(id)
    if (entry !== null) this.#notices.entriesChanged([entry])
  }
  keyIs(state: 'refused' | 'accepted'): void {
    this.#notices.statusChanged(
      state === 'refused'
        ? { connection: 'key-refused', holds: [refused] }
        : { connection: 'online', holds: [] },
    )
  }

  #now(): string {
    return this.clock.now().toISOString()
  }

  #changed(result: Result<KeptEntry, OutboxFailure>): void {
    if (!result.ok) throw new Error(result.error.type)
    this.#notices.entriesChanged([result.value])
  }

  #open(): Notifier {
    const process = this.#process
    const memory = createEngineMemory(this.#opened)
    return new Notifier({
      outbox: this.#outbox,
      memory: { ...memory, write: (...args) => (process.isAlive ? memory.write(...args) : ok(null)) },
      clock: {
        now: () => this.clock.now(),
        monotonicMs: () => this.clock.monotonicMs(),
        soon: (callBack) => this.clock.soon(callBack),
        after: (delayMs, callBack) => this.clock.after(delayMs, () => process.isAlive && callBack()),
      },
      settings: () => this.settings,
      isWatched: () => this.isWatched,
      countsEntryOf: (id) => this.countsOfficer(id),
      show: (notice) => {
        this.notices.push(short(notice))
        if (this.diesShowing) this.dies()
      },
    })
  }
}

function short({ isSummary, keyRefused, ...notice }: Notice): ShownNotice {
  const parts = (['received', 'rejected', 'unconfirmed'] as const).filter((part) => notice[part].claims > 0)
  const requests = notice.received.requests + notice.rejected.requests + notice.unconfirmed.requests
  return {
    ...(isSummary ? { isSummary } : {}),
    ...(keyRefused ? { keyRefused } : {}),
    ...Object.fromEntries(parts.map((part) => [part, notice[part].claims])),
    ...(requests === 0 ? {} : { requests }),
  }
}

describe('a received entry', () => {
  it('is grouped with others, a minute after the first', async () => {
    const office = new Office()
    office.send(delivered)
    await office.clock.advance(30_000)
    office.send(delivered)
    office.send(delivered, pharmacySubmission())
    await office.clock.advance(29_000)
    expect(office.notices).toEqual([])
    await office.clock.advance(1_000)
    expect(office.notices).toEqual([{ received: 2, requests: 1 }])
    office.send(delivered)
    await office.clock.advance(hourMs)
    expect(office.notices).toEqual([{ received: 2, requests: 1 }, { received: 1 }])
  })

  it('is reported when the list shows it, but not when an officer marks it', async () => {
    const office = new Office()
    const [lost, called] = [office.send(uncertain()), office.send(uncertain())]
    office.found(lost)
    office.officerAccepts(called)
    await office.clock.advance(2 * hourMs)
    expect(office.notices).toEqual([{ received: 1 }])
  })

  it('is reported once, even if its row is found in the list later', async () => {
    const office = new Office()
    const id = office.send(delivered)
    await office.clock.advance(minuteMs)
    office.found(id)
    await office.clock.advance(hourMs)
    expect(office.notices).toEqual([{ received: 1 }])
  })

  it('is reported after the next start if the application quit within the minute, and not twice', async () => {
    const office = new Office()
    office.send(delivered)
    office.send(delivered, pharmacySubmission())
    await office.clock.advance(30_000)
    office.dies()
    await office.clock.advance(hourMs)
    expect(office.notices).toEqual([])
    office.starts()
    await office.clock.advance(minuteMs)
    expect(office.notices).toEqual([{ received: 1, requests: 1 }])
    office.dies()
    office.starts()
    await office.clock.advance(hourMs)
    expect(office.notices).toHaveLength(1)
  })

  it('is never reported twice, even if the application dies while reporting', async () => {
    const office = new Office()
    office.diesShowing = true
    office.send(delivered)
    await office.clock.advance(minuteMs)
    office.diesShowing = false
    office.starts()
    await office.clock.advance(hourMs)
    expect(office.notices).toEqual([{ received: 1 }])
  })

  it('is not reported after a start while the window is watched', async () => {
    const office = new Office()
    office.send(delivered)
    office.restart()
    office.isWatched = true
    await office.clock.advance(hourMs)
    office.isWatched = false
    office.restart()
    await office.clock.advance(hourMs)
    expect(office.notices).toEqual([])
  })

  it('is not reported at a start, nor when it came from a backup', async () => {
    const office = new Office()
    const id = office.send(delivered)
    await office.clock.advance(minuteMs)
    office.restart()
    office.restored(id)
    await office.clock.advance(hourMs)
    expect(office.notices).toEqual([{ received: 1 }])
  })
})

describe('a rejected entry', () => {
  it('is reported at once, and those that follow within the minute are grouped', async () => {
    const office = new Office()
    office.send(rejected)
    expect(office.notices).toEqual([{ rejected: 1 }])
    office.send(rejected)
    office.send(rejected)
    office.send(delivered)
    await office.clock.advance(minuteMs)
    expect(office.notices).toEqual([{ rejected: 1 }, { rejected: 2, received: 1 }])
    await office.clock.advance(minuteMs)
    office.send(rejected)
    expect(office.notices).toHaveLength(3)
  })

  it('is not reported again at a start', async () => {
    const office = new Office()
    office.send(rejected)
    office.restart()
    await office.clock.advance(2 * hourMs)
    expect(office.notices).toEqual([{ rejected: 1 }])
  })
})

describe('a refused key', () => {
  it('is reported at once and only once, across restarts, until a key is accepted', () => {
    const office = new Office()
    office.keyIs('refused')
    office.keyIs('refused')
    office.restart()
    office.keyIs('refused')
    expect(office.notices).toEqual([{ keyRefused: true }])
    office.keyIs('accepted')
    office.keyIs('refused')
    expect(office.notices).toEqual([{ keyRefused: true }, { keyRefused: true }])
  })
})

describe('an entry that stays unconfirmed', () => {
  it('is reported after an hour, once, across restarts', async () => {
    const office = new Office()
    office.send(uncertain())
    await office.clock.advance(hourMs - minuteMs)
    expect(office.notices).toEqual([])
    await office.clock.advance(minuteMs)
    expect(office.notices).toEqual([{ unconfirmed: 1 }])
    office.restart()
    await office.clock.advance(24 * hourMs)
    expect(office.notices).toEqual([{ unconfirmed: 1 }])
  })

  it('is reported even if another claim is tried all the time', async () => {
    const office = new Office()
    office.send(uncertain())
    await office.clock.advance(hourMs - 2 * minuteMs)
    const other = office.accept()
    for (let half = 0; half < 8; half += 1) {
      office.attempt(other, { type: 'not-sent', cause: 'network' })
      await office.clock.advance(minuteMs / 2)
    }
    expect(office.notices).toEqual([{ unconfirmed: 1 }])
  })

  it('is not reported when it was found within the hour', async () => {
    const office = new Office()
    const id = office.send(uncertain())
    await office.clock.advance(10 * minuteMs)
    office.found(id)
    await office.clock.advance(2 * hourMs)
    expect(office.notices).toEqual([{ received: 1 }])
  })

  it('is reported soon when only an officer can decide', async () => {
    const office = new Office()
    const id = office.send(uncertain())
    for (const _again of [1, 2]) {
      office.absent(id)
      office.attempt(id, uncertain())
    }
    office.absent(id)
    await office.clock.advance(minuteMs)
    expect(office.notices).toEqual([{ unconfirmed: 1 }])
  })
})

describe('in the quiet hours', () => {
  it('nothing is reported until they end, then everything once, in its state by then', async () => {
    const office = new Office('2026-11-20T22:00', { quietHours: quiet })
    office.send(delivered)
    const [turnedDown, discarded] = [office.send(rejected), office.send(rejected)]
    const lost = office.send(uncertain())
    office.keyIs('refused')
    await office.clock.advance(2 * hourMs)
    office.found(lost)
    office.discard(discarded)
    expect(turnedDown).not.toBe(discarded)
    await office.clock.advance(7.4 * hourMs)
    expect(office.notices).toEqual([])
    await office.clock.advance(0.2 * hourMs)
    expect(office.notices).toEqual([{ isSummary: true, keyRefused: true, received: 2, rejected: 1 }])
    await office.clock.advance(8 * hourMs)
    expect(office.notices).toHaveLength(1)
  })

  it('nothing is lost by a restart, and nothing is reported twice', async () => {
    const office = new Office('2026-11-20T22:00', { quietHours: quiet })
    office.send(delivered)
    office.send(rejected)
    office.dies()
    office.starts()
    await office.clock.advance(hourMs)
    office.restart()
    await office.clock.advance(12 * hourMs)
    office.restart()
    await office.clock.advance(hourMs)
    expect(office.notices).toEqual([{ isSummary: true, received: 1, rejected: 1 }])
  })

  it('what happened before a restart is summarised, even if they end with the restart', async () => {
    const office = new Office('2026-11-20T22:00', { quietHours: quiet })
    office.send(delivered)
    office.dies()
    office.starts()
    office.settings = { notifications: true, quietHours: null }
    await office.clock.advance(minuteMs)
    expect(office.notices).toEqual([{ isSummary: true, received: 1 }])
  })

  it('a key that is accepted before they end is not reported', async () => {
    const office = new Office('2026-11-20T22:00', { quietHours: quiet })
    office.keyIs('refused')
    office.keyIs('accepted')
    await office.clock.advance(12 * hourMs)
    expect(office.notices).toEqual([])
  })

  it('a clock that is set forward past their end is noticed', async () => {
    const office = new Office('2026-11-20T22:00', { quietHours: quiet })
    office.send(rejected)
    await office.clock.advance(5 * minuteMs)
    office.clock.jump(10 * hourMs)
    await office.clock.advance(minuteMs)
    expect(office.notices).toEqual([{ isSummary: true, rejected: 1 }])
  })
})

describe('an officer with the window in front', () => {
  it('gets no notification, then or later, about what they saw there', async () => {
    const office = new Office()
    office.isWatched = true
    office.send(delivered)
    office.send(rejected)
    office.send(uncertain())
    office.keyIs('refused')
    await office.clock.advance(2 * hourMs)
    office.isWatched = false
    office.keyIs('refused')
    await office.clock.advance(2 * hourMs)
    expect(office.notices).toEqual([])
    office.send(rejected)
    expect(office.notices).toEqual([{ rejected: 1 }])
  })

  it('gets no summary of the night either, once they have looked', async () => {
    const office = new Office('2026-11-21T05:00', { quietHours: quiet })
    office.send(delivered)
    await office.clock.advance(2 * minuteMs)
    office.isWatched = true
    await office.clock.advance(2 * minuteMs)
    office.isWatched = false
    await office.clock.advance(6 * hourMs)
    expect(office.notices).toEqual([])
  })
})

it('reports nothing when switched off, and nothing old when switched on', async () => {
  const office = new Office('2026-11-20T09:00', { notifications: false })
  office.send(delivered)
  office.send(rejected)
  office.send(uncertain())
  office.keyIs('refused')
  await office.clock.advance(2 * hourMs)
  office.settings = { notifications: true, quietHours: null }
  office.keyIs('refused')
  await office.clock.advance(2 * hourMs)
  expect(office.notices).toEqual([])
})

it('reports what the officer sees in the outbox, and a doubt when they are signed in', async () => {
  const office = new Office()
  office.countsOfficer = (id) => id === 'ada'
  office.send(rejected, claimSubmission(), 'bola')
  office.send(delivered, claimSubmission(), 'bola')
  office.send(delivered, claimSubmission(), 'ada')
  office.send(uncertain(), claimSubmission(), 'bola')
  await office.clock.advance(2 * hourMs)
  expect(office.notices).toEqual([{ received: 1 }])
  office.countsOfficer = (id) => id === 'bola'
  await office.clock.advance(minuteMs)
  expect(office.notices).toEqual([{ received: 1 }, { unconfirmed: 1 }])
})
