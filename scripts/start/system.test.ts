import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { err } from '#shared/result.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { useDataFolder } from '#main/shell/data-folder.ts'
import { introduce } from '#main/shell/start-checks.ts'
import {
  hasChromiumPackage,
  installCommand,
  installPackages,
  isDebianLike,
  thisSystem,
  type System,
} from '../debian-packages.ts'
import { dataFolderFromSource, readArguments } from './arguments.ts'
import { electronCommand } from './open-in-electron.ts'
import { explainEnding } from './explain-ending.ts'
import { isExcepted, readSandboxState } from './sandbox.ts'
import { electronPackages } from './shared-libraries.ts'
import { canHaveStandIn, ensureStandIn } from './stand-in.ts'

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
      if (!installed.ok) expect(installed.error).not.toMatch(/apt-get|sudo/)
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
      expect(canHaveStandIn({ chromium: null }, elsewhere)).toBe(false)
      const ready = ensureStandIn({ chromium: null }, elsewhere, silent)
      expect(!ready.ok && ready.error).not.toMatch(/apt-get/)
    }
    expect(canHaveStandIn({ chromium: process.execPath }, system('darwin'))).toBe(true)
    expect(canHaveStandIn({ chromium: '/nowhere' }, debian)).toBe(false)
    expect([debian, ubuntu].map((one) => canHaveStandIn({ chromium: null }, one, null))).toEqual([
      true,
      false,
    ])
    expect(canHaveStandIn({ chromium: null }, ubuntu, '/usr/bin/chromium')).toBe(true)
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
    expect(dataFolderFromSource(platform, env, '/home/ada')).toBe(join(place, 'Claims Desk (from source)'))
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
    expect(dataFolderFromSource('linux', { XDG_CONFIG_HOME: config }, '/home/ada')).toBe(used)
  })
})

describe('Electron', () => {
  const place = { program: 'e', isRoot: false, env: {}, virtualScreen: null } as const

  it('runs without its sandbox and with little shared memory as root alone', () => {
    const ofRoot = ['.', '--no-sandbox', '--disable-dev-shm-usage', '--background']
    expect(electronCommand(['--background'], { ...place, isRoot: true }).args).toEqual(ofRoot)
    expect(electronCommand(['--background'], place).args).toEqual(['.', '--background'])
  })

  it('gets a virtual screen instead of a mode without one, though a session of Wayland is there', () => {
    const env = { WAYLAND_DISPLAY: 'wayland-0', ELECTRON_RUN_AS_NODE: '1' }
    const command = electronCommand(['--headless'], { ...place, env, virtualScreen: ':7' })
    expect(command.args).toEqual(['.', '--ozone-platform=x11'])
    expect(command.env).toEqual({ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':7', CLAIMS_DESK_STARTER: 'npm' })
  })

  it('shows what Chromium says where that is asked for', () => {
    expect(electronCommand([], place).errors).toBe('kept')
    expect(electronCommand([], { ...place, env: { ELECTRON_ENABLE_LOGGING: '1' } }).errors).toBe('shown')
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
      expect(readArguments([argument])).toEqual(err(expect.stringContaining(words) as unknown))
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

  it('is not forbidden to a program that a profile names, or whose helper has root’s rights', () => {
    const profiles = createTestFolder()
    const folder = createTestFolder()
    const program = join(folder, 'electron')
    expect(isExcepted(program, profiles)).toBe(false)
    mkdirSync(join(profiles, 'abstractions'))
    writeFileSync(join(profiles, 'of-an-administrator'), `profile x "${program}" { userns, }`)
    expect(isExcepted(program, profiles)).toBe(true)
    expect(isExcepted(program, '/nowhere')).toBe(false)
    writeFileSync(join(folder, 'chrome-sandbox'), '', { mode: 0o755 })
    expect(isExcepted(program, '/nowhere')).toBe(false)
    chmodSync(join(folder, 'chrome-sandbox'), 0o4755)
    expect(isExcepted(program, '/nowhere')).toBe(thisSystem().isRoot)
  })
})

describe('how Electron ended', () => {
  function explained(
    said: string,
    ended: { code?: number; signal?: NodeJS.Signals } = { code: 1 },
    more: Partial<Parameters<typeof explainEnding>[1]> = {},
  ) {
    const { code = null, signal = null } = ended
    return explainEnding(
      { code, signal, notStarted: null, errors: said, isStopped: false },
      {
        platform: 'linux',
        program: '/e/electron',
        screen: ':3',
        sandbox: { restrictedBy: null, remedy: null },
        installLibraries: null,
        ...more,
      },
    )
  }

  it('is explained by its output about the screen and the sandbox', () => {
    expect(
      explained('[ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc] Missing X server or $DISPLAY'),
    ).toContain('no screen at :3')
    const restricted = { restrictedBy: 'kernel.apparmor_restrict_unprivileged_userns = 1', remedy: 'do this' }
    const noSandbox = explained('No usable sandbox!', { signal: 'SIGTRAP' }, { sandbox: restricted })
    expect(noSandbox).toContain('(kernel.apparmor_restrict_unprivileged_userns = 1)')
    expect(noSandbox).toContain('npm start -- --no-sandbox')
    expect(noSandbox).toContain('With it, for good: do this')
  })

  it('is a crash on Windows where the code is one of an exception', () => {
    expect(explained('', { code: 0xc0000005 }, { platform: 'win32' })).toContain('code 0xc0000005')
  })

  it('is the application’s own where it ended by itself, or was ended', () => {
    expect(explained('', { code: 3 })).toBeNull()
    expect(explained('', { signal: 'SIGKILL' })).toBeNull()
    expect(explained('', { signal: 'SIGSEGV' })).toContain('(SIGSEGV)')
  })
})
