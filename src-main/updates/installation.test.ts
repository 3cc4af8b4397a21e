import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { installationOf, type InstallationSources } from './installation.ts'
import { updateKeys } from './update-keys.ts'

const packaged: InstallationSources = {
  platform: 'linux',
  isPackaged: true,
  execPath: '/tmp/.mount_desk/claims-desk',
  resourcesPath: '/tmp/.mount_desk/resources',
  env: { APPIMAGE: '/home/officer/Claims Desk.AppImage', APPDIR: '/tmp/.mount_desk' },
}

describe('an installation', () => {
  it('that runs from an AppImage replaces it', () => {
    expect(installationOf(packaged)).toEqual({
      kind: 'appimage',
      configFile: '/tmp/.mount_desk/resources/app-update.yml',
    })
  })

  it.each([
    ['is a package of the system', { env: {} }],
    ['was started from another AppImage', { execPath: '/opt/Claims Desk/claims-desk' }],
    ['is on macOS', { platform: 'darwin' as const }],
    ['is the source', { isPackaged: false }],
  ])('that %s does not replace itself', (_what, sources) => {
    expect(installationOf({ ...packaged, ...sources })).toBeNull()
  })

  it('on Windows is replaced if an installer created it', () => {
    const folder = createTestFolder()
    const windows = {
      ...packaged,
      platform: 'win32' as const,
      execPath: join(folder, 'Claims Desk.exe'),
      env: {},
    }
    expect(installationOf(windows)).toBeNull()
    writeFileSync(join(folder, 'Uninstall Claims Desk.exe'), '')
    expect(installationOf(windows)).toMatchObject({ kind: 'nsis' })
    expect(installationOf({ ...windows, env: { PORTABLE_EXECUTABLE_FILE: 'D:\\desk.exe' } })).toBeNull()
    expect(installationOf({ ...windows, isPackaged: false })).toBeNull()
  })
})

describe('the keys of releases', () => {
  const key = `${'A'.repeat(43)}=`

  it('are the build’s own once packaged, whatever the environment variables say', () => {
    expect(updateKeys(true, { CLAIMS_DESK_UPDATE_KEYS: key })).toEqual([])
    expect(updateKeys(false, { CLAIMS_DESK_UPDATE_KEYS: `${key} no-key\n${key}` })).toEqual([key, key])
    expect(updateKeys(false, {})).toEqual([])
  })
})
