import { describe, expect, it } from 'vitest'
import type { AttemptOutcome, UncertainCause } from '#shared/outbox/attempt-outcome.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { Office } from '#testing/notifications/office.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const delivered: AttemptOutcome = { type: 'delivered', serverMessage: '', keptReference: null }
const rejected: AttemptOutcome = { type: 'rejected', serverMessage: 'No such policy.', fieldErrors: {} }
const uncertain = (cause: UncertainCause = 'reset'): AttemptOutcome => ({
  type: 'uncertain',
  cause,
  httpStatus: null,
})

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
    expect(office.notices).toEqual([{ received: 3 }])
    office.send(delivered)
    await office.clock.advance(hourMs)
    expect(office.notices).toEqual([{ received: 3 }, { received: 1 }])
  })

  it('is reported when the list shows it, but not when an officer marks it', async () => {
    const office = new Office()
    const [lost, called] = [office.send(uncertain()), office.send(uncertain())]
    office.found(lost)
    office.officerAccepts(called)
    await office.clock.advance(2 * hourMs)
    expect(office.notices).toEqual([{ received: 1 }])
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

describe('a claim that the insurer decided', () => {
  it('is told a minute later, with all others of that minute, once', async () => {
    const office = new Office()
    const ids = [office.accept(), office.accept(), office.accept()]
    office.statusChanged(ids[0] ?? '', ids[1] ?? '')
    await office.clock.advance(30_000)
    office.statusChanged(ids[1] ?? '', ids[2] ?? '')
    await office.clock.advance(29_000)
    expect(office.notices).toEqual([])
    await office.clock.advance(1_000)
    expect(office.notices).toEqual([{ decided: 3 }])
    await office.clock.advance(hourMs)
    expect(office.notices).toHaveLength(1)
  })

  it('is told only to whom it concerns, and to nobody who looks at the page', async () => {
    const office = new Office()
    office.countsOfficer = (id) => id === 'ada'
    office.statusChanged(office.accept(claimSubmission(), 'bola'))
    office.isWatched = true
    office.statusChanged(office.accept(claimSubmission(), 'ada'))
    office.isWatched = false
    await office.clock.advance(hourMs)
    expect(office.notices).toEqual([])
  })
})

describe('a rejected entry', () => {
  it('does not bring along what was received a moment before, which comes with the rest of the minute', async () => {
    const office = new Office()
    office.send(delivered)
    office.send(rejected)
    office.send(delivered)
    expect(office.notices).toEqual([{ needsYou: 1 }])
    await office.clock.advance(minuteMs)
    expect(office.notices).toEqual([{ needsYou: 1 }, { received: 2 }])
  })

  it('is reported at once, and those that follow within the minute are grouped', async () => {
    const office = new Office()
    office.send(rejected)
    expect(office.notices).toEqual([{ needsYou: 1 }])
    office.send(rejected)
    office.send(rejected)
    office.send(delivered)
    await office.clock.advance(minuteMs)
    expect(office.notices).toEqual([{ needsYou: 1 }, { needsYou: 2, received: 1 }])
    await office.clock.advance(minuteMs)
    office.send(rejected)
    expect(office.notices).toHaveLength(3)
  })
})

describe('a refused key', () => {
  it('is not reported where a key was accepted within the minute after another notification', async () => {
    const office = new Office()
    office.send(rejected)
    office.keyIs('refused')
    office.keyIs('accepted')
    await office.clock.advance(hourMs)
    expect(office.notices).toEqual([{ needsYou: 1 }])
  })

  it('is reported at once, and again only after a key was accepted', async () => {
    const office = new Office()
    office.keyIs('refused')
    office.keyIs('refused')
    expect(office.notices).toEqual([{ keyRefused: true }])
    await office.clock.advance(hourMs)
    office.keyIs('refused')
    expect(office.notices).toHaveLength(1)
    office.keyIs('accepted')
    office.keyIs('refused')
    expect(office.notices).toEqual([{ keyRefused: true }, { keyRefused: true }])
  })
})

it('files that do not go up are reported once, whatever holds them, until no claim waits for them', async () => {
  const office = new Office()
  office.filesAre(1, 'offline')
  office.filesAre(1, 'busy')
  expect(office.notices).toEqual([])
  office.filesAre(1, 'wrong-key')
  office.filesAre(2, null)
  await office.clock.advance(minuteMs)
  office.filesAre(2, 'full')
  expect(office.notices).toEqual([{ filesHeld: true }])
  office.filesAre(0, null)
  office.filesAre(1, 'full')
  expect(office.notices).toEqual([{ filesHeld: true }, { filesHeld: true }])
})

it('whatever happens, at most one notification comes in a minute, and it tells everything that is due', async () => {
  const office = new Office()
  office.send(rejected)
  office.keyIs('refused')
  office.filesAre(1, 'full')
  office.send(delivered)
  await office.clock.advance(30_000)
  office.send(rejected)
  await office.clock.advance(29_999)
  expect(office.notices).toEqual([{ needsYou: 1 }])
  await office.clock.advance(1)
  expect(office.notices).toEqual([
    { needsYou: 1 },
    { keyRefused: true, filesHeld: true, needsYou: 1, received: 1 },
  ])
  office.send(rejected)
  expect(office.notices).toHaveLength(2)
})

describe('an entry in doubt', () => {
  it('is not reported while it is checked automatically', async () => {
    const office = new Office()
    office.send(uncertain())
    await office.clock.advance(24 * hourMs)
    expect(office.notices).toEqual([])
  })

  it('is reported at once when only an officer can decide', () => {
    const office = new Office()
    const id = office.send(uncertain())
    for (const _again of [1, 2]) {
      office.absent(id)
      office.attempt(id, uncertain())
    }
    expect(office.notices).toEqual([])
    office.absent(id)
    expect(office.notices).toEqual([{ needsYou: 1 }])
    office.send(uncertain(), pharmacySubmission())
    expect(office.notices).toHaveLength(1)
  })
})

it('an officer with the window in front gets no notification, then or later, about what they saw there', async () => {
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
  expect(office.notices).toEqual([{ needsYou: 1 }])
})

it('reports nothing when switched off, and nothing old when switched on', async () => {
  const office = new Office({ notifications: false })
  office.send(delivered)
  office.send(rejected)
  office.send(uncertain())
  office.keyIs('refused')
  await office.clock.advance(2 * hourMs)
  office.settings = { notifications: true }
  office.keyIs('refused')
  await office.clock.advance(2 * hourMs)
  expect(office.notices).toEqual([])
})

it('reports what the officer sees in the outbox', async () => {
  const office = new Office()
  office.countsOfficer = (id) => id === 'ada'
  office.send(rejected, claimSubmission(), 'bola')
  office.send(delivered, claimSubmission(), 'bola')
  office.send(delivered, claimSubmission(), 'ada')
  await office.clock.advance(2 * hourMs)
  expect(office.notices).toEqual([{ received: 1 }])
})
