import { beforeEach, describe, expect, it } from 'vitest'
import type { Environment } from '#shared/domain/product.ts'
import { err, ok } from '#shared/result.ts'
import { forgetEverywhere, keptEverywhere, type InPlace } from './everywhere.ts'

type About = Awaited<ReturnType<InPlace['about']>>
type Forgotten = Awaited<ReturnType<InPlace['forget']>>
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

let about: Record<Environment, About>
let forgotten: Record<Environment, Forgotten>
let asked: Environment[]
const places: InPlace = {
  about: (environment) => Promise.resolve(about[environment]),
  forget(environment) {
    asked.push(environment)
    return Promise.resolve(forgotten[environment])
  },
}

beforeEach(() => {
  about = { practice: ok(nothing), sandbox: ok(nothing), live: ok(nothing) }
  forgotten = { practice: ok(gone), sandbox: ok(gone), live: ok(gone) }
  asked = []
})

describe('what is kept about a policy', () => {
  it('is said for every environment, the open one first; one that cannot be opened is named', async () => {
    about.practice = err({ type: 'storage-unavailable' })
    const found = await keptEverywhere('live', places)
    expect(found.ok && found.value.places.map(({ environment }) => environment)).toEqual(['live', 'sandbox'])
    expect(found.ok && found.value.notLookedAt).toEqual(['practice'])
  })

  it('is not said where the open environment cannot be read', async () => {
    about.live = err({ type: 'disk-full' })
    expect(await keptEverywhere('live', places)).toEqual(err({ type: 'disk-full' }))
  })
})

describe('forgetting a policy', () => {
  it('is done everywhere, in the open environment last, and counts all of it', async () => {
    const answer = await forgetEverywhere('sandbox', places)
    expect(asked).toEqual(['live', 'practice', 'sandbox'])
    expect(answer).toMatchObject(
      ok({ type: 'forgotten', entries: 3, drafts: 3, listedClaims: 9, attachmentFiles: 6, notDone: [] }),
    )
  })

  it('removes nothing anywhere while one environment has something undelivered', async () => {
    about.practice = ok({ ...nothing, entries: [waiting] })
    expect(await forgetEverywhere('live', places)).toEqual(ok({ type: 'not-delivered' }))
    expect(asked).toEqual([])
  })

  it('names where it was not done, and fails where that is the open one', async () => {
    about.practice = err({ type: 'storage-unavailable' })
    forgotten.sandbox = ok({ type: 'not-delivered', entries: 1 })
    expect(await forgetEverywhere('live', places)).toMatchObject(
      ok({ entries: 1, notDone: ['practice', 'sandbox'] }),
    )
    forgotten.live = ok({ type: 'not-delivered', entries: 1 })
    expect(await forgetEverywhere('live', places)).toEqual(err({ type: 'not-possible-now' }))
  })

  it('says when the disk refused the last step', async () => {
    forgotten.sandbox = ok({ ...gone, isDestroyed: false })
    expect(await forgetEverywhere('live', places)).toMatchObject({ value: { isDestroyed: false } })
  })
})
