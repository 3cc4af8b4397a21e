import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#main/vault/test-folder.ts'
import { dataFolderAskedFor, useDataFolder } from './data-folder.ts'

describe('the data folder', () => {
  it('is asked for by argument or variable; the last argument wins', () => {
    expect(
      dataFolderAskedFor(['app', '--data-dir=/a', '--data-dir=/b'], { CLAIMS_DESK_DATA_DIR: '/c' }),
    ).toBe('/b')
    expect(dataFolderAskedFor(['app'], { CLAIMS_DESK_DATA_DIR: '/c' })).toBe('/c')
    expect(dataFolderAskedFor(['app', '--data-dir=a b'], {})).toBe(resolve('a b'))
  })

  it('is the usual one when none is named', () => {
    expect(dataFolderAskedFor(['app', '--data-dir='], {})).toBeNull()
    expect(dataFolderAskedFor(['app', '--data-directory=/x'], { CLAIMS_DESK_DATA_DIR: '' })).toBeNull()
  })

  it('holds everything, the page included', () => {
    const folder = join(createTestFolder(), 'branch', 'desk')
    const paths = new Map<string, string>()
    const app = {
      getPath: () => '/usual',
      setPath: (name: string, path: string): void => void paths.set(name, path),
    }
    expect(useDataFolder(app, [`--data-dir=${folder}`], {})).toBe(folder)
    expect(existsSync(folder)).toBe(true)
    expect(Object.fromEntries(paths)).toEqual({ userData: folder, sessionData: join(folder, 'session') })
  })
})
