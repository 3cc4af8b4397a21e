import { beforeEach, describe, expect, it } from 'vitest'
import { err, ok, type Result } from '#shared/result.ts'
import type { ClaimDetail } from '#shared/domain/received-claim.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { createKeptDetails } from '#main/claims/kept-details.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { withoutDisk } from '#testing/outbox/entries.ts'
import { createDetailHandlers, createFollowUpHandlers } from './claims.ts'
import { FollowedOffice } from '#testing/claims/follow-ups.ts'
import { madeUpDetail } from '#testing/claims/made-up-detail.ts'

let office: FollowedOffice
let answer: Result<ClaimDetail, { readonly type: 'timeout' }>
let tookByEngine: object[]
let signedIn: string
let ask: ReturnType<typeof createDetailHandlers> & ReturnType<typeof createFollowUpHandlers>

beforeEach(() => {
  office = new FollowedOffice()
  tookByEngine = []
  signedIn = 'ada'
  const services = {
    outbox: office.outbox,
    followUps: office.followUps,
    keptDetails: createKeptDetails(office.database, plainProtection),
    engine: { claimShown: (claim: object) => void tookByEngine.push(claim) },
  }
  const api = { claimDetails: () => Promise.resolve(answer) }
  const audience = {
    officerId: () => signedIn,
    seesEntryOf: (officerId: string | null) => officerId === null || officerId === signedIn,
  }
  const using = <R>(work: (given: typeof services) => R): R => work(services)
  ask = {
    ...createDetailHandlers({ environment: { connection: { api }, services }, using }),
    ...createFollowUpHandlers({ using }, audience),
  }
})
const detail = async (policyNumber: string) => await ask['claims:detail']({ product: 'keke', policyNumber })

describe('a policy that an officer asks about', () => {
  it('tells what the insurer says of our claim of it', async () => {
    const id = office.received('KKP/1')
    answer = ok({ ...madeUpDetail('KKP/1'), ...office.shown(id, { status: '2' }) })
    expect(await detail('KKP/1')).toEqual(answer)
    expect(office.standing(id)?.says?.status).toBe('2')
    expect(JSON.stringify(tookByEngine), 'of the customer the engine gets nothing').not.toContain('Omotayo')
  })

  it('is shown where the disk takes nothing, and where nothing of ours is in it', async () => {
    const id = office.received('KKP/1')
    answer = ok(madeUpDetail('KKP/1'))
    expect(await detail('KKP/1')).toEqual(answer)
    expect([office.standing(id)?.says, office.standing(id)?.following]).toEqual([null, 'asked'])
    answer = ok({ ...madeUpDetail('KKP/1'), ...office.shown(id, { status: '2' }) })
    withoutDisk(office.database)
    expect(await detail('KKP/1')).toEqual(answer)
    answer = err({ type: 'timeout' })
    expect(await detail('KKP/1')).toEqual(answer)
  })
})

describe('beside a received claim', () => {
  it('an officer writes a note, and says that something is wrong, in their own name', async () => {
    const id = office.received()
    const noted = await ask['claims:note']({ id, text: 'Customer called.' })
    expect(noted).toMatchObject(ok({ note: { text: 'Customer called.', by: 'Ada Obi' } }))
    const wrong = await ask['claims:wrong']({ id, wrong: { replacedBy: '7F3K-92QD', isDone: false } })
    expect(wrong).toMatchObject(ok({ wrong: { by: 'Ada Obi', replacedBy: '7F3K-92QD', isDone: false } }))
    expect(await ask['claims:wrong']({ id, wrong: null })).toMatchObject(ok({ wrong: null }))
  })

  it('nobody writes who may not see it, nor beside what was not received', async () => {
    const waits = claimSubmission()
    office.outbox.accept(waits, office.now(), 'ada')
    const request = pharmacySubmission()
    office.outbox.accept(request, office.now(), 'ada')
    for (const { id } of [waits, request])
      expect(await ask['claims:note']({ id, text: 'Made up.' })).toEqual(err({ type: 'not-possible-now' }))
    signedIn = 'bola'
    for (const asked of [
      ask['claims:note']({ id: waits.id, text: 'Made up.' }),
      ask['claims:wrong']({ id: waits.id, wrong: null }),
      ask['claims:note']({ id: 'unknown', text: 'Made up.' }),
      ask['claims:unseen']({ id: waits.id }),
    ])
      expect(await asked).toEqual(err({ type: 'unknown-entry' }))
    expect(office.changed).toEqual([])
  })

  it('a note that the disk does not take is said not to be kept', async () => {
    const id = office.received()
    withoutDisk(office.database)
    expect(await ask['claims:note']({ id, text: 'Made up.' })).toEqual(err({ type: 'read-only' }))
  })
})
