import { afterEach, expect, it, vi } from 'vitest'
import type { Standing } from '#shared/claim/follow-up.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import { claimSubmission } from './outbox/testing/made-up.ts'
import { nextTurn } from './platform/slices.ts'
import { Installation, knownPolicy } from './testing/installation.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Practice received a claim, and decided it since. */
async function decidedInPractice(...faked: ('setTimeout' | 'clearTimeout')[]) {
  vi.useFakeTimers({ toFake: ['Date', ...faked], shouldAdvanceTime: true })
  const app = await Installation.start()
  const policyNumber = knownPolicy()
  const { id, body } = claimSubmission({ policyNumber })
  app.accept({ id, body })
  await app.until(() => {
    const entry = app.entry(id)
    return entry !== undefined && isReceived(entry.state)
  })
  vi.setSystemTime(Date.now() + 6 * 60_000)
  const standing = (): Standing | null | undefined => app.entry(id)?.standing
  return { app, id, policyNumber, standing }
}

it('what the insurer says to an officer who asks is announced with the claim, and its end is known', async () => {
  const { app, policyNumber, standing } = await decidedInPractice()
  expect(standing()).toMatchObject({ says: null, following: 'asked' })
  await app.handlers['claims:detail']({ product: 'keke', policyNumber })
  await app.until(() => standing()?.says?.status === '2')
  expect(standing()).toMatchObject({ isNews: true, isFinal: false, following: 'asked' })
  vi.setSystemTime(Date.now() + 10 * 60_000)
  await app.handlers['claims:detail']({ product: 'keke', policyNumber })
  await app.until(() => standing()?.says?.status === '3')
  expect(standing()).toMatchObject({ isFinal: true, following: 'over' })
})

it('practice is followed by itself, a minute after the start', async () => {
  const { app, standing } = await decidedInPractice('setTimeout', 'clearTimeout')
  const isKnown = app.until(() => standing()?.says?.status === '2').then(() => true)
  for (let seconds = 0; seconds < 70; seconds += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    // As long as an answer over loopback takes.
    for (let turns = 0; turns < 50; turns += 1) await nextTurn()
  }
  expect(await Promise.race([isKnown, nextTurn()])).toBe(true)
})

it('a list that is read says it too, of a claim that it shows for the first time', async () => {
  const { app, standing } = await decidedInPractice()
  await app.handlers['claims:read-list']({ product: 'keke' })
  await app.until(() => standing()?.says?.status === '2')
})

it('a note is announced, and shown in the list of claims until the claim is forgotten', async () => {
  const { app, id, policyNumber } = await decidedInPractice()
  const search = {
    search: 'cousin',
    product: null,
    group: null,
    status: null,
    from: '',
    to: '',
    whose: 'all',
  } as const
  const window = {
    ...search,
    sort: 'created',
    descending: true,
    offset: 0,
    limit: 10,
    onScreen: true,
  } as const
  const found = async (): Promise<readonly string[]> => {
    const answer = await app.handlers['claims:query'](window)
    return answer.ok ? answer.value.rows.map(({ key }) => key) : []
  }
  expect(await found()).toEqual([])
  await app.handlers['claims:note']({ id, text: 'A cousin rang.' })
  expect(await found()).toEqual([id])
  const one = await app.handlers['claims:one']({ key: id, isOpened: true })
  expect(one).toMatchObject({ ok: true, value: { followUp: { note: { text: 'A cousin rang.' } } } })
  const gone = await app.handlers['privacy:forget-policy']({
    policy: policyNumber as never,
    environment: 'practice',
    filesAside: false,
  })
  expect(gone).toMatchObject({ ok: true })
  expect(await found()).toEqual([])
  expect(app.composed.workspace.environment.services?.followUps.searchText(id)).toBe('')
})
