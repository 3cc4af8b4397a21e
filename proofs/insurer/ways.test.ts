import { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { connect } from 'node:net'
import { once } from 'node:events'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listBody } from './list-body.ts'
import { samplePolicies, type TestInsurer, type Ways } from './test-insurer.ts'
import { claimBody, get, headersFor, objectOf, post, rowsOf, startForTest } from './calls.ts'

const policyNumber = samplePolicies('keke')[0] ?? ''
const create = (server: TestInsurer, over: Record<string, unknown> = {}): Promise<Response> =>
  post(server, 'create_keke_pass_claim', { ...claimBody(), ...over })
const details = (server: TestInsurer): Promise<Response> =>
  post(server, 'keke_pass_claim_details', { policyNumber })
const list = (server: TestInsurer): Promise<Response> => get(server, 'get_keke_pass_claims')
const claimOf = async (answer: Promise<Response>): Promise<Record<string, unknown>> =>
  v.parse(v.record(v.string(), v.unknown()), (await objectOf(answer))['data'])
const idsOf = async (server: TestInsurer): Promise<unknown[]> =>
  (await rowsOf(list(server))).map((row) => row['id'])
const chunksOf = (answer: Response): AsyncIterable<Uint8Array> => answer.body ?? Readable.from([])
const generated = Array.from({ length: 48 }, (_, index) => index + 1)

async function behaving(ways: Ways): Promise<TestInsurer> {
  const server = await startForTest({ pharmacyCount: 1 })
  server.behave(ways)
  return server
}

describe('texts that are kept otherwise than sent', () => {
  it('shows them so in list and details, and keeps how they were sent', async () => {
    const server = await behaving({ text: { cutAt: 20 } })
    const text = '[Ref 7F3K-92QD] The rider fell at the bridge'
    const answer = await objectOf(create(server, { details_of_incidence: text }))
    const kept = '[Ref 7F3K-92QD] The '
    expect(answer['data']).toMatchObject({ details_of_incidence: text })
    expect((await objectOf(details(server)))['data']).toMatchObject({ details_of_incidence: kept })
    expect((await rowsOf(list(server))).at(-1)).toMatchObject({ details_of_incidence: kept })
    expect(server.claims('keke').at(-1)?.details_of_incidence).toBe(text)
  })

  it('leaves what was created under other ways, or before anyone practised', async () => {
    const server = await behaving({})
    await create(server)
    server.behave({ text: { lost: true } })
    await create(server)
    const texts = (await rowsOf(list(server))).map((row) => row['details_of_incidence'])
    expect(texts.slice(0, -1)).not.toContain(null)
    expect(texts.at(-1)).toBeNull()
  })

  it('changes the texts that are named, and no other', async () => {
    const server = await behaving({ text: { letters: 'upper-case', of: ['address_of_occurance'] } })
    await create(server, { address_of_occurance: 'Oba Road', details_of_incidence: 'Bent' })
    expect((await rowsOf(list(server))).at(-1)).toMatchObject({
      address_of_occurance: 'OBA ROAD',
      details_of_incidence: 'Bent',
    })
  })

  it.each([
    ['as-kept', { details_of_incidence: 'BENT' }],
    ['as-sent', { details_of_incidence: 'Bent' }],
    ['without-details', { details_of_incidence: undefined }],
  ] as const)('answers a create %s', async (createAnswer, expected) => {
    const server = await behaving({ text: { letters: 'upper-case' }, createAnswer })
    const claim = await claimOf(create(server, { details_of_incidence: 'Bent' }))
    expect({ details_of_incidence: undefined, ...claim }).toMatchObject({
      ...expected,
      policy_number: policyNumber,
    })
  })

  it('answers a create with no claim at all', async () => {
    const server = await behaving({ createAnswer: 'null' })
    expect(await objectOf(create(server))).toMatchObject({ success: true, data: null })
    expect(server.claims('keke')).toHaveLength(49)
  })
})

describe('details', () => {
  async function withThree(shows: 'newest' | 'oldest' | 'any'): Promise<TestInsurer> {
    const server = await behaving({ details: { shows } })
    for (const text of ['1', '2', '3']) await create(server, { details_of_incidence: text })
    return server
  }
  const shown = async (server: TestInsurer): Promise<unknown> =>
    (await claimOf(details(server)))['details_of_incidence']

  it('shows the newest or the oldest claim of the policy, or any', async () => {
    expect(await shown(await withThree('newest'))).toBe('3')
    expect(await shown(await withThree('oldest'))).toBe('1')
    const any = await withThree('any')
    const seen = new Set<unknown>()
    for (let call = 0; call < 40; call++) seen.add(await shown(any))
    expect(seen).toEqual(new Set(['1', '2', '3']))
  })

  it.each([
    ['404', 404, { success: false }],
    ['unsuccessful', 200, { success: false, data: null }],
    ['null', 200, { success: true, data: null }],
  ] as const)('says that there is none by %s, also where there is one', async (none, status, body) => {
    const server = await behaving({ details: { none } })
    for (const shows of [undefined, 'none'] as const) {
      if (shows !== undefined) {
        await create(server)
        server.behave({ details: { none, shows } })
      }
      const answer = await details(server)
      expect(answer.status).toBe(status)
      expect(await objectOf(answer)).toMatchObject(body)
    }
  })
})

describe('lists', () => {
  it('come in any order, another one for each reading, with each row once', async () => {
    const server = await behaving({ list: { order: 'newest-first' } })
    expect(await idsOf(server)).toEqual(generated.toReversed())
    server.behave({ list: { order: 'any' } })
    const [first, second] = [await idsOf(server), await idsOf(server)]
    expect(first).not.toEqual(generated)
    expect(first).not.toEqual(second)
    for (const ids of [first, second]) expect(ids.map(Number).toSorted((a, b) => a - b)).toEqual(generated)
  })

  it('miss the newest rows for some readings', async () => {
    const server = await behaving({ list: { short: { rows: 2, readings: 1 } } })
    expect(await idsOf(server)).toEqual(generated.slice(0, -2))
    expect(await idsOf(server)).toEqual(generated)
  })

  it('show a claim late, as details do', async () => {
    const server = await behaving({ lateMs: 480_000 })
    await create(server)
    server.moveClock(479_000)
    expect(await idsOf(server)).toEqual(generated)
    expect((await details(server)).status).toBe(404)
    server.moveClock(1000)
    expect(await idsOf(server)).toEqual([...generated, 49])
    expect((await details(server)).status).toBe(200)
  })

  it('grow between readings', async () => {
    const server = await behaving({ list: { growsBy: 3 } })
    expect(await idsOf(server)).toHaveLength(51)
    const ids = await idsOf(server)
    expect(ids.slice(0, 48)).toEqual(generated)
    expect(new Set(ids).size).toBe(54)
  })

  it.each([
    ['oldest-first', 1],
    ['newest-first', 100_000_000],
  ] as const)('never end, %s', async (order, firstId) => {
    const server = await behaving({ list: { endless: true, order } })
    const answer = await list(server)
    let text = ''
    for await (const chunk of chunksOf(answer)) {
      text += Buffer.from(chunk).toString()
      if (text.length > 1_000_000) break
    }
    expect(text).toMatch(new RegExp(`"data":\\[\\{"id":${firstId},`))
    expect(text.includes('"id":48,')).toBe(order === 'oldest-first')
  })

  it('hold many rows', async () => {
    const rows = 60_000
    const server = await behaving({ list: { otherRows: rows } })
    await create(server)
    let [bytes, starts, tail] = [0, 0, '']
    for await (const chunk of chunksOf(await list(server))) {
      const text = tail + Buffer.from(chunk).toString('latin1')
      starts += text.split('{"id":').length - 1 - (tail.split('{"id":').length - 1)
      bytes += chunk.byteLength
      tail = text.slice(-4000)
    }
    // Two per row: its own and its policy's.
    expect(starts).toBe(2 * (rows + 49))
    expect(tail).toContain('"id":49,')
    expect(bytes).toBeGreaterThan(40_000_000)
  })

  it('are made as they are read, never held in memory', async () => {
    let made = 0
    function* items() {
      for (; made < 1_000_000; made += 1) yield { id: made }
    }
    const reader = listBody({ success: true }, items()).getReader()
    for (let chunk = 0; chunk < 3; chunk += 1) expect((await reader.read()).done).toBe(false)
    expect(made).toBeGreaterThan(0)
    expect(made).toBeLessThan(50_000)
    await reader.cancel()
  })

  it('are compressed for a client that takes it', async () => {
    const server = await behaving({ list: { gzip: true } })
    const ask = async (encoding: string) => {
      const headers = { ...headersFor(server), 'accept-encoding': encoding }
      const answer = await request(`${server.url}/api/merchant/get_keke_pass_claims`, { headers })
      return { coding: answer.headers['content-encoding'], body: Buffer.from(await answer.body.bytes()) }
    }
    const [plain, compressed] = [await ask('identity'), await ask('gzip, br')]
    expect([plain.coding, compressed.coding]).toEqual([undefined, 'gzip'])
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true)
  })

  it('are not sent again to a client that has them', async () => {
    const server = await behaving({ list: { etag: true } })
    const ask = (etag: string) =>
      fetch(`${server.url}/api/merchant/get_keke_pass_claims`, {
        headers: { ...headersFor(server), 'if-none-match': etag },
      })
    const etag = (await list(server)).headers.get('etag') ?? ''
    const again = await ask(etag)
    expect([again.status, await again.text()]).toEqual([304, ''])
    await create(server)
    expect((await ask(etag)).status).toBe(200)
  })
})

describe('refusals', () => {
  it.each([
    ['403', 403, /^application\/json/],
    ['404-html', 404, /^text\/html/],
    ['413-html', 413, /^text\/html/],
  ] as const)('refuses the claims of one policy by %s', async (refusal, status, type) => {
    const server = await behaving({ refuses: { [policyNumber]: refusal } })
    const refused = await create(server)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      status,
      expect.stringMatching(type),
    ])
    expect(server.claims('keke')).toHaveLength(48)
    expect((await create(server, { policy_number: samplePolicies('keke')[1] })).status).toBe(200)
    expect((await details(server)).status).toBe(404)
  })

  it.each([429, 503] as const)('asks each second call to wait by %i', async (status) => {
    for (const retryAfterSeconds of [7, null]) {
      const server = await behaving({ busy: { every: 2, status, retryAfterSeconds } })
      const answers = [await create(server), await create(server), await list(server), await create(server)]
      expect(answers.map((answer) => answer.status)).toEqual([200, status, 200, 200])
      expect(answers[1]?.headers.get('retry-after')).toBe(retryAfterSeconds === null ? null : '7')
      expect(server.claims('keke')).toHaveLength(50)
    }
  })
})

describe('connections', () => {
  it('end early where nothing happens on them, and not while an answer is awaited', async () => {
    const server = await behaving({ endsIdleAfterMs: 30 })
    const unused = connect(server.port, '127.0.0.1')
    await once(unused, 'close')

    const { promise: answered, resolve } = Promise.withResolvers<undefined>()
    server.faults.set('create-keke-claim', { type: 'held', until: answered })
    const closed = Promise.withResolvers<undefined>()
    const dispatcher = new Agent({ pipelining: 1 }).on('disconnect', () => closed.resolve(undefined))
    onTestFinished(() => dispatcher.close())
    const call = request(`${server.url}/api/merchant/create_keke_pass_claim`, {
      method: 'POST',
      headers: headersFor(server),
      body: JSON.stringify(claimBody()),
      dispatcher,
    })
    await server.arrived('create-keke-claim', 1)
    // Another connection ends meanwhile: this one has been quiet for as long.
    await once(connect(server.port, '127.0.0.1'), 'close')
    resolve(undefined)
    await (await call).body.dump()
    await closed.promise
  })
})
