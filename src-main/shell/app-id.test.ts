import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { appUserModelId, introduce, nameToastActivator, toastActivatorId } from './start-checks.ts'

it('is the one that the installer gives to the shortcut', () => {
  const builder: unknown = JSON.parse(
    readFileSync(new URL('../../electron-builder.json', import.meta.url), 'utf8'),
  )
  expect(builder).toMatchObject({ appId: appUserModelId })
})

describe('the application is known', () => {
  function introduced(platform: NodeJS.Platform, isPackaged: boolean): readonly string[] {
    const calls: string[] = []
    introduce(
      {
        isPackaged,
        setAppUserModelId: (id) => void calls.push(id),
        setName: (name) => void calls.push(name),
      },
      { platform, execPath: String.raw`C:\desk\electron.exe` },
    )
    return calls
  }

  it('on Windows by the id of its shortcut once it is installed', () => {
    expect(introduced('win32', true)).toEqual([appUserModelId])
  })

  it('on Windows by its program where it runs from source', () => {
    expect(introduced('win32', false)).toContain(String.raw`C:\desk\electron.exe`)
  })

  it.each(['win32', 'linux', 'darwin'] as const)(
    'from source by another name than installed (%s)',
    (platform) => {
      expect(introduced(platform, false)).toContain('Claims Desk (from source)')
      expect(introduced(platform, true)).not.toContain('Claims Desk (from source)')
    },
  )
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
