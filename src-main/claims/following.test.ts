import { beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { claimSubmission, submissionWithFiles } from '#testing/outbox/made-up.ts'
import { FollowingOffice } from '#testing/claims/following-office.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
let office: FollowingOffice
beforeEach(() => {
  office = new FollowingOffice()
})
/** @returns the id of the first */
function startWith(...policies: readonly string[]): string {
  const [id = ''] = policies.map((policy) => office.add(policy))
  office.start()
  return id
}
const days = (n: number): Promise<void> => office.clock.advance(n * dayMs)
/** To the last moment of this day, or of one later, on the office's own calendar. */
async function endOfDay(later = 0): Promise<void> {
  const now = office.clock.now()
  await office.clock.advance(new Date(now).setHours(24, 0, 0, 0) - now.getTime() - 1 + later * dayMs)
}

describe('a received claim', () => {
  it('is asked about a day later, and what the insurer says of it is kept', async () => {
    const id = startWith('KKP/1')
    office.answer = () => ok({ status: '1' })
    await days(0.99)
    expect(office.questions()).toEqual([])
    await days(0.02)
    expect(office.questions()).toEqual(['KKP/1'])
    expect(office.standing(id)).toMatchObject({ says: { status: '1' }, isNews: true })
  })

  it('is asked about daily for fourteen days, then weekly, and no longer after sixty', async () => {
    const receivedMs = office.clock.now().getTime()
    startWith('KKP/1')
    await days(70)
    const onDays = office.asked.map(({ atMs }) => Math.floor((atMs - receivedMs) / dayMs))
    expect(onDays.slice(0, 14)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20])
    expect(onDays.slice(14)).toEqual([27, 34, 41, 48, 55])
  })

  it('is one that the engine may look for, which gets nothing of its customer', async () => {
    startWith('KKP/1')
    await days(1.1)
    expect(office.tookByEngine).toHaveLength(1)
    expect(JSON.stringify(office.tookByEngine)).not.toContain('Omotayo')
  })

  it('is asked about once, and then as ever, where the clock was ahead when it was received', async () => {
    office.clock.jump(30 * dayMs)
    office.add('KKP/1')
    office.clock.jump(-30 * dayMs)
    office.start()
    await days(1)
    expect(office.questions()).toEqual(['KKP/1'])
    await days(1)
    expect(office.questions()).toEqual(['KKP/1'])
  })

  it('has its turn tomorrow where the insurer has no such claim', async () => {
    startWith('KKP/1', 'KKP/2')
    office.answer = () => err({ type: 'not-found', serverMessage: '' })
    await days(1.1)
    expect(office.questions()).toEqual(['KKP/2', 'KKP/1'])
    await days(1)
    expect(office.questions()).toEqual(['KKP/2', 'KKP/1'])
  })
})

describe('nothing is asked', () => {
  it.each<[string, (office: FollowingOffice) => void, (office: FollowingOffice) => void]>([
    ['offline', (one) => (one.connection = 'offline'), (one) => (one.connection = 'online')],
    ['during a hold', (one) => (one.holds = [{ type: 'offline' }]), (one) => (one.holds = [])],
    ['while paused', (one) => (one.standsStill = 'paused'), (one) => (one.standsStill = null)],
    ['while data is saved', (one) => (one.savesData = true), (one) => (one.savesData = false)],
    [
      'while files go up',
      (one) => (one.files = { files: 2, hold: null }),
      (one) => (one.files = { files: 2, hold: 'full' }),
    ],
    [
      'while a claim waits to be sent, or is',
      (one) => one.outbox.accept(claimSubmission({ policyNumber: 'KKP/9' }), one.now()),
      (one) => {
        for (const { id } of [...one.outbox.undelivered()])
          one.outbox.apply(id, { type: 'withdraw', at: one.now(), to: 'discarded' })
      },
    ],
  ])('%s, and then it goes on', async (_when, begin, end) => {
    startWith('KKP/1')
    begin(office)
    await days(2)
    expect(office.questions()).toEqual([])
    end(office)
    await office.clock.advance(5 * minuteMs)
    expect(office.questions()).toEqual(['KKP/1'])
  })

  it('while an attempt is open', async () => {
    startWith('KKP/1')
    const { id, body } = claimSubmission({ policyNumber: 'KKP/9' })
    office.outbox.accept({ id, body }, office.now())
    office.outbox.openAttempt(id, office.now())
    await days(2)
    expect(office.questions()).toEqual([])
  })

  it('for a claim that waits for its files, it is', async () => {
    startWith('KKP/1')
    office.outbox.accept(submissionWithFiles(), office.now())
    await days(1.1)
    expect(office.questions()).toEqual(['KKP/1'])
  })

  it('for a while after a question that came to nothing, or as long as the insurer says', async () => {
    startWith('KKP/1', 'KKP/2')
    office.answer = () => err({ type: 'timeout' })
    await office.clock.advance(dayMs)
    expect(office.questions()).toEqual(['KKP/2'])
    await office.clock.advance(5 * minuteMs)
    expect(office.questions()).toEqual(['KKP/2'])
    office.answer = () => err({ type: 'rate-limited', retryAfterMs: hourMs })
    await office.clock.advance(5 * minuteMs)
    office.questions()
    await office.clock.advance(55 * minuteMs)
    expect(office.questions()).toEqual([])
    office.answer = () => ok({})
    await office.clock.advance(5 * minuteMs)
    expect(office.questions()).toEqual(['KKP/2', 'KKP/1'])
  })

  it('beside another question, nor after a stop, which cuts it off', async () => {
    startWith('KKP/1', 'KKP/2')
    office.gate = new Promise(() => undefined)
    await days(2)
    expect(office.questions()).toEqual(['KKP/2'])
    await office.following.stop()
    expect(office.standing(office.ids.get('KKP/2') ?? '')?.says, 'nothing is taken any more').toBeNull()
    await days(2)
    expect(office.questions()).toEqual([])
  })
})

describe('the bytes of a day', () => {
  const policies = Array.from({ length: 60 }, (_, n) => `KKP/${n}`)

  it('are 200 kB, the newest first, and what was left out comes first the next day', async () => {
    startWith(...policies)
    await endOfDay(1)
    expect(office.questions()).toEqual(policies.toReversed().slice(0, 50))
    await days(1)
    expect(office.questions().slice(0, 10)).toEqual(policies.toReversed().slice(50))
  })

  it('go to what is behind longest before they go to the newest', async () => {
    startWith(...policies)
    await endOfDay(1)
    office.questions()
    for (let n = 0; n < 60; n += 1) office.add(`OKP/${n}`, { product: 'okada' })
    office.connection = 'offline'
    await endOfDay(1)
    office.connection = 'online'
    await endOfDay(1)
    const asked = office.questions()
    expect(asked.slice(0, 10)).toEqual(policies.toReversed().slice(50))
    expect(asked.slice(10, 12)).toEqual(['OKP/59', 'OKP/58'])
  })

  it('are remembered across starts', async () => {
    for (const policy of policies) office.add(policy)
    await endOfDay(1)
    await office.clock.advance(hourMs)
    office.bytes = 50_000
    office.start()
    await office.clock.advance(hourMs)
    expect(office.questions()).toHaveLength(4)
    await office.again()
    await office.clock.advance(hourMs)
    expect(office.questions()).toEqual([])
  })

  it('count what was asked in vain', async () => {
    for (const policy of policies) office.add(policy)
    await endOfDay(1)
    await office.clock.advance(hourMs)
    office.bytes = 100_000
    office.answer = () => err({ type: 'timeout' })
    office.start()
    await office.clock.advance(hourMs)
    expect(office.questions()).toHaveLength(2)
  })
})

it('a list that was read counts as a question about each claim that it shows', async () => {
  const ids = Array.from({ length: 10 }, (_, n) => office.add(`KKP/${n}`, { claimId: n + 1 }))
  office.start()
  await endOfDay(1)
  expect(office.questions()).toHaveLength(10)
  await days(1)
  expect(office.questions()).toHaveLength(10)
  await office.followUps.seenInList(
    ids.map((id, n) => office.listed(id, n + 1)),
    office.now(),
  )
  await office.clock.advance(23 * hourMs)
  expect(office.questions()).toEqual([])
})

describe('practice', () => {
  beforeEach(() => {
    office.isPractice = true
  })

  it('is asked each minute, whatever it costs', async () => {
    await office.again()
    office.add('KKP/1')
    office.bytes = 100_000
    await office.clock.advance(10 * minuteMs)
    expect(office.questions().length).toBeGreaterThanOrEqual(9)
  })
})
