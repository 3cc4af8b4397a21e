import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { samplePolicies } from '#testing/insurer/test-insurer.ts'
import { startPracticeServer, type PracticeServer } from './practice-server.ts'
import { claimBody, get, headersFor, objectOf, post, startForTest } from '#testing/insurer/calls.ts'

// Taken before any server of this file runs.
const globalsBefore = { Request: globalThis.Request, Response: globalThis.Response }

async function startPractice(file = join(createTestFolder(), 'practice.jsonl')): Promise<PracticeServer> {
  const started = await startPracticeServer({ file })
  if (!started.ok) throw new Error(started.error.type)
  onTestFinished(() => started.value.close())
  return started.value
}

describe('what was created', () => {
  it('survives a restart, with its ids, and goes on from them', async () => {
    const file = join(createTestFolder(), 'not', 'there', 'yet', 'practice.jsonl')
    const before = await startForTest({ file })
    await post(before, 'create_keke_pass_claim', claimBody())
    await post(before, 'micro_health/pharmacy/request_pharmacy', {
      pharmacy_id: 5,
      policy_no: samplePolicies('okada')[0],
    })
    const [claims, requests] = [before.claims('keke'), before.pharmacyRequests()]
    await before.close()

    const after = await startForTest({ file })
    expect(after.claims('keke')).toEqual(claims)
    expect(after.pharmacyRequests()).toEqual(requests)
    // Not by a connection that is kept from before: it is the same port.
    const dispatcher = new Agent()
    onTestFinished(() => dispatcher.close())
    await request(`${after.url}/api/merchant/create_keke_pass_claim`, {
      dispatcher,
      method: 'POST',
      headers: headersFor(after),
      body: JSON.stringify(claimBody()),
    })
    expect(after.claims('keke').at(-1)?.id).toBe((claims.at(-1)?.id ?? 0) + 1)
  })

  it('keeps the port, with which links were made, unless something else has it', async () => {
    const file = join(createTestFolder(), 'practice.jsonl')
    const before = await startForTest({ file })
    const { port } = before
    await before.close()
    const again = await startForTest({ file })
    expect(again.port).toBe(port)
    await again.close()
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const elsewhere = await startForTest({ file })
    expect(elsewhere.port).not.toBe(port)
    expect((await get(elsewhere, 'get_keke_pass_claims')).status).toBe(200)
  })

  it('passes over what cannot be read of it, as a line that a full disk has cut', async () => {
    const file = join(createTestFolder(), 'practice.jsonl')
    writeFileSync(file, 'not a line of it\n{"claim":{"product":"ke')
    const before = await startForTest({ file })
    const made = before.claims('keke').length
    for (const status of [200, 200]) {
      expect((await post(before, 'create_keke_pass_claim', claimBody())).status).toBe(status)
    }
    const claims = before.claims('keke')
    expect(claims).toHaveLength(made + 2)
    await before.close()
    expect((await startForTest({ file })).claims('keke')).toEqual(claims)
  })
})

describe('the connection', () => {
  it('listens on 127.0.0.1 alone and serves no other host name', async () => {
    const server = await startPractice()
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
    // A listener on all addresses would answer here too.
    await expect(fetch(`http://127.0.0.2:${server.port}/`)).rejects.toThrow()
    const answer = await request(`${server.url}/api/merchant/get_keke_pass_claims`, {
      headers: { ...headersFor(server), host: 'rebound.example.com' },
    })
    expect(answer.statusCode).toBe(421)
    await answer.body.dump()
  })

  it('leaves the global Request and Response of the process alone', async () => {
    const server = await startPractice()
    await objectOf(get(server, 'get_keke_pass_claims'))
    expect(globalThis.Request).toBe(globalsBefore.Request)
    expect(globalThis.Response).toBe(globalsBefore.Response)
  })
})

it('its key is random, another one at each start, and written nowhere', async () => {
  const folder = createTestFolder()
  const file = join(folder, 'practice.jsonl')
  const before = await startPractice(file)
  expect(before.key).toMatch(/^[0-9a-f]{64}$/)
  expect((await get(before, 'get_keke_pass_claims')).status).toBe(200)
  await before.close()
  const after = await startPractice(file)
  expect(after.key).not.toBe(before.key)
  expect((await get({ url: after.url, key: before.key }, 'get_keke_pass_claims')).status).toBe(401)
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(after.key)).toBe(false)
  }
})
