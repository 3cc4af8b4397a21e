import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { useDataFolder } from '#main/shell/data-folder.ts'
import { introduce } from '#main/shell/start-checks.ts'
import {
  hasChromiumPackage,
  installAdvice,
  installCommand,
  installPackages,
  isDebianLike,
  type System,
} from '../debian-packages.ts'
import { readArguments } from './arguments.ts'
import { defaultDataFolder } from './default-folder.ts'
import { electronCommand } from './electron-command.ts'
import { explainEnding } from './explain-ending.ts'
import { readSandboxState } from './sandbox.ts'
import { electronPackages } from './shared-libraries.ts'
import { ensureStandIn, standInState } from './stand-in.ts'
import { Tail } from './tail.ts'

const system = (platform: NodeJS.Platform, osRelease = '', isRoot = false): System => ({
  platform,
  osRelease,
  isRoot,
})
const debian = system('linux', 'NAME="Debian GNU/Linux"\nID=debian\n')
const ubuntu = system('linux', 'ID=ubuntu\nID_LIKE=debian\n')
const fedora = system('linux', 'ID=fedora\n')
const silent = (): void => undefined

describe('the advice on what to install', () => {
  it('names apt-get only on Debian and its derivatives', () => {
    expect([debian, ubuntu, fedora, system('darwin'), system('win32')].map(isDebianLike)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    const quoted = system('linux', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n')
    expect([isDebianLike(quoted), hasChromiumPackage(quoted)]).toEqual([true, false])
    expect([hasChromiumPackage(debian), hasChromiumPackage(ubuntu)]).toEqual([true, false])
  })

  it('never names apt-get elsewhere', () => {
    for (const elsewhere of [fedora, system('darwin'), system('win32')]) {
      const installed = installPackages(['chromium'], silent, { ...elsewhere, isRoot: true })
      expect(installed.ok).toBe(false)
      if (!installed.ok) expect(installAdvice(installed.error)).not.toMatch(/apt-get|sudo/)
    }
  })

  it('needs sudo, but for root', () => {
    expect(installCommand(['a', 'b'], { isRoot: false })).toBe(
      "sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends a b'",
    )
    expect(installCommand(['a'], { isRoot: true })).toMatch(/^apt-get update && .* a$/)
  })

  it('has the names that its release of Debian knows', () => {
    expect(electronPackages('Package: libc6\n')).toEqual(['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2'])
    expect(electronPackages('Package: libc6\nStatus: ok\n\nPackage: libssl3t64\n')).toEqual([
      'libgtk-3-0t64',
      'libnss3',
      'libgbm1',
      'libasound2t64',
    ])
  })
})

describe('the stand-in', () => {
  it('is offered on no other system', () => {
    for (const elsewhere of [system('darwin'), system('win32')]) {
      expect(standInState({ chromium: null }, elsewhere)).toBe('none')
      const ready = ensureStandIn({ chromium: null }, elsewhere, silent)
      expect(!ready.ok && ready.error).not.toMatch(/apt-get/)
    }
    expect(standInState({ chromium: process.execPath }, system('darwin'))).toBe('present')
    expect(standInState({ chromium: '/nowhere' }, debian)).toBe('none')
  })
})

describe('the data folder of a run from source', () => {
  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, '/home/ada/.config'],
    ['linux', { XDG_CONFIG_HOME: '' }, '/home/ada/.config'],
    ['linux', { XDG_CONFIG_HOME: '/conf' }, '/conf'],
    ['darwin', { XDG_CONFIG_HOME: '/conf' }, '/home/ada/Library/Application Support'],
    ['win32', { LOCALAPPDATA: '/local', APPDATA: '/roaming' }, '/local'],
    ['win32', { APPDATA: '/roaming' }, '/roaming'],
    ['win32', {}, '/home/ada/AppData/Roaming'],
  ])('on %s with %j lies in %s', (platform, env, place) => {
    expect(defaultDataFolder(platform, env, '/home/ada')).toBe(join(place, 'Claims Desk (from source)'))
  })

  it('is the one that the application takes', () => {
    const config = createTestFolder()
    const app = {
      isPackaged: false,
      name: 'Claims Desk',
      setName: (name: string) => void (app.name = name),
      getName: () => app.name,
      getPath: () => config,
      setPath: () => undefined,
      setAppUserModelId: () => undefined,
    }
    introduce(app, { platform: 'linux', execPath: process.execPath })
    const used = useDataFolder(app, [], {}, 'linux').folder
    expect(defaultDataFolder('linux', { XDG_CONFIG_HOME: config }, '/home/ada')).toBe(used)
  })
})

describe('Electron', () => {
  const place = { platform: 'linux', isRoot: false, env: {}, virtualScreen: null } as const

  it('runs without its sandbox and with little shared memory as root alone', () => {
    const ofRoot = ['.', '--no-sandbox', '--disable-dev-shm-usage', '--background']
    expect(electronCommand('e', ['--background'], { ...place, isRoot: true }).args).toEqual(ofRoot)
    expect(electronCommand('e', ['--background'], place).args).toEqual(['.', '--background'])
    expect(electronCommand('e', [], { ...place, isRoot: true, platform: 'darwin' }).args).toEqual(['.'])
  })

  it('gets a virtual screen instead of a mode without one, though a session of Wayland is there', () => {
    const env = { WAYLAND_DISPLAY: 'wayland-0', ELECTRON_RUN_AS_NODE: '1' }
    const command = electronCommand('e', ['--headless'], { ...place, env, virtualScreen: ':7' })
    expect(command.args).toEqual(['.', '--ozone-platform=x11'])
    expect(command.env).toEqual({ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':7', CLAIMS_DESK_STARTER: 'npm' })
  })

  it('shows what Chromium says where that is asked for', () => {
    expect(electronCommand('e', [], place).errors).toBe('kept')
    expect(electronCommand('e', [], { ...place, env: { ELECTRON_ENABLE_LOGGING: '1' } }).errors).toBe('both')
  })
})

describe('the arguments of npm start', () => {
  it('are the script’s or the application’s', () => {
    const read = readArguments([
      '--host=electron',
      '--no-build',
      '--wait-for-window=2',
      '--headless',
      '--lang=x',
    ])
    expect(read.ok && read.value).toMatchObject({
      host: 'electron',
      isBuilt: true,
      windowWaitMs: 2_000,
      isHeadless: true,
      forApplication: ['--headless', '--lang=x'],
    })
  })

  it('name a host and a time that there are', () => {
    for (const [argument, words] of [
      ['--host=firefox', '--host is either "chromium" or "electron".'],
      ['--wait-for-window=soon', '--wait-for-window is a number of seconds.'],
    ] as const)
      expect(readArguments([argument])).toEqual({
        ok: false,
        error: expect.stringContaining(words) as unknown,
      })
  })
})

describe('the sandbox', () => {
  function settings(values: Readonly<Record<string, string>>): string {
    const folder = createTestFolder()
    for (const name of ['kernel', 'user']) mkdirSync(join(folder, name))
    for (const [path, value] of Object.entries(values)) writeFileSync(join(folder, path), `${value}\n`)
    return folder
  }

  it.each<[Record<string, string>, string | null]>([
    [{}, null],
    [
      {
        'kernel/apparmor_restrict_unprivileged_userns': '0',
        'kernel/unprivileged_userns_clone': '1',
        'user/max_user_namespaces': '63000',
      },
      null,
    ],
    [
      { 'kernel/apparmor_restrict_unprivileged_userns': '1', 'kernel/unprivileged_userns_clone': '1' },
      'kernel.apparmor_restrict_unprivileged_userns = 1',
    ],
    [{ 'kernel/unprivileged_userns_clone': '0' }, 'kernel.unprivileged_userns_clone = 0'],
    [{ 'user/max_user_namespaces': '0' }, 'user.max_user_namespaces = 0'],
  ])('is restricted by what the kernel says: %j', (values, restrictedBy) => {
    expect(readSandboxState('/e/electron', settings(values)).restrictedBy).toBe(restrictedBy)
  })

  it('is allowed for good by a command that a shell reads as it is meant, and that npm ci does not undo', () => {
    const program = "/home/ada's desk/electron"
    const remedyUnder = (values: Readonly<Record<string, string>>): string | null =>
      readSandboxState(program, settings(values)).remedy
    const profile = remedyUnder({ 'kernel/apparmor_restrict_unprivileged_userns': '1' }) ?? ''
    const echo = profile.slice(0, profile.indexOf(' | sudo tee /etc/apparmor.d/'))
    expect(execFileSync('sh', ['-c', echo], { encoding: 'utf8' })).toBe(
      `abi <abi/4.0>, profile claims-desk-from-source "${program}" flags=(unconfined) { userns, }\n`,
    )
    expect(profile).toMatch(/ && sudo apparmor_parser -r \/etc\/apparmor\.d\/claims-desk-from-source$/)
    expect(remedyUnder({ 'kernel/unprivileged_userns_clone': '0' })).toContain(
      'unprivileged_userns_clone=1 | sudo tee',
    )
    expect(remedyUnder({})).toBeNull()
  })
})

describe('how Electron ended', () => {
  const sandbox = { restrictedBy: null, remedy: null }
  function explained(
    said: string,
    ended: { code?: number; signal?: NodeJS.Signals } = { code: 1 },
    more = {},
  ) {
    const errors = new Tail()
    errors.add(said)
    return explainEnding(
      { code: ended.code ?? null, signal: ended.signal ?? null, notStarted: null, errors, isStopped: false },
      {
        platform: 'linux',
        program: '/e/electron',
        screen: ':3',
        dataFolder: '/d',
        sandbox,
        installLibraries: null,
        ...more,
      },
    )
  }

  it('is explained by its output about the screen, GTK and the sandbox', () => {
    const noScreen = explained(
      '[ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc] Missing X server or $DISPLAY',
    )
    expect(noScreen.words).toContain('no screen at :3')
    expect(noScreen.isRuntimeAtFault).toBe(true)
    const noGtk = explained('FATAL:electron_browser_main_parts.cc(442)] Check failed: linux_ui.', {
      signal: 'SIGTRAP',
    })
    expect(noGtk.words).toContain('libgtk-3.so.0')
    const restricted = { restrictedBy: 'kernel.apparmor_restrict_unprivileged_userns = 1', remedy: 'do this' }
    const noSandbox = explained('No usable sandbox!', { signal: 'SIGTRAP' }, { sandbox: restricted })
    expect(noSandbox.words).toContain('(kernel.apparmor_restrict_unprivileged_userns = 1)')
    expect(noSandbox.words).toContain('npm start -- --no-sandbox')
    expect(noSandbox.words).toContain('With it, for good: do this')
  })

  it('is a crash on Windows where the code is one of an exception', () => {
    expect(explained('', { code: 0xc0000005 }, { platform: 'win32' }).words).toContain('code 0xc0000005')
  })
})

it('the end of what a program says is kept, however much it is', () => {
  const tail = new Tail(10)
  for (let line = 0; line < 100; line++) tail.add(`${line}\n\n`)
  expect(tail.lines(2)).toEqual(['98', '99'])
  expect(tail.text).toHaveLength(10)
})
