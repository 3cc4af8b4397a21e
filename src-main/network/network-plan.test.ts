import { describe, expect, it } from 'vitest'
import type { Route } from '#shared/network.ts'
import { planOfVariables, SystemNetwork, type Variables } from './network.ts'
import { parseProxyList, type SystemAnswer } from './proxy-script.ts'

const insurer = new URL('https://api.insurer.example/v1')
const proxy = (origin: string): Route => ({ type: 'proxy', proxy: origin })
const direct: Route = { type: 'direct' }

it.each([
  ['DIRECT', [direct]],
  [
    'PROXY a.example:3128; PROXY b.example:8080;DIRECT',
    [proxy('http://a.example:3128'), proxy('http://b.example:8080'), direct],
  ],
  ['https secure.example:443 ; direct', [proxy('https://secure.example:443'), direct]],
  ['PROXY [2001:db8::1]:3128', [proxy('http://[2001:db8::1]:3128')]],
  ['PROXY plain.example', [proxy('http://plain.example:80')]],
  ['SOCKS5 s.example:1080; DIRECT', [{ type: 'unsupported', proxy: 'SOCKS5 s.example:1080' }, direct]],
  ['PROXY ; PROXY user:word@p.example:1; PROXY a b; NONSENSE x:1;;', []],
] as const)('the list of a proxy script %s', (text, routes) => {
  expect(parseProxyList(text)).toEqual(routes)
})

describe('the environment variables', () => {
  const routesBy = (variables: Variables, url = insurer): readonly Route[] | null =>
    planOfVariables(url, variables)?.plan.routes ?? null

  it('say nothing when they are empty, or for another protocol', () => {
    expect(routesBy({})).toBeNull()
    expect(routesBy({ HTTPS_PROXY: ' ', HTTP_PROXY: 'http://p.example:1', NO_PROXY: '' })).toBeNull()
  })

  it('name a proxy with its name and password, which is not part of the way', () => {
    const said = planOfVariables(insurer, { HTTPS_PROXY: 'http://branch:p%40ss%3A%25@p.example:3128/' })
    expect(said).toEqual({
      plan: {
        routes: [proxy('http://p.example:3128')],
        source: { type: 'variable', name: 'HTTPS_PROXY' },
      },
      login: { name: 'branch', password: 'p@ss:%' },
    })
    expect(routesBy({ https_proxy: 'p.example:3128', HTTPS_PROXY: 'other.example:1' })).toEqual([
      proxy('http://p.example:3128'),
    ])
    expect(routesBy({ HTTPS_PROXY: 'socks5://u:secret@s.example:1080' })).toEqual([
      { type: 'unsupported', proxy: 'socks5 s.example:1080' },
    ])
  })

  it.each([
    ['*', true],
    ['insurer.example', true],
    ['.insurer.example', true],
    ['*.insurer.example', true],
    ['other.example, API.insurer.example:443', true],
    ['api.insurer.example:8443', false],
    ['surer.example', false],
    ['example.org', false],
    [',, ', false],
  ])('NO_PROXY=%s', (list, isExempt) => {
    const set = { HTTPS_PROXY: 'http://p.example:3128', NO_PROXY: list }
    expect(routesBy(set)).toEqual(isExempt ? [direct] : [proxy('http://p.example:3128')])
  })

  it.each([
    ['https://10.1.2.3/', '10.0.0.0/8', false],
    ['https://10.1.2.3/', '10.1.2.3', true],
    ['https://10.1.2.3/', '2.3', false],
    ['https://[2001:db8::5]/', '2001:db8::5', true],
    ['https://[2001:db8::5]:444/', '[2001:db8::5]:443', false],
  ])('%s with NO_PROXY=%s', (url, list, isExempt) => {
    const routes = routesBy({ NO_PROXY: list }, new URL(url))
    expect(routes).toEqual(isExempt ? [direct] : null)
  })
})

/** A network whose system's settings and clock the test sets. */
function networkOn(variables: Variables = {}) {
  const system = {
    asked: [] as string[],
    answer: (): Promise<SystemAnswer> => Promise.resolve({ list: 'PROXY p.example:3128', script: null }),
    nowMs: 0,
  }
  const network = new SystemNetwork({
    readLogin: () => Promise.resolve(null),
    variables,
    askSystem: (origin) => {
      system.asked.push(origin)
      return system.answer()
    },
    nowMs: () => system.nowMs,
    patienceMs: 20,
  })
  return { network, system }
}

describe('the way to an address', () => {
  it('asks the system about the origin alone, and keeps the answer for a minute', async () => {
    const { network, system } = networkOn()
    const plan = { routes: [proxy('http://p.example:3128')], source: { type: 'system' } }
    expect(await network.plan(new URL('https://api.insurer.example/v1/claims?policy=KP/1'))).toEqual(plan)
    system.nowMs = 59_000
    expect(await network.plan(insurer)).toEqual(plan)
    expect(system.asked).toEqual(['https://api.insurer.example/'])
    system.nowMs = 60_000
    await network.plan(insurer)
    expect(system.asked).toHaveLength(2)
  })

  it('is direct on this computer, whatever the settings say', async () => {
    const { network, system } = networkOn({
      HTTPS_PROXY: 'http://p.example:1',
      HTTP_PROXY: 'http://p.example:1',
    })
    for (const address of [
      'http://127.0.0.1:80',
      'http://127.8.0.1',
      'https://localhost',
      'http://[::1]:9',
    ]) {
      expect(await network.plan(new URL(address))).toEqual({
        routes: [direct],
        source: { type: 'this-computer' },
      })
    }
    expect(system.asked).toHaveLength(0)
    expect((await network.plan(new URL('http://127.0.0.1.insurer.example'))).routes).not.toEqual([direct])
  })

  it('asks again after a failure, and tries that proxy last for a while', async () => {
    const { network, system } = networkOn()
    system.answer = () =>
      Promise.resolve({ list: 'PROXY a.example:1; PROXY b.example:2; DIRECT', script: null })
    const unreachable = {
      problem: 'unreachable',
      proxy: 'http://a.example:1',
      target: 'x:1',
      saying: '',
    } as const
    const [a, b] = [proxy('http://a.example:1'), proxy('http://b.example:2')]
    expect((await network.plan(insurer)).routes).toEqual([a, b, direct])
    network.failed(unreachable)
    expect((await network.plan(insurer)).routes).toEqual([b, direct, a])
    expect(system.asked).toHaveLength(2)
    network.unreached()
    expect((await network.plan(insurer)).routes).toEqual([b, direct, a])
    expect(system.asked).toHaveLength(3)
    network.changed()
    expect((await network.plan(insurer)).routes).toEqual([a, b, direct])
    network.failed(unreachable)
    system.nowMs = 5 * 60_000
    expect((await network.plan(insurer)).routes).toEqual([a, b, direct])
  })

  it('is direct where the settings cannot be read, and says so', async () => {
    const { network, system } = networkOn()
    const unreadable = { routes: [direct], source: { type: 'unreadable', script: null } }
    system.answer = () => Promise.reject(new Error('no settings'))
    expect(await network.plan(insurer)).toEqual(unreadable)
    network.changed()
    system.answer = () => new Promise(() => undefined)
    expect(await network.plan(insurer)).toEqual(unreadable)
    network.changed()
    system.answer = () => Promise.resolve({ list: 'nonsense', script: 'http://made:up@wpad/wpad.dat' })
    expect(await network.plan(insurer)).toEqual({
      routes: [direct],
      source: { type: 'unreadable', script: 'http://wpad/wpad.dat' },
    })
  })

  it('gives the login of a variable to that proxy alone', async () => {
    const { network } = networkOn({ HTTP_PROXY: 'http://n:w@p.example:3128' })
    expect(await network.loginFor('http://p.example:3128')).toEqual({ name: 'n', password: 'w' })
    expect(await network.loginFor('http://p.example:3129')).toBeNull()
    expect(await network.loginFor('https://p.example:3128')).toBeNull()
  })
})
