import { execFile } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { testNetwork } from '#testing/insurer-client/connect-proxy.ts'
import { apiOn, claim, created, deadPort, json, loopback } from '#testing/insurer-client/loopback-api.ts'
import { createTestAuthority } from '#testing/insurer-client/test-certificate.ts'
import { bundleProcess } from '#testing/kills/process-bundle.ts'
import { squid, tinyproxy, type ProxyWish, type RunningProxy } from '#testing/real-proxy.ts'

const run = promisify(execFile)
const office = createTestAuthority()
// Not this computer by its name, or no proxy would be asked; Linux leads it here nevertheless.
const here = '0.0.0.0'
const certificate = office.issue(['localhost', here, 'insurer.example'])
const login = { name: 'branch', password: 'made-up-Proxy-Pass-77' }

/** An insurer whose certificate the office's own authority issued. */
async function insurer(
  answer: (response: ServerResponse) => void = (response) => json(response, created(claim.policyNumber)),
): Promise<{ readonly port: number; readonly seen: readonly string[] }> {
  const seen: string[] = []
  const { url } = await loopback(({ method }, response) => {
    seen.push(method)
    answer(response)
  }, certificate)
  return { port: Number(new URL(url).port), seen }
}

describe.each([tinyproxy, squid])('$name', (real) => {
  const isThere = real.path !== undefined
  if (!isThere) {
    process.stdout.write(
      `proxies: ${real.name} skipped, because the package ${real.package} is not installed\n`,
    )
  }

  async function start(wish?: ProxyWish): Promise<RunningProxy> {
    const proxy = await real.start(wish)
    onTestFinished(() => proxy.stop())
    return proxy
  }
  const through = ({ url }: RunningProxy, used: typeof login | null = null) =>
    testNetwork([{ type: 'proxy', proxy: url }], { login: used, ca: office.cert })

  it.runIf(isThere)('carries each claim once, and shows what arrived', async () => {
    const { port, seen } = await insurer()
    const network = through(await start())
    const api = apiOn(`https://localhost:${port}`, { network })
    for (let n = 0; n < 3; n += 1) {
      expect(await api.createClaim('keke', claim, '7F3K-92QD')).toMatchObject({ type: 'delivered' })
    }
    expect(seen).toEqual(['POST', 'POST', 'POST'])
    expect(network.troubles).toEqual([])
  })

  it.runIf(isThere)('asks for a name and password, and takes the right ones alone', async () => {
    const { port, seen } = await insurer()
    const proxy = await start({ login })
    const problemWith = async (used: typeof login | null) => {
      const network = through(proxy, used)
      const api = apiOn(`https://localhost:${port}`, { network })
      const { type } = await api.createClaim('keke', claim, '7F3K-92QD')
      return [type, network.troubles.at(-1)?.problem]
    }
    expect(await problemWith(null)).toEqual(['not-sent', 'asks'])
    expect(await problemWith({ ...login, password: 'another' })).toEqual(['not-sent', 'refuses-password'])
    expect(seen).toEqual([])
    expect(await problemWith(login)).toEqual(['delivered', undefined])
    expect(seen).toEqual(['POST'])
  })

  it.runIf(isThere)('refuses an address, cannot reach one, is gone: nothing was sent', async () => {
    const proxy = await start({ refused: 'refused.example' })
    const problemOf = async (address: string) => {
      const network = through(proxy)
      const outcome = await apiOn(address, { network }).createClaim('keke', claim, '7F3K-92QD')
      return [outcome, network.troubles.at(-1)?.problem]
    }
    const notSent = { type: 'not-sent', cause: 'proxy' }
    expect(await problemOf('https://refused.example')).toEqual([notSent, 'refuses'])
    expect(await problemOf(`https://${await deadPort()}`)).toEqual([notSent, 'cannot-reach'])
    await proxy.stop()
    expect(await problemOf('https://insurer.example')).toEqual([notSent, 'unreachable'])
  })

  it.runIf(isThere)('is uncertain about a claim on its way when the proxy is killed', async () => {
    const news = new EventEmitter()
    const arrived = once(news, 'arrived')
    const { port } = await insurer(() => news.emit('arrived'))
    const proxy = await start()
    const attempt = apiOn(`https://localhost:${port}`, { network: through(proxy) }).createClaim(
      'keke',
      claim,
      '7F3K-92QD',
    )
    await arrived
    await proxy.stop()
    expect(await attempt).toEqual({ type: 'uncertain', cause: 'reset', httpStatus: null })
  })
})

it.runIf(squid.path !== undefined)(
  'squid asks for a sign-in that the application does not speak',
  async () => {
    const proxy = await squid.start({ negotiates: true })
    onTestFinished(() => proxy.stop())
    const network = testNetwork([{ type: 'proxy', proxy: proxy.url }], { login })
    await apiOn('https://insurer.example', { network }).createClaim('keke', claim, '7F3K-92QD')
    expect(network.troubles).toMatchObject([{ problem: 'asks-unsupported', saying: 'Negotiate' }])
  },
)

// Each starts several processes, perhaps beside much else.
describe('a process in an office with an authority of its own', { timeout: 90_000 }, () => {
  let folder = ''
  let program = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
    program = await bundleProcess('proofs/proxies/ask-process.ts', folder)
    writeFileSync(join(folder, 'office.pem'), office.cert)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const ReportSchema = v.object({
    outcome: v.string(),
    check: v.string(),
    trouble: v.nullable(v.string()),
    trusted: v.object({ bundled: v.number(), system: v.number(), extra: v.number() }),
  })

  /** Sends a claim from a process with these variables. */
  async function sends(address: string, variables: Readonly<Record<string, string>>) {
    const env = { PATH: process.env['PATH'] ?? '', ...variables }
    const { stdout } = await run(process.execPath, [program, address, claim.policyNumber], {
      env,
      timeout: 60_000,
    })
    return v.parse(v.pipe(v.string(), v.parseJson(), ReportSchema), stdout)
  }

  // OpenSSL's variable names the system's store; Windows and macOS keep theirs elsewhere.
  it.runIf(process.platform === 'linux')(
    'trusts it from the system’s store or NODE_EXTRA_CA_CERTS',
    async () => {
      const { port, seen } = await insurer()
      const address = `https://localhost:${port}`
      const certificates = join(folder, 'office.pem')
      const without = await sends(address, {})
      expect(without).toMatchObject({ outcome: 'not-sent', check: 'tls-authority' })
      expect(seen).toEqual([])
      const stored = await sends(address, { SSL_CERT_FILE: certificates, SSL_CERT_DIR: folder })
      expect(stored).toMatchObject({ outcome: 'delivered', trusted: { system: 1, extra: 0 } })
      const named = await sends(address, { NODE_EXTRA_CA_CERTS: certificates })
      expect(named).toMatchObject({ outcome: 'delivered', trusted: { extra: 1 } })
    },
  )

  it.runIf(process.platform === 'linux' && tinyproxy.path !== undefined)(
    'goes by HTTPS_PROXY with its name and password, and by NO_PROXY past it',
    async () => {
      const { port, seen } = await insurer()
      const proxy = await tinyproxy.start({ login })
      onTestFinished(() => proxy.stop())
      const address = `https://${here}:${port}`
      const store = { SSL_CERT_FILE: join(folder, 'office.pem') }
      const { host } = new URL(proxy.url)
      const right = `http://${login.name}:${login.password}@${host}`
      expect(await sends(address, { ...store, HTTPS_PROXY: right })).toMatchObject({ outcome: 'delivered' })
      const wrong = await sends(address, { ...store, HTTPS_PROXY: `http://${login.name}:wrong@${host}` })
      expect(wrong).toMatchObject({ outcome: 'not-sent', check: 'proxy-asks', trouble: 'refuses-password' })
      await proxy.stop()
      const gone = await sends(address, { ...store, HTTPS_PROXY: right })
      expect(gone).toMatchObject({ outcome: 'not-sent', check: 'proxy', trouble: 'unreachable' })
      const past = await sends(address, { ...store, HTTPS_PROXY: right, NO_PROXY: here })
      expect(past).toMatchObject({ outcome: 'delivered', trouble: null })
      expect(seen.filter((method) => method === 'POST')).toHaveLength(2)
    },
  )
})
