import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { appUserModelId, introduceToWindows, nameToastActivator, toastActivatorId } from './start-checks.ts'

it('is the one that the installer gives to the shortcut', () => {
  const builder: unknown = JSON.parse(
    readFileSync(new URL('../../electron-builder.json', import.meta.url), 'utf8'),
  )
  expect(builder).toMatchObject({ appId: appUserModelId })
})

describe('on Windows', () => {
  function introduced(platform: NodeJS.Platform, isPackaged: boolean): readonly string[] {
    const calls: string[] = []
    introduceToWindows(
      {
        isPackaged,
        setAppUserModelId: (id) => void calls.push(id),
        setName: (name) => void calls.push(name),
      },
      { platform, execPath: String.raw`C:\desk\electron.exe` },
    )
    return calls
  }

  it('the installed application goes by the id of its shortcut', () => {
    expect(introduced('win32', true)).toEqual([appUserModelId])
  })

  it('the one from source leaves the shortcut of the installed one alone', () => {
    expect(introduced('win32', false)).toEqual([
      String.raw`C:\desk\electron.exe`,
      'Claims Desk (from source)',
    ])
  })

  it.each(['linux', 'darwin'] as const)('elsewhere: sets nothing (%s)', (platform) => {
    expect(introduced(platform, false)).toEqual([])
  })
})

it.each([
  ['win32', true, [toastActivatorId]],
  ['win32', false, []],
  ['linux', true, []],
  ['darwin', true, []],
] as const)(
  'the id that the uninstaller removes is given to an installation on Windows alone (%s, %s)',
  (platform, isPackaged, given) => {
    const ids: string[] = []
    nameToastActivator({ isPackaged, setToastActivatorCLSID: (id) => void ids.push(id) }, platform)
    expect(ids).toEqual(given)
  },
)
