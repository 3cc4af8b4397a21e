import { createServer } from 'node:https'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { portInTest } from '#testing/platform/port-in-test.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import { connectProxy } from '#testing/insurer-client/connect-proxy.ts'
import { deadPort, rawLoopback } from '#testing/insurer-client/loopback-api.ts'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { managedConfigOf, type ManagedConfig } from '#main/office/settings/managed/managed-config.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { insurer, insurersKey as key, knownPolicy, Office } from '#testing/app/office.ts'

/** What a failed attempt must not touch: settings and sealed keys, byte for byte, and the status main reports. */
async function asItStands(app: Office): Promise<unknown> {
  const { folder } = app
  const { settings, environment, key: keyStatus, keysFor } = await app.status()
  const keys = join(folder, 'keys')
  const files = [join(folder, 'settings.sealed'), ...namesIn(keys).map((name) => join(keys, name))]
  return { settings, environment, keyStatus, keysFor, texts: files.map((file) => [file, textOf(file)]) }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const connectTo = (baseUrl: string, more: { key?: string | null; evenOffline?: boolean } = {}) => ({
  environment: 'live' as const,
  baseUrl,
  key,
  evenOffline: false,
  ...more,
})

/** The address of an insurer whose next answer is this. */
const answers =
  (fault: Parameters<TestInsurer['faults']['set']>[1]) =>
  (server: TestInsurer): string => {
    server.faults.set('all-pharmacies', fault)
    return server.url
  }

describe('connecting from practice', () => {
  it('opens nothing any more where the application ends before the insurer answers', async () => {
    const server = await insurer()
    const app = await Office.open()
    const answer = Promise.resolve(app.handlers['environment:connect'](connectTo(server.url)))
    await app.services.close()
    expect(await answer).toMatchObject(ok({ type: 'connected' }))
    expect(app.services.workspace.environment.services).toBe(null)
    expect((await app.status()).settings).toMatchObject({ environment: 'live', liveBaseUrl: server.url })
  })

  it('opens the environment with the tested address and key, delivers there, and goes back', async () => {
    const server = await insurer()
    const app = await Office.open()
    const answer = await app.handlers['environment:connect'](connectTo(`${server.url}/`))
    expect(answer).toMatchObject(ok({ type: 'connected', check: { type: 'works' } }))
    expect(JSON.stringify(answer)).not.toContain(key)
    expect(await app.status()).toMatchObject({
      environment: 'live',
      key: { type: 'kept' },
      keysFor: ['live'],
      settings: { configured: true, environment: 'live', sandboxBaseUrl: '', liveBaseUrl: server.url },
    })
    const submission = claimSubmission({ policyNumber: knownPolicy })
    await app.handlers['outbox:accept'](submission)
    await expect
      .poll(async () => {
        const entry = await app.handlers['outbox:entry']({ id: submission.id })
        return entry.ok && isReceived(entry.value.state)
      })
      .toBe(true)
    await app.handlers['settings:change']({ environment: 'practice' })
    expect(await app.status()).toMatchObject({ environment: 'practice', keysFor: ['live'] })
    // Going back asks for nothing that is already stored.
    expect(await app.handlers['environment:connect'](connectTo(server.url, { key: null }))).toMatchObject({
      value: { type: 'connected', check: { type: 'works' } },
    })
  })

  it.each<readonly [string, (server: TestInsurer) => Promise<string> | string, string]>([
    ['key-refused', ({ url }) => url, 'another-made-up-key'],
    ['not-the-api', answers({ type: 'html' }), key],
    ['server-trouble', answers({ type: 'status', status: 500 }), key],
    ['no-network', (server) => server.disconnect().then(() => server.url), key],
    ['tls-authority', () => untrusted(), key],
  ])('changes nothing when the check says %s', async (type, address, typedKey) => {
    const [kept, other] = [await insurer(), await insurer()]
    const app = await Office.open()
    await app.handlers['environment:connect'](connectTo(kept.url))
    await app.handlers['settings:change']({ environment: 'practice' })
    const before = await asItStands(app)
    const asked = connectTo(await address(other), { key: typedKey })
    expect(await app.handlers['environment:connect'](asked)).toEqual(
      ok({ type: 'unchanged', check: { type } }),
    )
    expect(await asItStands(app)).toEqual(before)
    // Only a missing connection may be left for later.
    const anyway = await app.handlers['environment:connect']({ ...asked, evenOffline: true })
    expect(anyway).toMatchObject({
      value: { type: type === 'no-network' ? 'connected' : 'unchanged', check: { type } },
    })
    if (type !== 'no-network') expect(await asItStands(app)).toEqual(before)
    expect((await app.status()).environment).toBe(type === 'no-network' ? 'live' : 'practice')
  })

  it('may be left for later where something answers that cannot be read', async () => {
    const host = await rawLoopback((socket) => socket.on('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')))
    const app = await Office.open()
    const asked = connectTo(`http://${host}`)
    const check = { type: 'garbled', code: expect.stringMatching(/^HPE_/) as unknown }
    expect(await app.handlers['environment:connect'](asked)).toMatchObject({
      value: { type: 'unchanged', check },
    })
    const anyway = await app.handlers['environment:connect']({ ...asked, evenOffline: true })
    expect(anyway).toMatchObject({ value: { type: 'connected', check } })
  })

  it('keeps the key of the address before until the new one is proved', async () => {
    const [known, other] = [await insurer(), await insurer()]
    const app = await Office.open()
    await app.handlers['environment:connect'](connectTo(known.url))
    await other.disconnect()
    const away = connectTo(other.url, { key, evenOffline: true })
    expect(await app.handlers['environment:connect'](away)).toMatchObject({ value: { type: 'connected' } })
    // It never worked there: back needs no key.
    expect(await app.handlers['environment:connect'](connectTo(known.url, { key: null }))).toMatchObject({
      value: { type: 'connected', check: { type: 'works' } },
    })
    await other.reconnect()
    await app.handlers['environment:connect'](connectTo(other.url, { key }))
    expect(await app.handlers['environment:connect'](connectTo(known.url, { key: null }))).toMatchObject({
      value: { type: 'unchanged', check: { type: 'no-key' } },
    })
  })

  it('changes nothing when the disk refuses the key, and keeps the key when it refuses the settings', async () => {
    const server = await insurer()
    const app = await Office.open()
    await app.handlers['settings:change']({ theme: 'dark' })
    const before = await asItStands(app)
    // The key cannot be written.
    writeFileSync(join(app.folder, 'keys'), 'a file where the folder should be')
    expect(await app.handlers['environment:connect'](connectTo(server.url))).toEqual(
      err({ type: 'storage-unavailable' }),
    )
    rmSync(join(app.folder, 'keys'))
    expect(await asItStands(app)).toEqual(before)
    // The settings cannot be written: a file does not replace a folder.
    const settings = join(app.folder, 'settings.sealed')
    const text = readFileSync(settings)
    rmSync(settings)
    mkdirSync(join(settings, 'full'), { recursive: true })
    expect(await app.handlers['environment:connect'](connectTo(server.url))).toMatchObject({ ok: false })
    rmSync(settings, { recursive: true })
    writeFileSync(settings, text)
    const { settings: kept, environment } = await app.status()
    expect([kept.liveBaseUrl, kept.theme, environment]).toEqual(['', 'dark', 'practice'])
    // It is for that address alone, where it was seen to work.
    expect(await app.handlers['environment:connect'](connectTo(server.url, { key: null }))).toMatchObject({
      value: { type: 'connected', check: { type: 'works' } },
    })
  })

  it('restores the settings when the new key cannot be activated', async () => {
    const server = await insurer()
    const app = await Office.open()
    await app.handlers['settings:change']({ theme: 'dark' })
    const before = await asItStands(app)
    // The sealed key was written next to it; a file does not replace a folder.
    mkdirSync(join(app.folder, 'keys', 'live.json', 'full'), { recursive: true })
    expect(await app.handlers['environment:connect'](connectTo(server.url))).toMatchObject({ ok: false })
    rmSync(join(app.folder, 'keys'), { recursive: true })
    expect(await asItStands(app)).toEqual(before)
  })
})

describe('with managed settings', () => {
  const managed = (fields: Readonly<Record<string, unknown>>): ManagedConfig =>
    managedConfigOf('file', '', fields)

  it('connects only at the managed address', async () => {
    const [set, other] = [await insurer(), await insurer()]
    const managedConfig = managed({ environments: ['practice', 'live'], liveBaseUrl: set.url })
    const app = await Office.open({ managedConfig })
    const refused = { ok: false, error: { type: 'set-by-organisation' } }
    expect(await app.handlers['environment:connect'](connectTo(other.url))).toEqual(refused)
    expect(
      await app.handlers['environment:connect']({ ...connectTo(set.url), environment: 'sandbox' }),
    ).toEqual(refused)
    expect([other, set].map((server) => server.arrivals('all-pharmacies'))).toEqual([0, 0])
    expect(await app.handlers['environment:connect'](connectTo(set.url))).toMatchObject({
      value: { type: 'connected' },
    })
    expect(await app.status()).toMatchObject({ environment: 'live', key: { type: 'kept' } })
  })
})

it('shows no failure at the proxy from before its password was entered', async () => {
  const no = 'HTTP/1.1 407 No\r\nproxy-authenticate: Basic realm="office"\r\ncontent-length: 0\r\n\r\n'
  let isLetThrough = false
  const proxy = await connectProxy(await deadPort(), (socket, through) =>
    isLetThrough ? through() : void socket.end(no),
  )
  const askSystem = () => Promise.resolve({ list: 'DIRECT', script: null })
  const { handlers } = await Office.open({
    proxySettings: { variables: { HTTPS_PROXY: proxy.url }, askSystem },
  })
  const insurerThere = connectTo('https://api.insurer.example', { evenOffline: true })
  expect(await handlers['environment:connect'](insurerThere)).toMatchObject(ok({ type: 'connected' }))
  expect(await handlers['network:status'](undefined)).toMatchObject(
    ok({ trouble: { target: 'api.insurer.example:443', problem: 'asks' } }),
  )
  isLetThrough = true
  const login = { proxy: proxy.url, name: 'branch', password: 'made-up' }
  expect(await handlers['network:set-proxy-login'](login)).toMatchObject(ok({ trouble: null }))
})

/** A server with a certificate from an unknown authority. */
async function untrusted(): Promise<string> {
  const server = createServer(createTestCertificate(['localhost']))
  return `https://localhost:${await portInTest(server)}`
}
