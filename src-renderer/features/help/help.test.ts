import { beforeEach, expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { anEntry, aStatus, FakeMain } from '#testing/page/fake-main.ts'
import { useTour } from '#renderer/stores/tour.ts'

let main: FakeMain
let tourSeen: boolean
let connected: boolean
const status = (): ReturnType<typeof aStatus> => {
  const base = aStatus({ environment: 'practice' })
  return {
    ...base,
    practice: { ...base.practice, connected },
    settings: { ...base.settings, tourSeen },
  }
}
const connect = (is: boolean): void => {
  connected = is
  main.announce('app:status-changed', status())
}
let seq = 5
/** A claim that was submitted, and what became of it. */
const claim = (id: string, state: EntryState): void => {
  seq += 1
  main.announce('outbox:changed', { changed: [anEntry({ id, seq, state })], removed: [] })
}
const waits = anEntry().state
const rejected = (): EntryState =>
  aState('rejected', { at: new Date().toISOString(), serverMessage: 'The given data was invalid.' })
const received: EntryState = aState('delivered')

beforeEach(async () => {
  tourSeen = false
  connected = true
  main = new FakeMain({
    'app:status': () => ok(status()),
    'settings:change': () => {
      tourSeen = true
      main.announce('app:status-changed', status())
      return ok(null)
    },
    'outbox:list': () => ok([anEntry({ seq: 5, state: received })]),
  })
  await Promise.all([useAppStatus().start(), useOutbox().read()])
  useOutbox().listen()
})

it('never calls a claim done that was not accepted: it is corrected first', () => {
  const tour = useTour()
  tour.start()
  connect(false)
  claim('wrong', waits)
  tour.look()
  connect(true)
  claim('wrong', rejected())
  expect(tour).toMatchObject({ step: 'correct', isFinished: false })
  // Back in a draft it is no entry; corrected, it is submitted again.
  main.announce('outbox:changed', { changed: [], removed: ['wrong'] })
  expect(tour.step).toBe('capture')
  claim('right', waits)
  expect(tour.step).toBe('received')
  claim('right', received)
  expect(tour.received?.id).toBe('right')
  expect(tour.isFinished).toBe(true)
})

it('begins again with a claim where the only one was taken out', () => {
  const tour = useTour()
  tour.start()
  claim('gone', waits)
  expect(tour.step).toBe('received')
  main.announce('outbox:changed', { changed: [], removed: ['gone'] })
  expect(tour.step).toBe('cut-off')
})

it.each([
  ['nothing happened', () => undefined],
  ['a claim waits', () => claim('waiting', waits)],
  ['a claim was not accepted', () => claim('no', rejected())],
])('can be skipped step by step to its end where %s', async (_what, happen) => {
  const tour = useTour()
  tour.start()
  happen()
  for (let steps = 0; tour.step !== null && steps < 10; steps++) await tour.skip()
  expect(tour).toMatchObject({ step: null, isFinished: false })
  expect(tourSeen).toBe(true)
})
