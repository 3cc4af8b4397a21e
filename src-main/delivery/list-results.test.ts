import { describe, expect, it } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { claimSubmission, madeUpClaim } from '#testing/outbox/made-up.ts'
import {
  answers,
  harness,
  harnessForEach,
  lost,
  minutes,
  now,
  started,
  stateAfter,
} from '#testing/engine/harness-for-each.ts'

harnessForEach()

const submission = claimSubmission()
const { claim, branchReference } = submission.body

/** A claim whose answer was lost, at an insurer whose details show nothing. */
async function unconfirmed(commits: boolean): Promise<string> {
  harness.server.shows = 'nothing'
  harness.server.posts.push({ commits, sees: lost })
  const id = harness.accept({ ...submission })
  harness.engine.start()
  expect(await stateAfter(0, id)).toBe('unconfirmed')
  return id
}

/** Reads the keke list for the page. @param whole whether to its end */
async function readForPage(whole = true, rows: readonly ReceivedClaim[] = harness.server.claims) {
  const watcher = harness.engine.watchReading('keke')
  for (const row of rows) watcher.rows([row])
  watcher.ended(whole ? { rows: rows.length, bytes: 1000 * rows.length } : null)
  await harness.clock.settle()
}

const madeUpRow = (policyNumber: string): void =>
  void harness.server.commit('keke', madeUpClaim({ policyNumber }), null)

describe('a list that is read for the page', () => {
  it('settles a claim of ours that it shows, read in part too, by the loop and not before', async () => {
    const id = await unconfirmed(true)
    const watcher = harness.engine.watchReading('keke')
    watcher.rows(harness.server.claims)
    watcher.ended(null)
    expect(harness.state(id)).toBe('unconfirmed')
    await harness.clock.settle()
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'list', claimId: 101 })
    expect(harness.server.readings).toBe(0)
  })

  it('gives a received claim its id, and raises the alarm of a second one', async () => {
    const id = await started({ ...submission })
    await readForPage()
    expect(harness.outbox.claimRows.bound('keke')).toEqual([{ claimId: 101, entryId: id }])
    const second = harness.server.commit('keke', claim, branchReference)
    await readForPage()
    expect(harness.outbox.claimRows.duplicatesOf(id)).toEqual([second])
  })

  it('keeps a claim from being sent a third time that it showed while it was sent again', async () => {
    const id = await unconfirmed(true)
    const at = now()
    harness.outbox.apply(id, { type: 'cannot-be-proved', at, why: 'list-unreadable' })
    harness.outbox.apply(id, { type: 'officer-resends', at })
    harness.server.hang = Promise.withResolvers()
    answers({ type: 'rate-limited', retryAfterMs: 1000 })
    harness.engine.sendNow(id)
    expect(await stateAfter(0, id)).toBe('sending')
    await readForPage()
    harness.server.hang.resolve()
    harness.server.hang = null
    await harness.clock.advance(minutes(2))
    expect([harness.state(id), harness.server.arrivals]).toEqual(['delivered', 2])
  })

  it('shows a claim that has the number of an earlier one, which the insurer lost', async () => {
    await started(claimSubmission({ policyNumber: 'KKP/1' }, { branchReference: '1111-2222' }))
    await readForPage()
    const [earlier] = harness.server.claims.splice(0)
    harness.server.shows = 'nothing'
    harness.server.keeps = () => 'KEPT OTHERWISE'
    harness.server.posts.push({ commits: true, sees: lost })
    const id = harness.accept({ ...submission })
    await harness.clock.settle()
    const now = harness.server.claims.map((row) => ({ ...row, id: earlier?.id ?? 0 }))
    harness.server.claims.splice(0, 1, ...now)
    await harness.clock.advance(minutes(60))
    expect(harness.entry(id)).toMatchObject({ candidates: 1, state: { name: 'unconfirmed' } })
    expect(harness.server.arrivals).toBe(2)
  })

  describe('while the disk refuses what it shows', () => {
    const withoutDisk = (): void => harness.database.exec('PRAGMA query_only = ON')
    const withDisk = async (): Promise<void> => {
      harness.database.exec('PRAGMA query_only = OFF')
      await harness.clock.advance(minutes(1))
    }

    it('keeps a claim from being sent that is there', async () => {
      harness.hasKey = false
      const id = harness.accept({ ...submission })
      harness.engine.start()
      harness.server.commit('keke', claim, branchReference)
      withoutDisk()
      await readForPage()
      harness.hasKey = true
      harness.engine.keyChanged()
      await withDisk()
      expect([harness.state(id), harness.server.arrivals]).toEqual(['delivered', 0])
    })

    it('raises the alarm of a second one afterwards', async () => {
      const id = await started({ ...submission })
      await readForPage()
      const second = harness.server.commit('keke', claim, branchReference)
      withoutDisk()
      await readForPage()
      await withDisk()
      expect(harness.outbox.claimRows.duplicatesOf(id)).toEqual([second])
    })
  })

  it('proves with a second one five minutes later that a claim is absent', async () => {
    const id = await unconfirmed(false)
    // Readings of the engine's own show nothing.
    harness.server.listFailure = { failure: { type: 'timeout' }, bytes: 10 }
    await harness.clock.advance(minutes(11))
    await readForPage()
    await harness.clock.advance(minutes(4))
    await readForPage()
    expect(harness.server.arrivals).toBe(1)
    await harness.clock.advance(minutes(1))
    await readForPage()
    expect(harness.server.arrivals).toBe(2)
    expect(harness.state(id)).toBe('delivered')
  })

  it.each([
    ['was not read to its end', () => readForPage(false)],
    [
      'was seen in part alone',
      async () => {
        const watcher = harness.engine.watchReading('keke')
        watcher.ended({ rows: 7, bytes: 7000 })
        await harness.clock.settle()
      },
    ],
  ])('proves nothing where it %s', async (_what, read) => {
    await unconfirmed(false)
    harness.server.listFailure = { failure: { type: 'timeout' }, bytes: 10 }
    for (let n = 0; n < 3; n += 1) {
      await harness.clock.advance(minutes(6))
      await read()
    }
    expect(harness.server.arrivals).toBe(1)
  })

  it('proves nothing of a claim whose answer was lost after it was asked for', async () => {
    madeUpRow('KKP/A')
    const early = harness.engine.watchReading('keke')
    const id = await unconfirmed(false)
    early.rows(harness.server.claims)
    early.ended({ rows: 1, bytes: 1000 })
    await harness.clock.settle()
    expect(harness.outbox.story(id).filter(({ type }) => type !== 'accepted' && type !== 'attempt')).toEqual(
      [],
    )
  })

  it('does not end the look that an officer waits for', async () => {
    const id = await unconfirmed(false)
    harness.server.hangDetails = Promise.withResolvers()
    let isOver = false
    void harness.engine.lookNow(id).then(() => (isOver = true))
    await harness.clock.settle()
    await readForPage()
    expect(isOver).toBe(false)
  })

  it('is remembered by its length: a shorter one proves nothing', async () => {
    for (const policy of ['KKP/A', 'KKP/B', 'KKP/C']) madeUpRow(policy)
    const id = await unconfirmed(false)
    await readForPage()
    harness.server.claims.pop()
    for (let n = 0; n < 3; n += 1) {
      await harness.clock.advance(minutes(6))
      await readForPage()
    }
    expect(harness.server.arrivals).toBe(1)
    expect(harness.state(id)).toBe('unconfirmed')
  })

  it('means nothing once the engine has stopped and its file is closed', async () => {
    const id = await unconfirmed(true)
    const { engine } = harness
    const before = engine.watchReading('keke')
    await engine.stop()
    harness.restart()
    for (const watcher of [before, engine.watchReading('keke')]) {
      watcher.rows(harness.server.claims)
      watcher.ended({ rows: 1, bytes: 1 })
    }
    expect(await stateAfter(0, id)).toBe('unconfirmed')
  })
})

describe('a claim that an officer is shown', () => {
  const shownRow = (): ReceivedClaim => {
    const [row] = harness.server.claims
    if (row === undefined) throw new Error('The insurer has no claim.')
    return row
  }

  it('settles the entry that it is', async () => {
    const id = await unconfirmed(true)
    harness.engine.claimShown(shownRow())
    await harness.clock.settle()
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'details' })
  })

  it('is noted once where it may be an entry, and counts as none of the planned looks', async () => {
    harness.server.keeps = () => 'KEPT OTHERWISE'
    const id = await unconfirmed(true)
    const due = harness.engine.nextTryAt(harness.entry(id))
    for (let n = 0; n < 2; n += 1) harness.engine.claimShown(shownRow())
    await harness.clock.settle()
    expect(harness.entry(id)).toMatchObject({ candidates: 1, state: { name: 'unconfirmed' } })
    expect(harness.engine.nextTryAt(harness.entry(id))).toBe(due)
  })
})
