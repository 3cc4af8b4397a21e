import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { replacesItself, updateKeys, type InstallationSources } from './installation.ts'

type Sources = InstallationSources & { readonly isPackaged: boolean }
let windows: Sources
const isOwn = (sources: Sources) => replacesItself(sources, sources)

beforeEach(() => {
  const programs = createTestFolder()
  const folder = join(programs, 'Programs', 'Claims Desk')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'Uninstall Claims Desk.exe'), '')
  windows = {
    platform: 'win32',
    isPackaged: true,
    execPath: join(folder, 'Claims Desk.exe'),
    env: { LOCALAPPDATA: programs.toUpperCase() },
  }
})

describe('an installation', () => {
  it('of one account on Windows is replaced by the installer that put it there', () => {
    expect(isOwn(windows)).toBe(true)
    rmSync(join(dirname(windows.execPath), 'Uninstall Claims Desk.exe'))
    expect(isOwn(windows)).toBe(false)
  })

  it.each<[string, Partial<Sources>]>([
    ['is a package of the system', { platform: 'linux' }],
    ['is on macOS', { platform: 'darwin' }],
    ['is for all accounts', { env: { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' } }],
    ['is the source', { isPackaged: false }],
  ])('that %s is replaced by whoever looks after the computer', (_what, sources) => {
    expect(isOwn({ ...windows, ...sources })).toBe(false)
  })

  it('that runs from source tries updates when it is given keys', () => {
    const source = { ...windows, platform: 'linux' as const, isPackaged: false }
    expect(isOwn({ ...source, env: { CLAIMS_DESK_UPDATE_KEYS: '' } })).toBe(true)
  })
})

const key = `${'A'.repeat(43)}=`

it('the keys of releases are the build’s own once packaged, whatever the environment variables say', () => {
  expect(updateKeys(true, { CLAIMS_DESK_UPDATE_KEYS: key })).toEqual([])
  expect(updateKeys(false, { CLAIMS_DESK_UPDATE_KEYS: `${key} no-key\n${key}` })).toEqual([key, key])
  expect(updateKeys(false, {})).toEqual([])
})
