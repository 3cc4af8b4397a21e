import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#testing/platform/loopback-port.ts'
import { pathOf, squidProgram, tinyproxyProgram } from '../scripts/debian-packages.ts'

/** What a proxy shall do. */
export interface ProxyWish {
  /** Who is let through; everyone by default. */
  readonly login?: { readonly name: string; readonly password: string }
  /** A host that it lets nobody reach. */
  readonly refused?: string
  /** Names that it alone knows, with the address of each. Squid only. */
  readonly hosts?: Readonly<Record<string, string>>
  /** The sign-in that it asks for instead of a name and password. Squid only. */
  readonly negotiates?: boolean
}

export interface RunningProxy {
  /** Its origin. */
  readonly url: string
  /** Kills it; its connections break. */
  readonly stop: () => Promise<void>
}

/** A proxy as offices have it, where this machine has one. */
export interface RealProxy {
  readonly name: 'tinyproxy' | 'squid'
  readonly package: string
  /** Undefined where it is not installed. */
  readonly path: string | undefined
  readonly start: (wish?: ProxyWish) => Promise<RunningProxy>
}

export const tinyproxy: RealProxy = {
  name: 'tinyproxy',
  package: tinyproxyProgram.package,
  path: pathOf(tinyproxyProgram),
  start: (wish = {}) =>
    started(pathOf(tinyproxyProgram), (port, folder) => {
      writeFileSync(join(folder, 'filter'), `${wish.refused ?? 'nothing.invalid'}\n`)
      const config = [
        `Port ${port}`,
        'Listen 127.0.0.1',
        'Timeout 60',
        `Filter "${join(folder, 'filter')}"`,
        ...(wish.login === undefined ? [] : [`BasicAuth ${wish.login.name} ${wish.login.password}`]),
      ]
      return { config, args: (file) => ['-d', '-c', file], ready: 'Accepting connections' }
    }),
}

export const squid: RealProxy = {
  name: 'squid',
  package: squidProgram.package,
  path: pathOf(squidProgram),
  start: (wish = {}) =>
    started(pathOf(squidProgram), (port, folder) => {
      const hosts = Object.entries({ localhost: '127.0.0.1', ...wish.hosts })
      writeFileSync(join(folder, 'hosts'), hosts.map(([name, address]) => `${address} ${name}\n`).join(''))
      return {
        config: squidConfig(port, folder, wish),
        args: (file) => ['-N', '-d1', '-f', file],
        ready: 'Accepting HTTP',
      }
    }),
}

function squidConfig(
  port: number,
  folder: string,
  { login, refused, negotiates = false }: ProxyWish,
): string[] {
  const helper = join(folder, 'helper.sh')
  const known = login === undefined ? '' : `${login.name} ${encodeURIComponent(login.password)}`
  writeFileSync(helper, `while read -r line; do [ "$line" = '${known}' ] && echo OK || echo ERR; done\n`)
  const asks = login !== undefined || negotiates
  return [
    `http_port 127.0.0.1:${port}`,
    `hosts_file ${join(folder, 'hosts')}`,
    ...[
      'pid_filename none',
      'access_log none',
      'cache_log /dev/null',
      'coredump_dir none',
      'pinger_enable off',
    ],
    ...['cache deny all', 'cache_mem 4 MB', 'shutdown_lifetime 0 seconds', 'dns_timeout 1 second'],
    ...(asks ? [`auth_param ${negotiates ? 'negotiate' : 'basic'} program /bin/sh ${helper}`] : []),
    ...(refused === undefined ? [] : [`acl refused dstdomain ${refused}`, 'http_access deny refused']),
    ...(asks ? ['acl known proxy_auth REQUIRED', 'http_access allow known'] : ['http_access allow all']),
    'http_access deny all',
  ]
}

interface Setup {
  readonly config: readonly string[]
  readonly args: (configFile: string) => readonly string[]
  /** What it prints once it takes connections. */
  readonly ready: string
}

const readyTimeoutMs = 15_000

async function started(
  path: string | undefined,
  setUp: (port: number, folder: string) => Setup,
): Promise<RunningProxy> {
  if (path === undefined) throw new Error('not installed')
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'claims-desk-proxy-'))
  // As root, squid continues as a user of its own.
  chmodSync(folder, 0o755)
  const { config, args, ready } = setUp(port, folder)
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, `${config.join('\n')}\n`)
  const process = spawn(path, args(file), { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(process, 'exit')
  const lines = [process.stdout, process.stderr].map((input) => createInterface({ input }))
  const said: string[] = []
  const isReady = new Promise<boolean>((resolve) => {
    const late = setTimeout(() => resolve(false), readyTimeoutMs)
    for (const line of lines) {
      line.on('line', (text) => {
        said.push(text)
        if (text.includes(ready)) resolve(true)
      })
    }
    void ended.then(() => resolve(false)).finally(() => clearTimeout(late))
  })
  const stop = async (): Promise<void> => {
    process.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  // Squid says so a moment before it listens.
  if ((await isReady) && (await listens(port))) return { url: `http://127.0.0.1:${port}`, stop }
  await stop()
  throw new Error(`the proxy did not start: ${said.slice(-5).join(' | ')}`)
}

/** Whether anything takes connections there, before long. */
async function listens(port: number): Promise<boolean> {
  const untilMs = performance.now() + readyTimeoutMs
  while (performance.now() < untilMs) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return true
  }
  return false
}
