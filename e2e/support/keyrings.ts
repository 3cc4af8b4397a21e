import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { testedElectron } from '../../scripts/test-host.ts'
import type { LaunchOptions } from './test-app.ts'

/** How the keyring of a desktop is found at a start. */
export type KeyringState = 'present' | 'locked' | 'absent' | 'changed'

/** A keyring under the test's control. */
export interface TestKeyring {
  /** What the application is started with, so that it asks this one. */
  readonly startWith: Omit<LaunchOptions, 'dataDir'>
  /** Call it while the application does not run, or to unlock the keyring while it does. */
  become(state: KeyringState): Promise<void>
  /** Has the next start wait for its password, until it becomes another; null where that cannot be had. */
  readonly ask: (() => Promise<void>) | null
  [Symbol.asyncDispose](): Promise<void>
}

/** A file plays the keyring. */
export function keyringOfFile(folder: string): Promise<TestKeyring> {
  const file = join(folder, 'keyring')
  // Written atomically: the stand-in may read it at any time, and half a file would be another key.
  async function write(text: string): Promise<void> {
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }
  return Promise.resolve({
    startWith: { keyring: { type: 'file', path: file } },
    async become(state) {
      if (state === 'absent') await rm(file, { force: true })
      else await write({ present: 'made up', locked: 'locked', changed: 'another' }[state])
    },
    ask: () => write('asks'),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  })
}

const programs = ['dbus-daemon', 'gnome-keyring-daemon', 'gdbus'] as const

/** Which programs are missing for a real keyring. */
export function missingPrograms(): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return programs.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
}

/** GNOME's keyring on a bus of its own, in a home of its own, opened with a made-up password. */
export async function realKeyring(folder: string): Promise<TestKeyring> {
  const home = join(folder, 'keyring-home')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    // Programs started by the bus have no screen either: a password prompt is never answered.
    env: {
      ...process.env,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      XDG_DATA_HOME: join(home, 'data'),
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said: readonly unknown[] = await once(bus.stdout, 'data')
  const onBus = { DBUS_SESSION_BUS_ADDRESS: String(said[0]).trim() }
  const env = {
    ...process.env,
    ...onBus,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_DATA_HOME: join(home, 'data'),
    DISPLAY: '',
  }
  const running: { daemon: ChildProcess | null } = { daemon: null }
  async function end(child: ChildProcess | null): Promise<void> {
    if (child?.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  async function open(): Promise<void> {
    await end(running.daemon)
    const args = ['--foreground', '--unlock', '--components=secrets']
    const daemon = spawn('gnome-keyring-daemon', args, { env, stdio: ['pipe', 'ignore', 'ignore'] })
    running.daemon = daemon
    daemon.stdin.end('made up password')
    const secrets = ['wait', '--session', '--timeout', '10', 'org.freedesktop.secrets']
    const ended: readonly unknown[] = await once(spawn('gdbus', secrets, { env, stdio: 'ignore' }), 'exit')
    if (ended[0] !== 0) throw new Error('The keyring did not start.')
  }
  const lock = [
    ...[
      'call',
      '--session',
      '--dest',
      'org.freedesktop.secrets',
      '--object-path',
      '/org/freedesktop/secrets',
    ],
    ...['--method', 'org.freedesktop.Secret.Service.Lock', "['/org/freedesktop/secrets/collection/login']"],
  ]
  return {
    startWith: { keyring: { type: 'secret-service' }, env: onBus },
    async become(state) {
      if (state === 'absent') {
        await end(running.daemon)
        // Nor may the bus start another one.
        await end(bus)
        return
      }
      if (state === 'changed') {
        await end(running.daemon)
        await rm(join(home, 'data'), { recursive: true, force: true })
      }
      await open()
      if (state === 'locked' && spawnSync('gdbus', lock, { env }).status !== 0)
        throw new Error('The keyring was not locked.')
    },
    ask: null,
    async [Symbol.asyncDispose]() {
      await end(running.daemon)
      await end(bus)
    },
  }
}

/** A keyring that is there, of the kind this host can ask. The system's own has no other state. */
export async function anyKeyring(folder: string): Promise<TestKeyring> {
  if (testedElectron() === null) return await opened(keyringOfFile(folder))
  if (process.platform === 'linux' && missingPrograms().length === 0) return await opened(realKeyring(folder))
  const nothing = (): Promise<void> => Promise.resolve()
  return { startWith: {}, become: nothing, ask: null, [Symbol.asyncDispose]: nothing }
}

async function opened(made: Promise<TestKeyring>): Promise<TestKeyring> {
  const keyring = await made
  await keyring.become('present')
  return keyring
}
