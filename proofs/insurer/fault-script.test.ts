import { Agent, request } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { samplePolicies, type Fault, type TestInsurer } from './test-insurer.ts'
import { claimBody, get, headersFor, objectOf, pageOf, post, rowsOf, startForTest } from './calls.ts'

const created = (server: TestInsurer): number => server.claims('keke').filter((claim) => claim.id > 48).length
const create = (server: TestInsurer): Promise<Response> => post(server, 'create_keke_pass_claim', claimBody())
const list = (server: TestInsurer): Promise<Response> => get(server, 'get_keke_pass_claims')

async function withFault(...faults: Fault[]): Promise<TestInsurer> {
  const server = await startForTest({ pharmacyCount: 40 })
  server.faults.set('create-keke-claim', ...faults)
  return server
}

describe('faults of a create', () => {
  it('reset ends the socket without an answer, before or after the claim is there', async () => {
    for (const [when, rows] of [
      ['before-commit', 0],
      ['after-commit', 1],
    ] as const) {
      const server = await withFault({ type: 'reset', when })
      await expect(create(server)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
      expect(server.arrivals('create-keke-claim')).toBe(1)
      expect(created(server)).toBe(rows)
    }
  })

  it('hang answers nothing until the client gives up, before or after the claim is there', async () => {
    for (const [when, rows] of [
      ['before-commit', 0],
      ['after-commit', 1],
    ] as const) {
      const server = await withFault({ type: 'hang', when })
      const patience = new AbortController()
      const call = fetch(`${server.url}/api/merchant/create_keke_pass_claim`, {
        method: 'POST',
        headers: headersFor(server),
        body: JSON.stringify(claimBody()),
        signal: patience.signal,
      })
      const gaveUp = expect(call).rejects.toMatchObject({ name: 'AbortError' })
      await server.arrived('create-keke-claim', 1)
      // The commit follows the arrival without waiting for anything but microtasks and one turn of the loop.
      await list(server)
      patience.abort()
      await gaveUp
      expect(created(server)).toBe(rows)
    }
  })

  it('truncate commits, promises the whole length and sends half', async () => {
    const server = await withFault({ type: 'truncate' })
    const answer = await create(server)
    expect(answer.status).toBe(200)
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100)
    await expect(answer.text()).rejects.toThrow('terminated')
    expect(created(server)).toBe(1)
  })

  it('status answers any code with JSON, HTML or nothing, and any headers', async () => {
    const server = await withFault(
      { type: 'status', status: 503, headers: { 'retry-after': '7' }, times: 1 },
      { type: 'status', status: 409, body: { kind: 'json', value: { success: false } }, times: 1 },
      {
        type: 'status',
        status: 502,
        body: { kind: 'html', html: '<p>Bad gateway' },
        when: 'after-commit',
        times: 1,
      },
      { type: 'status', status: 204, times: 1 },
    )
    const unavailable = await create(server)
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '7'])
    expect(await unavailable.text()).toBe('')
    const conflict = await create(server)
    expect(conflict.status).toBe(409)
    expect(await conflict.json()).toEqual({ success: false })
    expect(created(server)).toBe(0)
    const gateway = await create(server)
    expect([gateway.status, gateway.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
    expect(created(server)).toBe(1)
    expect((await create(server)).status).toBe(204)
    expect(created(server)).toBe(1)
    expect((await create(server)).status).toBe(200)
  })

  it('an empty body after the commit carries no content type of the answer it replaces', async () => {
    const server = await withFault({ type: 'status', status: 500, when: 'after-commit' })
    const answer = await create(server)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, null])
    expect(created(server)).toBe(1)
  })

  it('html answers 200 with the page of someone else, even without the key', async () => {
    const server = await withFault({ type: 'html' })
    server.setKey('another')
    const answer = await fetch(`${server.url}/api/merchant/create_keke_pass_claim`, { method: 'POST' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await answer.text()).toMatch(/^<!doctype html>/)
    expect(created(server)).toBe(0)
  })

  it('redirect answers each of the four codes with its location', async () => {
    for (const status of [301, 302, 307, 308] as const) {
      const server = await withFault({ type: 'redirect', status, location: 'https://login.example.com/' })
      const answer = await fetch(`${server.url}/api/merchant/create_keke_pass_claim`, {
        method: 'POST',
        headers: headersFor(server),
        body: JSON.stringify(claimBody()),
        redirect: 'manual',
      })
      expect([answer.status, answer.headers.get('location')]).toEqual([status, 'https://login.example.com/'])
      expect(created(server)).toBe(0)
    }
  })

  it('wrong-shape commits and answers valid JSON of another shape', async () => {
    const server = await withFault({ type: 'wrong-shape', times: 1 }, { type: 'wrong-shape', body: [1] })
    expect(await objectOf(create(server))).toEqual({ ok: true, result: [] })
    expect(await (await create(server)).json()).toEqual([1])
    expect(created(server)).toBe(2)
  })

  it('duplicate-commit makes two rows of one call', async () => {
    const server = await withFault({ type: 'duplicate-commit', times: 1 })
    expect((await create(server)).status).toBe(200)
    expect(
      server
        .claims('keke')
        .slice(-2)
        .map((claim) => claim.id),
    ).toEqual([49, 50])
    expect(created(server)).toBe(2)
    await create(server)
    expect(created(server)).toBe(3)
  })

  it('duplicate-commit makes two pharmacy requests as well', async () => {
    const server = await startForTest()
    server.faults.set('request-pharmacy', { type: 'duplicate-commit' })
    const body = { pharmacy_id: 1, policy_no: samplePolicies('keke')[0] }
    await post(server, 'micro_health/pharmacy/request_pharmacy', body)
    expect(server.pharmacyRequests()).toHaveLength(2)
  })

  it('slow-commit answers or resets first, and commits later', async () => {
    const server = await withFault(
      { type: 'slow-commit', commitAfterMs: 3_600_000, answer: 'answer', times: 1 },
      { type: 'slow-commit', commitAfterMs: 1, answer: 'reset', times: 1 },
    )
    expect(await objectOf(create(server))).toMatchObject({ success: true })
    expect(created(server)).toBe(0)
    await expect(create(server)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
    await expect.poll(() => created(server)).toBe(1)
  })

  it('slow-commit commits at the latest when the server closes', async () => {
    const server = await withFault({ type: 'slow-commit', commitAfterMs: 3_600_000, answer: 'answer' })
    await create(server)
    await server.close()
    expect(created(server)).toBe(1)
  })

  it('latency delays the answer, and goes together with another fault', async () => {
    const server = await withFault({ type: 'latency', ms: 60 }, { type: 'status', status: 500 })
    const startedMs = performance.now()
    expect((await create(server)).status).toBe(500)
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(55)
  })

  it('held delays the answer until it is let go', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const server = await withFault({ type: 'held', until: promise })
    const answer = create(server)
    await server.arrived('create-keke-claim', 1)
    await list(server)
    expect(created(server)).toBe(0)
    resolve(undefined)
    expect((await answer).status).toBe(200)
  })

  it('refuse answers this call and refuses later connections, until reconnected', async () => {
    const server = await startForTest()
    server.faults.set('list-keke-claims', { type: 'refuse', times: 1 })
    expect((await rowsOf(list(server))).length).toBeGreaterThan(0)
    await expect.poll(() => server.connected).toBe(false)
    await expect(create(server)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await server.reconnect()
    expect((await create(server)).status).toBe(200)
  })

  it('refuse reopens the port by itself if configured', async () => {
    const server = await startForTest()
    server.faults.set('list-keke-claims', { type: 'refuse', reopenAfterMs: 1, times: 1 })
    await list(server)
    await expect.poll(async () => (await list(server).catch(() => null))?.status).toBe(200)
  })
})

describe('faults of a list', () => {
  it('duplicate-rows shows each row twice and keeps what is there', async () => {
    const server = await startForTest({ pharmacyCount: 40 })
    const rows = await rowsOf(list(server))
    server.faults.set('list-keke-claims', { type: 'duplicate-rows', times: 1 })
    expect(await rowsOf(list(server))).toEqual(rows.flatMap((row) => [row, row]))
    expect(await rowsOf(list(server))).toEqual(rows)
    server.faults.set('all-pharmacies', { type: 'duplicate-rows' })
    expect((await pageOf(get(server, 'micro_health/pharmacy/all'))).total).toBe(80)
  })

  it('shrinking-list misses the newest rows', async () => {
    const server = await startForTest()
    const rows = await rowsOf(list(server))
    server.faults.set('list-keke-claims', { type: 'shrinking-list', missing: 3 })
    expect(await rowsOf(list(server))).toEqual(rows.slice(0, -3))
    server.faults.set('list-keke-claims', { type: 'shrinking-list', missing: 3000 })
    expect(await rowsOf(list(server))).toEqual([])
  })
})

describe('the script', () => {
  it('skips the first calls and hits the configured number', async () => {
    const server = await withFault({ type: 'status', status: 500, skip: 1, times: 2 })
    const seen: number[] = []
    for (let call = 0; call < 4; call++) seen.push((await create(server)).status)
    expect(seen).toEqual([200, 500, 500, 200])
  })

  it('hits one endpoint only, or every endpoint, until cleared', async () => {
    const server = await withFault({ type: 'html' })
    expect((await list(server)).headers.get('content-type')).toBe('application/json')
    server.faults.set('every-endpoint', { type: 'status', status: 500 })
    expect((await list(server)).status).toBe(500)
    server.faults.clear('create-keke-claim')
    expect((await create(server)).status).toBe(500)
    server.faults.clear()
    expect((await create(server)).status).toBe(200)
  })

  it('is read before the key: a fault does not depend on who calls', async () => {
    const server = await withFault({ type: 'reset', when: 'after-commit' })
    server.setKey('another')
    const wrongKey = fetch(`${server.url}/api/merchant/create_keke_pass_claim`, {
      method: 'POST',
      headers: { authorization: 'Bearer wrong' },
    })
    await expect(wrongKey).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
    expect(created(server)).toBe(0)
  })
})

describe('destroy-reused-socket', () => {
  function agent(): Agent {
    const one = new Agent({ connections: 1 })
    onTestFinished(() => one.destroy())
    return one
  }
  const call = (server: TestInsurer, dispatcher: Agent) =>
    request(`${server.url}/api/merchant/create_keke_pass_claim`, {
      method: 'POST',
      headers: headersFor(server),
      body: JSON.stringify(claimBody()),
      dispatcher,
    })

  it('answers on a fresh connection, and destroys it at its second request, whose arrival counts', async () => {
    const server = await withFault({ type: 'destroy-reused-socket' })
    const dispatcher = agent()
    const first = await call(server, dispatcher)
    expect(first.statusCode).toBe(200)
    await first.body.dump()
    await expect(call(server, dispatcher)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(server.arrivals('create-keke-claim')).toBe(2)
    expect(created(server)).toBe(1)
  })

  it('does not use up its times on fresh connections, and may commit before it destroys', async () => {
    const server = await withFault({ type: 'destroy-reused-socket', when: 'after-commit', times: 1 })
    for (let fresh = 0; fresh < 3; fresh++) await (await call(server, agent())).body.dump()
    const dispatcher = agent()
    await (await call(server, dispatcher)).body.dump()
    await expect(call(server, dispatcher)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(created(server)).toBe(5)
    await (await call(server, dispatcher)).body.dump()
    expect((await call(server, dispatcher)).statusCode).toBe(200)
  })
})
