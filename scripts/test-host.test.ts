import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import type { System } from './debian-packages.ts'
import { electronProgram } from './electron-runtime.ts'
import { writeProgram } from './start/fake-electron.ts'
import { chooseTestHost, testHost } from './test-host.ts'

const system = (platform: NodeJS.Platform, osRelease = ''): System => ({ platform, osRelease, isRoot: false })
const debian = system('linux', 'ID=debian\n')
const ubuntu = system('linux', 'ID=ubuntu\nID_LIKE=debian\n')
const fedora = system('linux', 'ID=fedora\n')
const macos = system('darwin')

interface Asked {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly chromium?: string | null
}

/** The host and the reason in one line, or what is wrong. */
function chosen(given: System, { args = [], env = {}, chromium = null }: Asked = {}): string {
  const choice = chooseTestHost(args, env, given, chromium)
  return choice.ok ? `${choice.value.host}: ${choice.value.why}` : choice.error
}

describe('the host of the tests, where none is asked for,', () => {
  it.each([
    ['Debian', debian, 'chromium'],
    ['Ubuntu, whose package is a snap', ubuntu, 'electron'],
    ['Fedora', fedora, 'electron'],
    ['macOS', macos, 'electron'],
    ['Windows', system('win32'), 'electron'],
  ])('is on %s, without a Chromium, what can be had there', (_, given, host) => {
    expect(chosen(given)).toMatch(new RegExp(`^${host}: no host was asked for and Chromium can`))
  })

  it('is the stand-in on any Linux that has a Chromium, and nowhere else', () => {
    const chromium = '/usr/bin/chromium'
    for (const given of [debian, ubuntu, fedora]) expect(chosen(given, { chromium })).toMatch(/^chromium:/)
    expect(chosen(macos, { chromium })).toMatch(/^electron:/)
  })
})

describe('the host of the tests that is asked for', () => {
  it('is taken by its name, on every system', () => {
    const env = { CLAIMS_DESK_TEST_HOST: 'electron' }
    expect(chosen(debian, { env })).toBe('electron: CLAIMS_DESK_TEST_HOST asks for it')
    expect(chosen(debian, { args: ['--host=electron', 'smoke'] })).toBe('electron: --host asks for it')
    expect(chosen(macos, { env, args: ['--host=chromium'] })).toBe('chromium: --host asks for it')
  })

  it('comes with the reason of the command that settled it', () => {
    const env = { CLAIMS_DESK_TEST_HOST: 'electron', CLAIMS_DESK_TEST_HOST_REASON: 'it was so' }
    expect(chosen(debian, { env })).toBe('electron: it was so')
    expect(chosen(debian, { env, args: ['--host=chromium'] })).toBe('chromium: --host asks for it')
  })

  it('is refused in words where there is none of that name', () => {
    expect(chosen(debian, { env: { CLAIMS_DESK_TEST_HOST: 'firefox' } })).toBe(
      'CLAIMS_DESK_TEST_HOST is either "chromium" (the stand-in) or "electron", not "firefox".',
    )
    expect(chosen(debian, { args: ['--host='] })).toContain('--host is either "chromium"')
    expect(chosen(debian, { env: { CLAIMS_DESK_TEST_HOST: '' } })).toMatch(/^chromium:/)
  })
})

it.skipIf(process.platform === 'win32')('a start that left Electron’s runtime behind changes no host', () => {
  const without = testHost()
  const folder = createTestFolder()
  const name = process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
  writeProgram(join(folder, name), 'exit 1')
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(electronProgram()).not.toBeNull()
  expect(testHost()).toEqual(without)
})
