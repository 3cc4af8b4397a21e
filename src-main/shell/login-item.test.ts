import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App, LoginItemSettings, Settings } from 'electron'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { canStartAtLogin, createStartAtLogin, setStartAtLogin, type LoginItemOptions } from './login-item.ts'

function options(changes: Partial<LoginItemOptions> = {}): LoginItemOptions {
  const never = (): never => {
    throw new Error('On Linux Electron does nothing.')
  }
  return {
    app: { isPackaged: true, setLoginItemSettings: never, getLoginItemSettings: never },
    platform: 'linux',
    program: { executable: '/opt/Claims Desk/claims-desk', args: [] },
    configHome: createTestFolder(),
    ...changes,
  }
}

const entryOf = ({ configHome }: LoginItemOptions): string =>
  join(configHome, 'autostart', 'claims-desk.desktop')

describe('starting at login', () => {
  it('writes an autostart entry on Linux and removes it', async () => {
    const linux = options()
    const file = entryOf(linux)
    expect(await setStartAtLogin(linux, true)).toEqual({ ok: true, value: null })
    expect(readFileSync(file, 'utf8')).toContain('\nExec="/opt/Claims Desk/claims-desk" "--background"\n')
    expect(await setStartAtLogin(linux, false)).toEqual({ ok: true, value: null })
    expect(existsSync(file)).toBe(false)
    expect(await setStartAtLogin(linux, false)).toEqual({ ok: true, value: null })
  })

  it('from source leaves the entry of an installed application alone', async () => {
    const installed = options()
    await setStartAtLogin(installed, true)
    const { configHome } = installed
    const fromSource = { ...options({ configHome }), app: { ...installed.app, isPackaged: false } }
    await setStartAtLogin(fromSource, true)
    await setStartAtLogin(fromSource, false)
    expect(existsSync(entryOf(installed))).toBe(true)
  })

  it.runIf(process.platform === 'linux')('is written where Electron finds the settings', async () => {
    const appData = createTestFolder()
    vi.stubEnv('XDG_CONFIG_HOME', '')
    onTestFinished(() => void vi.unstubAllEnvs())
    const app = { isPackaged: true, getPath: (name: string) => (name === 'appData' ? appData : '/nowhere') }
    await createStartAtLogin(app as App, { event: () => undefined }).set(true)
    expect(existsSync(join(appData, 'autostart', 'claims-desk.desktop'))).toBe(true)
  })

  it('is ignored by a desktop once the program is gone', async () => {
    const linux = options()
    await setStartAtLogin(linux, true)
    expect(readFileSync(entryOf(linux), 'utf8')).toContain('\nTryExec=/opt/Claims Desk/claims-desk\n')
  })

  it('leaves an entry as the officer’s desktop has it, and replaces that of another program', async () => {
    const linux = options()
    await setStartAtLogin(linux, true)
    const off = readFileSync(entryOf(linux), 'utf8').replace('enabled=true', 'enabled=false')
    writeFileSync(entryOf(linux), off)
    await setStartAtLogin(linux, true)
    expect(readFileSync(entryOf(linux), 'utf8')).toBe(off)
    await setStartAtLogin({ ...linux, program: { executable: '/elsewhere', args: [] } }, true)
    expect(readFileSync(entryOf(linux), 'utf8')).toContain('TryExec=/elsewhere')
  })

  it('quotes what a desktop would interpret', async () => {
    const linux = options({ program: { executable: '/a', args: ['--data-dir=/a "b" $c 100%'] } })
    await setStartAtLogin(linux, true)
    expect(readFileSync(entryOf(linux), 'utf8')).toContain(String.raw`"--data-dir=/a \\"b\\" \\$c 100%%"`)
  })
})

/** What Electron says of the system's list. macOS calls what an officer turned off there one to be approved. */
const turnedOff = { status: 'requires-approval' } as const
it.each([
  ['is added', true, {}, true],
  ['is left alone where it is there', true, { openAtLogin: true }, null],
  ['stays turned off in the system’s own list', true, turnedOff, null],
  ['replaces one with other arguments', true, { executableWillLaunchAtLogin: true }, true],
  ['is taken away', false, { openAtLogin: true }, false],
  ['is taken away where it was turned off', false, turnedOff, false],
  ['is taken away with other arguments', false, { executableWillLaunchAtLogin: true }, false],
  ['is left alone where there is none', false, {}, null],
] as const)('on Windows and macOS the entry %s', async (_what, isWanted, found, openAtLogin) => {
  const set: Settings[] = []
  const nothing = { openAtLogin: false, wasOpenedAtLogin: false, executableWillLaunchAtLogin: false }
  const app = {
    isPackaged: true,
    setLoginItemSettings: (settings: Settings) => void set.push(settings),
    getLoginItemSettings: (): LoginItemSettings => ({
      ...nothing,
      status: 'not-registered',
      launchItems: [],
      ...found,
    }),
  }
  const program = { executable: 'C:\\Claims Desk.exe', args: ['--data-dir=D:\\my desk\\'] }
  await setStartAtLogin({ ...options({ program, platform: 'win32' }), app }, isWanted)
  // Electron quotes the arguments itself.
  const args = [...program.args, '--background']
  expect(set).toEqual(openAtLogin === null ? [] : [{ openAtLogin, path: program.executable, args }])
})

it('is not offered from source on macOS, which would open an empty Electron', () => {
  expect(canStartAtLogin('darwin', false)).toBe(false)
  expect(canStartAtLogin('darwin', true)).toBe(true)
  expect(canStartAtLogin('win32', false)).toBe(true)
  expect(canStartAtLogin('linux', false)).toBe(true)
})
