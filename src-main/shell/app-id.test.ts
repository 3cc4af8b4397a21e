import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { appUserModelId, introduceToWindows } from './app-id.ts'

it('is the one that the installer gives to the shortcut', () => {
  const builder: unknown = JSON.parse(
    readFileSync(new URL('../../electron-builder.json', import.meta.url), 'utf8'),
  )
  expect(builder).toMatchObject({ appId: appUserModelId })
})

describe('on Windows', () => {
  function introduced(platform: NodeJS.Platform, isPackaged: boolean): readonly string[] {
    const told: string[] = []
    introduceToWindows(
      {
        isPackaged,
        setAppUserModelId: (id) => void told.push(id),
        setName: (name) => void told.push(name),
      },
      { platform, execPath: String.raw`C:\desk\electron.exe` },
    )
    return told
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

  it.each(['linux', 'darwin'] as const)('alone is anything said (%s)', (platform) => {
    expect(introduced(platform, false)).toEqual([])
  })
})
