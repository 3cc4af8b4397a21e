import { describe, expect, it } from 'vitest'
import type { LoginItemSettingsOptions, Settings } from 'electron'
import { setStartAtLogin } from '#main/shell/login-item.ts'
import { HostLoginItems } from './login-items.ts'

const installed = String.raw`C:\Program Files\Claims Desk\Claims Desk.exe`

/** Starts at login, or no longer, with these arguments. */
async function starts(
  items: HostLoginItems,
  platform: 'win32' | 'darwin',
  isWanted: boolean,
  args: readonly string[] = [],
): Promise<void> {
  const app = {
    isPackaged: true,
    setLoginItemSettings: (settings: Settings) => items.set(settings),
    getLoginItemSettings: (options: LoginItemSettingsOptions = {}) => items.get(options),
  }
  const program = { executable: installed, args }
  await setStartAtLogin({ app, platform, program, configHome: '' }, isWanted)
}

/** What Windows reads from the right line by the rules of CommandLineToArgvW is the left one. */
it.each([
  [[], '--background'],
  [[String.raw`--data-dir=D:\Claims Desk data`], String.raw`"--data-dir=D:\Claims Desk data" --background`],
  [['--data-dir=D:\\my desk\\'], String.raw`"--data-dir=D:\my desk\\" --background`],
  [['--data-dir=D:\\the "desk"\\\\'], String.raw`"--data-dir=D:\the \"desk\"\\\\" --background`],
])('Windows starts the same program with the same arguments, quoted once: %j', async (args, line) => {
  const items = new HostLoginItems('win32')
  await starts(items, 'win32', true, args)
  expect(items.entry?.line).toBe(`"${installed}" ${line}`)
})

describe.each(['win32', 'darwin'] as const)('the list of the system on %s', (platform) => {
  it('is left alone where it is as wanted', async () => {
    const items = new HostLoginItems(platform)
    await starts(items, platform, false)
    await starts(items, platform, true)
    await starts(items, platform, true)
    expect(items.entry).not.toBeNull()
    await starts(items, platform, false)
    expect(items.entry).toBeNull()
    await starts(items, platform, false)
    expect(items.idleChanges).toBe(0)
  })

  it('keeps what an officer turned off there, and loses it where it is no longer wanted', async () => {
    const items = new HostLoginItems(platform)
    await starts(items, platform, true)
    if (items.entry !== null) items.entry.isTurnedOff = true
    await starts(items, platform, true)
    expect(items.entry?.isTurnedOff).toBe(true)
    await starts(items, platform, false)
    expect(items.entry).toBeNull()
  })
})

it('on Windows starting with other arguments replaces what there was, and not starting removes it', async () => {
  const items = new HostLoginItems('win32')
  await starts(items, 'win32', true, ['--data-dir=D:\\one'])
  await starts(items, 'win32', true, ['--data-dir=D:\\two'])
  expect(items.entry?.line).toContain('two')
  await starts(items, 'win32', false, ['--data-dir=D:\\three'])
  expect(items.entry).toBeNull()
})
