import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiOn, claim } from '#testing/insurer-client/loopback-api.ts'
import { deeds, tlsPeer, type Moment } from '#testing/insurer-client/tls-peer.ts'

afterEach(() => vi.useRealTimers())

/** Longer than what fits into one TLS record, so that its half can arrive alone. */
const longClaim = { ...claim, incidentDetails: 'A tricycle was hit from behind. '.repeat(4_000) }
const delivered = { type: 'delivered' }
const deedNames = Object.keys(deeds) as (keyof typeof deeds)[]

/** A peer to which a connection was opened ahead, so far. */
async function prepared(so: Moment, options: Parameters<typeof tlsPeer>[0] = {}) {
  const peer = await tlsPeer(options)
  const api = apiOn(peer.url)
  api.prepare(1)
  await peer.reached(1, so)
  return { peer, api }
}
const submit = (api: ReturnType<typeof apiOn>, what = claim) => api.createClaim('keke', what, '7F3K-92QD')

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('a connection opened ahead', () => {
  it('carries the next POST, and no other', async () => {
    const { peer, api } = await prepared('tls')
    expect(await submit(api)).toMatchObject(delivered)
    expect(await submit(api)).toMatchObject(delivered)
    expect(peer.heads).toEqual([1, 2])
    await peer.reached(1, 'closed')
  })

  it('is opened beyond those that are under way, and never twice', async () => {
    const peer = await tlsPeer()
    const api = apiOn(peer.url)
    api.prepare(2)
    api.prepare(2)
    const first = [submit(api), api.createClaim('okada', claim, '7F3K-92QD')]
    api.prepare(2)
    const next = [submit(api), api.createClaim('okada', claim, '7F3K-92QD')]
    for (const outcome of await Promise.all([...first, ...next])) expect(outcome).toMatchObject(delivered)
    expect(peer.connections()).toBe(4)
    expect(peer.heads.toSorted()).toEqual([1, 2, 3, 4])
  })

  it('is a POST’s from the moment it is asked for, so that those for the next ones open at once', async () => {
    const peer = await tlsPeer()
    const api = apiOn(peer.url)
    api.prepare(1)
    const asking = submit(api)
    api.prepare(1)
    await peer.reached(2, 'tls')
    expect(await asking).toMatchObject(delivered)
    // Which of the two the other side saw first is the system's.
    expect(peer.heads).toHaveLength(1)
    expect(peer.connections()).toBe(2)
  })

  it('is left to a claim by a question about one', async () => {
    const { peer, api } = await prepared('tls')
    await api.claimDetails('keke', claim.policyNumber)
    expect(await submit(api)).toMatchObject(delivered)
    expect(peer.heads).toEqual([2, 1])
  })

  it('is waited for while it is opening', async () => {
    const held: (() => void)[] = []
    const { peer, api } = await prepared('tcp', { holds: (_connection, go) => held.push(go) > 0 })
    const asking = submit(api)
    for (const go of held) go()
    expect(await asking).toMatchObject(delivered)
    expect(peer.connections()).toBe(1)
  })

  it('is not waited for longer than for any connection, and then one is opened anew', async () => {
    const peer = await tlsPeer({ holds: (connection) => connection === 1 })
    const api = apiOn(peer.url, { connectTimeoutMs: 300 })
    api.prepare(1)
    await peer.reached(1, 'tcp')
    expect(await submit(api)).toMatchObject(delivered)
    expect(peer.heads).toEqual([2])
  })

  it('is closed with an attempt that is stopped while it waits; nothing was sent', async () => {
    const peer = await tlsPeer({ holds: () => true })
    const api = apiOn(peer.url)
    const stop = new AbortController()
    api.prepare(1)
    await peer.reached(1, 'tcp')
    const asking = api.createClaim('keke', claim, '7F3K-92QD', stop.signal)
    stop.abort('suspended')
    expect(await asking).toEqual({ type: 'not-sent', cause: 'network' })
    await peer.reached(1, 'closed')
    expect(peer.connections()).toBe(1)
  })

  it('is closed when it is too old', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { peer, api } = await prepared('tls')
    // The peer is done with TLS before we are.
    await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 1 })
    vi.advanceTimersByTime(5_001)
    await peer.reached(1, 'closed')
    expect(await submit(api)).toMatchObject(delivered)
    expect(peer.heads).toEqual([2])
  })

  it('is not used after a sleep in which its timer stood still', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const peer = await tlsPeer()
    const api = apiOn(peer.url)
    api.prepare(1)
    expect(await submit(api)).toMatchObject(delivered)
    api.prepare(1)
    await peer.reached(2, 'tls')
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(await submit(api)).toMatchObject(delivered)
    expect(peer.heads).toEqual([1, 3])
  })

  it('is closed with the API, open or opening, and none is opened afterwards', async () => {
    const peer = await tlsPeer({ holds: (connection) => connection === 2 })
    const api = apiOn(peer.url)
    api.prepare(2)
    await Promise.all([peer.reached(1, 'tls'), peer.reached(2, 'tcp')])
    await api.close()
    await Promise.all([peer.reached(1, 'closed'), peer.reached(2, 'closed')])
    api.prepare(2)
    expect(await submit(api)).toEqual({ type: 'not-sent', cause: 'network' })
    expect(peer.connections()).toBe(2)
  })
})

describe('a POST arrives once when the peer, to the connection opened ahead,', () => {
  describe.each(deedNames)('%s', (name) => {
    it.each<Moment>(['tcp', 'tls'])('after %s', async (moment) => {
      const { peer, api } = await prepared(moment, { harm: { 1: [moment, deeds[name]] } })
      await peer.reached(1, 'closed')
      expect(await submit(api, longClaim)).toMatchObject(delivered)
      expect([peer.heads, peer.bodies()]).toEqual([[2], 1])
    })

    it('while it is idle', async () => {
      const { peer, api } = await prepared('tls')
      await turnsOfTheLoop(8)
      peer.harm(1, deeds[name])
      await peer.reached(1, 'closed')
      expect(await submit(api, longClaim)).toMatchObject(delivered)
      expect([peer.heads, peer.bodies()]).toEqual([[2], 1])
    })

    it.each<Moment>(['headers', 'half of the body', 'body'])('after the %s', async (moment) => {
      const { peer, api } = await prepared('tls', { harm: { 1: [moment, deeds[name]] } })
      // What remains is not read here: an answer of 408 is seen only if the peer keeps reading.
      const outcome = await submit(api, longClaim)
      expect(outcome).toMatchObject({ type: 'uncertain' })
      expect([peer.heads, peer.connections()]).toEqual([[1], 1])
    })

    // At the same moment: whether it is noticed is chance, what is said of it must be true.
    it.each([0, 1, 2, 4])('while the headers leave, after %i turns', async (turns) => {
      const peer = await tlsPeer()
      const api = apiOn(peer.url)
      await submit(api)
      api.prepare(1)
      await peer.reached(2, 'tls')
      const asking = submit(api)
      await turnsOfTheLoop(turns)
      peer.harm(2, deeds[name])
      const outcome = await asking
      // Either it was noticed, and another connection carried it, or it may have arrived and is not called unsent.
      expect(['delivered', 'uncertain']).toContain(outcome.type)
      const heads = peer.heads.slice(1)
      expect(heads.length).toBeLessThanOrEqual(1)
      if (outcome.type === 'delivered') expect(heads).toHaveLength(1)
      else expect(peer.connections()).toBe(2)
    })
  })
})
