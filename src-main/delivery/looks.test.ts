import { describe, expect, it } from 'vitest'
import { claimSubmission, submissionWithFiles } from '#testing/outbox/made-up.ts'
import { noteElsewhere } from '#main/outbox/engine-memory.ts'
import {
  answers,
  hanging,
  harness,
  harnessForEach,
  lost,
  minutes,
  now,
  start,
  started,
  stateAfter,
} from '#testing/engine/harness-for-each.ts'

harnessForEach()

/** An insurer whose details were seen to show a claim of ours. */
async function startTaught(): Promise<void> {
  await started(claimSubmission({ policyNumber: 'KKP/TAUGHT' }, { branchReference: '2222-3333' }))
  expect(harness.server.looks).toBe(0)
  await harness.clock.advance(minutes(1))
  expect(harness.server.looks).toBe(1)
}

describe('details that are known to show our claims', () => {
  it('prove after ten minutes that there is none, without a list', async () => {
    await startTaught()
    harness.server.posts.push({ commits: false, sees: lost })
    const id = harness.accept(claimSubmission())
    await harness.clock.advance(minutes(10) - 1)
    expect([harness.state(id), harness.server.arrivals]).toEqual(['unconfirmed', 2])
    await harness.clock.advance(1)
    expect([harness.state(id), harness.server.arrivals]).toEqual(['delivered', 3])
    expect(harness.server.readings).toBe(0)
  })

  it('prove nothing by an answer that was asked for before the claim was sent once more', async () => {
    await startTaught()
    harness.server.posts.push({ commits: false, sees: lost }, { commits: false, sees: lost })
    const id = harness.accept(claimSubmission())
    await harness.clock.settle()
    const hang = hanging()
    harness.server.hangDetails = hang
    await harness.clock.advance(16_000)
    harness.outbox.apply(id, { type: 'officer-resends', at: now() })
    harness.engine.entryDecided(id)
    await harness.clock.settle()
    expect(harness.entry(id)).toMatchObject({ attempts: 2, state: { name: 'unconfirmed' } })
    harness.server.hangDetails = null
    hang.resolve()
    await harness.clock.advance(1)
    expect(harness.entry(id).state).toMatchObject({ absentReadings: 0 })
    await harness.clock.advance(minutes(60))
    expect([harness.state(id), harness.server.arrivals]).toEqual(['delivered', 4])
  })

  it('find a claim that is committed late, within those ten minutes', async () => {
    await startTaught()
    harness.server.posts.push({ commits: false, sees: lost })
    const id = harness.accept(claimSubmission())
    await harness.clock.advance(minutes(9))
    const { body } = harness.entry(id)
    if (body.kind === 'claim') harness.server.commit('keke', body.claim, body.branchReference)
    await harness.clock.advance(minutes(30))
    expect([harness.state(id), harness.server.arrivals]).toEqual(['delivered', 2])
  })

  it('are asked once a day for what they teach', async () => {
    await startTaught()
    harness.accept(claimSubmission({ policyNumber: 'KKP/2' }))
    await harness.clock.advance(minutes(5))
    expect(harness.server.looks).toBe(1)
  })
})

it.each([
  ['are cut off', { type: 'offline' } as const],
  ['cannot be read', { type: 'garbled', code: 'JSON_INVALID' } as const],
  ['come from something else', { type: 'intercepted' } as const],
  ['are refused', { type: 'refused-by-server', serverMessage: '' } as const],
])(
  'details that cannot be had although the API answers hold nothing when they %s, and are asked for no more often than planned',
  async (_what, failure) => {
    harness.server.detailsFailure = failure
    harness.server.posts.push({ commits: false, sees: lost })
    await started()
    await harness.clock.advance(minutes(5))
    expect(harness.engine.status().holds).toEqual([])
    expect(harness.server.looks).toBeLessThan(8)
    const other = harness.accept(claimSubmission({ policyNumber: 'KKP/2' }))
    expect(await stateAfter(0, other)).toBe('delivered')
  },
)

describe('what another computer may have sent', () => {
  async function elsewhere(): Promise<string> {
    const { id, body } = claimSubmission()
    harness.accept({ id, body })
    noteElsewhere(harness.database, [id])
    await start()
    await harness.clock.settle()
    return id
  }

  it('is looked for before its first attempt, and sent when it is not there', async () => {
    const id = await elsewhere()
    expect([harness.state(id), harness.server.looks, harness.server.arrivals]).toEqual(['delivered', 1, 1])
  })

  it('is looked for once it can be sent, and not while it waits for files or sending is paused', async () => {
    const { id, body } = submissionWithFiles(['medicalReportUrl'])
    harness.accept({ id, body })
    noteElsewhere(harness.database, [id])
    await start()
    harness.engine.pause(true)
    harness.outbox.putLinks(id, { medicalReportUrl: 'https://files.example/report.pdf' })
    await harness.clock.advance(minutes(1))
    expect(harness.server.looks).toBe(0)
    harness.engine.pause(false)
    await harness.clock.settle()
    expect([harness.state(id), harness.server.looks, harness.server.arrivals]).toEqual(['delivered', 1, 1])
  })

  it('is received when it is there', async () => {
    harness.server.commit('keke', claimSubmission().body.claim, '7F3K-92QD')
    const id = await elsewhere()
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'details' })
    expect(harness.server.arrivals).toBe(0)
  })

  it('is not sent when it is there and the disk refused to note that', async () => {
    const { id, body } = claimSubmission()
    harness.server.commit('keke', body.claim, '7F3K-92QD')
    harness.server.hangDetails = hanging()
    harness.accept({ id, body })
    noteElsewhere(harness.database, [id])
    await start()
    harness.database.exec('PRAGMA query_only = ON')
    harness.server.hangDetails.resolve()
    await harness.clock.settle()
    expect(harness.engine.status().holds).toEqual([{ type: 'read-only' }])
    harness.database.exec('PRAGMA query_only = OFF')
    await harness.clock.advance(minutes(1))
    expect([harness.state(id), harness.server.arrivals]).toEqual(['delivered', 0])
  })

  it('is sent all the same when the details cannot be had', async () => {
    harness.server.detailsFailure = { type: 'offline' }
    const id = await elsewhere()
    expect(harness.server.arrivals).toBe(0)
    await harness.clock.advance(minutes(3))
    expect([harness.state(id), harness.server.arrivals]).toEqual(['delivered', 1])
  })
})

describe('403', () => {
  it('sets that claim alone aside when the key works for reading', async () => {
    answers({ type: 'forbidden' })
    const id = harness.accept(claimSubmission())
    const other = await started(claimSubmission({ policyNumber: 'KKP/2' }))
    expect(harness.entry(id).state).toMatchObject({ name: 'rejected', forbidden: true })
    expect(harness.state(other)).toBe('delivered')
    expect(harness.engine.status().holds).toEqual([])
  })

  it('holds the key refused when reading is refused too, and uses up nothing', async () => {
    await start()
    harness.server.connection = { type: 'key-refused' }
    answers({ type: 'forbidden' })
    const id = harness.accept(claimSubmission())
    await harness.clock.settle()
    expect(harness.engine.status().holds).toEqual([{ type: 'key-refused' }])
    harness.server.connection = { type: 'works' }
    harness.engine.keyChanged()
    expect(await stateAfter(minutes(1), id)).toBe('delivered')
  })
})
