import { describe, expect, it } from 'vitest'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { harness, harnessForEach, lost, minutes, now, started } from '#testing/engine/harness-for-each.ts'

harnessForEach()

const keysOf = (id: string): readonly string[] => harness.outbox.candidates.ofEntry(id).map(({ key }) => key)

/** A claim whose answer was lost, at an insurer that keeps its text without our reference. */
async function startWithoutReference(): Promise<string> {
  harness.server.keeps = () => 'KEPT OTHERWISE'
  harness.server.posts.push({ commits: true, sees: lost })
  const id = harness.accept(claimSubmission())
  harness.engine.start()
  await harness.clock.advance(minutes(120))
  return id
}

describe('a claim of the same policy and day without a reference', () => {
  it('is shown to an officer, and nothing is sent again while it is', async () => {
    const id = await startWithoutReference()
    expect(harness.entry(id)).toMatchObject({ candidates: 1, state: { name: 'unconfirmed' } })
    expect(harness.server.arrivals).toBe(1)
    expect(harness.engine.status().counts.needsOfficer).toBe(1)
  })

  it('settles the entry when an officer says so; from then on absence of the reference proves nothing', async () => {
    const id = await startWithoutReference()
    expect(harness.outbox.identify(id, keysOf(id)[0] ?? '', now()).ok).toBe(true)
    harness.engine.candidateDecided(id)
    await harness.clock.settle()
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'officer' })
    expect(harness.engine.status().habits.referenceLost).toEqual(['keke'])

    harness.server.posts.push({ commits: false, sees: lost })
    const next = harness.accept(claimSubmission({ policyNumber: 'KKP/2' }))
    await harness.clock.advance(minutes(120))
    expect(harness.entry(next).state).toMatchObject({ name: 'needs-review', why: 'reference-lost' })
    expect(harness.server.arrivals).toBe(2)
  })

  it('is none for the next claim of its policy once an officer recognised it', async () => {
    const id = await startWithoutReference()
    harness.outbox.identify(id, keysOf(id)[0] ?? '', now())
    harness.engine.candidateDecided(id)
    harness.server.posts.push({ commits: false, sees: lost })
    const next = harness.accept(claimSubmission({}, { branchReference: '0000-0002' }))
    await harness.clock.advance(minutes(10))
    expect(harness.server.looks).toBeGreaterThan(1)
    expect(harness.entry(next)).toMatchObject({ candidates: 0, attempts: 1 })
  })

  it('counts no more once an officer says that it is another', async () => {
    harness.server.commit('keke', claimSubmission().body.claim, null)
    harness.server.posts.push({ commits: false, sees: lost })
    const id = harness.accept(claimSubmission())
    harness.engine.start()
    await harness.clock.advance(minutes(60))
    expect([harness.entry(id).candidates, harness.server.arrivals]).toEqual([1, 1])
    for (const key of keysOf(id)) harness.outbox.candidates.ruleOut(id, key, now())
    harness.engine.candidateDecided(id)
    await harness.clock.advance(minutes(60))
    expect(harness.entry(id)).toMatchObject({ candidates: 0, state: { name: 'delivered' } })
    expect(harness.server.arrivals).toBe(2)
  })
})

it('an answer that repeats the text without the reference teaches the same', async () => {
  harness.server.posts.push({
    commits: true,
    sees: { type: 'delivered', serverMessage: '', keptReference: false },
  })
  await started()
  expect(harness.engine.status().habits.referenceLost).toEqual(['keke'])
  await harness.engine.stop()
  harness.restart()
  harness.engine.start()
  expect(harness.engine.status().habits.referenceLost).toEqual(['keke'])
})

it.each<[string, string | null, readonly string[]]>([
  ['the claim itself', '7F3K-92QD', []],
  ['a later one in the same words', '0000-0002', []],
  ['it without its reference', null, ['keke']],
])('the details of its policy a minute after a delivery show %s', async (_what, shown, lost) => {
  await started()
  harness.server.claims.splice(0)
  harness.server.commit('keke', claimSubmission().body.claim, shown)
  await harness.clock.advance(minutes(2))
  expect(harness.server.looks).toBe(1)
  expect(harness.engine.status().habits.referenceLost).toEqual(lost)
})
