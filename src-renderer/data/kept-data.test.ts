import { beforeEach, describe, expect, it } from 'vitest'
import type { RequestResult } from '#shared/contract/calls.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Environment } from '#shared/domain/product.ts'
import { err, ok } from '#shared/result.ts'
import { FakeMain } from '#renderer/testing/fake-main.ts'
import { forgetEverywhere, keptAbout } from './kept-data.ts'

const policy = policyNumberOf('KKP/2026/LA/000417')
type About = RequestResult<'privacy:about-policy'>
type Forgotten = RequestResult<'privacy:forget-policy'>
const nothing = {
  entries: [],
  historyLines: 0,
  drafts: 1,
  keptDetails: 1,
  attachmentFiles: 2,
  uploadedFiles: 1,
  filesAside: [],
  copies: 0,
  listedClaims: 3,
}
const waiting = {
  kind: 'claim',
  product: 'keke',
  acceptedAt: '2026-03-04T09:00:00.000Z',
  state: 'queued',
} as const
const gone = {
  type: 'forgotten',
  entries: 1,
  drafts: 1,
  keptDetails: 1,
  listedClaims: 3,
  filesAside: 0,
  isDestroyed: true,
} as const

let main: FakeMain
let about: Record<Environment, About>
let forgotten: Record<Environment, Forgotten>
const asked = (): readonly unknown[] =>
  main.asked.flatMap(({ channel, input }) =>
    channel === 'privacy:forget-policy' &&
    typeof input === 'object' &&
    input !== null &&
    'environment' in input
      ? [input.environment]
      : [],
  )

beforeEach(() => {
  about = { practice: ok(nothing), sandbox: ok(nothing), live: ok(nothing) }
  forgotten = { practice: ok(gone), sandbox: ok(gone), live: ok(gone) }
  main = new FakeMain({
    'privacy:about-policy': ({ environment }) => about[environment],
    'privacy:forget-policy': ({ environment }) => forgotten[environment],
  })
})

describe('what is kept about a policy', () => {
  it('is said for every environment, the open one first; one that cannot be opened is named', async () => {
    about.practice = err({ type: 'storage-unavailable' })
    const found = await keptAbout('live', policy)
    expect(found.ok && found.value.places.map(({ environment }) => environment)).toEqual(['live', 'sandbox'])
    expect(found.ok && found.value.notLookedAt).toEqual(['practice'])
  })

  it('is not said where the open environment cannot be read', async () => {
    about.live = err({ type: 'disk-full' })
    expect(await keptAbout('live', policy)).toEqual(err({ type: 'disk-full' }))
  })
})

describe('forgetting a policy', () => {
  it('is done everywhere, in the open environment last, and counts all of it', async () => {
    const answer = await forgetEverywhere('sandbox', policy, false)
    expect(asked()).toEqual(['live', 'practice', 'sandbox'])
    expect(answer).toMatchObject({
      ok: true,
      value: { type: 'forgotten', entries: 3, drafts: 3, listedClaims: 9, attachmentFiles: 6, notDone: [] },
    })
  })

  it('removes nothing anywhere while one environment has something undelivered', async () => {
    about.practice = ok({ ...nothing, entries: [waiting] })
    expect(await forgetEverywhere('live', policy, false)).toEqual(ok({ type: 'not-delivered' }))
    expect(asked()).toEqual([])
  })

  it('names where it was not done, and fails where that is the open one', async () => {
    about.practice = err({ type: 'storage-unavailable' })
    forgotten.sandbox = ok({ type: 'not-delivered', entries: 1 })
    expect(await forgetEverywhere('live', policy, false)).toMatchObject({
      ok: true,
      value: { entries: 1, notDone: ['practice', 'sandbox'] },
    })
    forgotten.live = ok({ type: 'not-delivered', entries: 1 })
    expect(await forgetEverywhere('live', policy, false)).toEqual(err({ type: 'not-possible-now' }))
  })

  it('says when the disk refused the last step', async () => {
    forgotten.sandbox = ok({ ...gone, isDestroyed: false })
    expect(await forgetEverywhere('live', policy, false)).toMatchObject({ value: { isDestroyed: false } })
  })
})
