import { expect, it, vi } from 'vitest'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import {
  harness,
  harnessForEach,
  lost,
  minutes,
  now,
  start,
  started,
  stateAfter,
  unanswered,
} from '#testing/engine/harness-for-each.ts'

harnessForEach()

async function moveTo(address: string, refuse: () => void = () => undefined): Promise<void> {
  await harness.engine.stop()
  harness.address = address
  harness.restart()
  refuse()
  await start()
}

const withoutDisk = (): void => harness.database.exec('PRAGMA query_only = ON')
const withDisk = (): void => harness.database.exec('PRAGMA query_only = OFF')

it('after a change of address nothing proves that a claim did not arrive where it was sent', async () => {
  const id = await unanswered(false)
  await harness.clock.advance(minutes(1))
  await moveTo('https://other.example')
  await harness.clock.advance(minutes(600))
  expect(harness.entry(id).state).toMatchObject({ name: 'needs-review', why: 'other-address' })
  expect(harness.server.arrivals).toBe(1)
  await moveTo('https://other.example')
  harness.server.posts.push({ commits: false, sees: lost })
  const next = harness.accept(claimSubmission({ policyNumber: 'KKP/2' }))
  await harness.clock.advance(minutes(60))
  expect(harness.state(next), 'looked for at the address it went to').toBe('delivered')
})

it('an address that is lost with the settings is none, and changes nothing', async () => {
  const id = await unanswered(false)
  await moveTo('')
  expect(harness.state(id)).toBe('unconfirmed')
  await moveTo('https://insurer.example')
  expect(harness.state(id)).toBe('unconfirmed')
})

it('a claim that the same insurer shows at its new address is found there', async () => {
  const id = await unanswered(true)
  await moveTo('https://new.example')
  expect(await stateAfter(minutes(60), id)).toBe('delivered')
})

it('what was learned at another address is forgotten', async () => {
  harness.server.keeps = () => 'KEPT OTHERWISE'
  const id = await unanswered(true)
  await harness.clock.advance(minutes(120))
  const [candidate] = harness.outbox.candidates.ofEntry(id)
  harness.outbox.identify(id, candidate?.key ?? '', now())
  harness.engine.candidateDecided(id)
  await harness.clock.settle()
  expect(harness.engine.status().habits.referenceLost).toEqual(['keke'])
  await moveTo('https://insurer.example')
  expect(harness.engine.status().habits.referenceLost).toEqual(['keke'])
  await moveTo('https://other.example', withoutDisk)
  withDisk()
  await harness.clock.advance(minutes(1))
  expect(harness.engine.status().habits.referenceLost).toEqual([])
  expect(harness.outbox.claimRows.bound('keke')).toEqual([])
})

it.each([
  ['every write', withoutDisk],
  [
    'the first write alone',
    () => {
      vi.spyOn(harness.outbox, 'apply').mockReturnValueOnce({ ok: false, error: { type: 'disk-full' } })
    },
  ],
])('a disk that refuses %s at the change delays it, and nothing is sent again', async (_what, refuse) => {
  const unknown = await unanswered(false)
  await harness.clock.advance(minutes(1))
  const open = harness.accept(claimSubmission({ policyNumber: 'KKP/2' }))
  await harness.engine.stop()
  harness.outbox.openAttempt(open, now())
  await moveTo('https://other.example', refuse)
  withDisk()
  await harness.clock.advance(minutes(600))
  for (const id of [unknown, open])
    expect(harness.entry(id).state).toMatchObject({ name: 'needs-review', why: 'other-address' })
  expect(harness.server.arrivals).toBe(1)
})

it.each([true, false])(
  'a number of another address hides no claim, of an alarm or of what an officer recognised: %s',
  async (isAlarm) => {
    harness.server.posts.push({ commits: true, sees: lost }, { commits: true, sees: lost })
    const before = await started()
    await harness.clock.advance(minutes(30))
    const { claimRows } = harness.outbox
    const at = now()
    if (isAlarm) claimRows.noteSurplus('keke', 102, before, at)
    else harness.server.hidden.add(101)
    harness.server.shows = 'nothing'
    await moveTo('https://other.example')
    if (!isAlarm) harness.outbox.claimRows.bind('keke', 102, before, false, at)
    const next = harness.accept(claimSubmission({ policyNumber: 'KKP/2' }, { branchReference: '7F3K-92QE' }))
    await harness.clock.advance(minutes(60))
    expect(harness.server.claims.map(({ id }) => id)).toEqual([101, 102])
    expect(harness.state(next)).toBe('delivered')
    expect(harness.outbox.claimRows.duplicatesOf(before)).toEqual(isAlarm ? [102] : [])
  },
)

it('what may be a claim of ours at one address is not compared at another, whose numbers are other claims', async () => {
  harness.server.keeps = () => 'KEPT OTHERWISE'
  const id = await unanswered(true)
  await harness.clock.advance(minutes(120))
  expect(harness.entry(id).candidates).toBe(1)
  harness.server.hidden.add(101)
  await moveTo('https://other.example')
  expect(harness.entry(id)).toMatchObject({ candidates: 0, state: { why: 'other-address' } })
  expect(harness.outbox.candidates.ofEntry(id)).toEqual([])
})

it('a claim that was listed twice stays so, and hides no claim that has its number at another address', async () => {
  const twice = await started()
  harness.outbox.claimRows.noteSurplus('keke', 102, twice, now())
  await moveTo('https://other.example')
  harness.server.shows = 'nothing'
  harness.server.posts.push({ commits: true, sees: lost })
  const id = harness.accept(claimSubmission({ policyNumber: 'KKP/2' }, { branchReference: '8G4M-53TB' }))
  await harness.clock.advance(minutes(120))
  expect(harness.entry(id).state).toMatchObject({ name: 'delivered', claimId: 102 })
  expect(harness.server.arrivals, 'each was sent once').toBe(2)
  expect(harness.outbox.claimRows.duplicatesOf(twice)).toEqual([102])
  expect(harness.outbox.story(twice).at(-1)).toMatchObject({ type: 'surplus', claimId: 102 })
})

const turnedAway = { name: 'rejected', chosenElsewhere: true }

it('a request never goes to another address with the number that its pharmacy had before', async () => {
  const { address } = harness
  harness.engine.pause(true)
  const waits = harness.accept(pharmacySubmission('KKP/1', 7, address))
  const discarded = await started(pharmacySubmission('KKP/2', 7, address))
  await moveTo('')
  expect(harness.state(waits), 'lost settings are no address').toBe('queued')
  harness.outbox.apply(discarded, { type: 'withdraw', at: now(), to: 'discarded' })
  await moveTo('https://other.example')
  expect(harness.entry(waits).state, 'also while nothing is sent').toMatchObject(turnedAway)
  const [, line] = harness.outbox.story(waits)
  expect(line).toMatchObject({ type: 'officer', decision: 'chosen-elsewhere' })
  harness.outbox.undoDiscard(discarded, now())
  harness.engine.entryDecided(discarded)
  const chosenHere = harness.accept(pharmacySubmission('KKP/3', 7, 'https://other.example'))
  harness.engine.pause(false)
  await harness.clock.advance(minutes(60))
  expect(harness.entry(discarded).state).toMatchObject(turnedAway)
  expect(harness.state(chosenHere)).toBe('delivered')
  expect(harness.server.arrivals).toBe(1)
})

it('a request whose answer was lost at another address is decided, and not sent again as it is', async () => {
  const id = await unanswered(false, pharmacySubmission('KKP/1', 7, harness.address))
  await moveTo('https://other.example')
  expect(harness.state(id)).toBe('unconfirmed')
  harness.outbox.apply(id, { type: 'officer-resends', at: now() })
  harness.engine.entryDecided(id)
  await harness.clock.advance(minutes(60))
  expect(harness.entry(id).state).toMatchObject(turnedAway)
  expect(harness.server.arrivals).toBe(1)
})
