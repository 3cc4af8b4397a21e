import { describe, expect, it } from 'vitest'
import { loginProgram, type StartedAs } from './login-item.ts'

const installed: StartedAs = {
  isPackaged: true,
  isElectron: true,
  execPath: '/opt/Claims Desk/claims-desk',
  appPath: '/opt/Claims Desk/resources/app.asar',
  env: {},
  dataFolder: null,
}
const mounted = {
  execPath: '/tmp/.mount_claimsAbC123/claims-desk',
  env: { APPIMAGE: '/home/ada/Apps/claims-desk.AppImage', APPDIR: '/tmp/.mount_claimsAbC123' },
}

describe('the program that is started at login', () => {
  it('is the installed one, without arguments', () => {
    expect(loginProgram(installed)).toEqual({ executable: '/opt/Claims Desk/claims-desk', args: [] })
  })

  it('is the file of an AppImage, not the program in its mounted folder', () => {
    expect(loginProgram({ ...installed, ...mounted })).toEqual({
      executable: '/home/ada/Apps/claims-desk.AppImage',
      args: [],
    })
  })

  it.each([
    ['of another AppImage', { ...mounted.env, APPDIR: '/tmp/.mount_terminalXyZ' }],
    ['of another AppImage whose folder begins alike', { ...mounted.env, APPDIR: '/tmp/.mount_claims' }],
    ['without a folder', { APPIMAGE: '/home/ada/Apps/claims-desk.AppImage' }],
    ['with a path that is not whole', { ...mounted.env, APPIMAGE: 'claims-desk.AppImage' }],
  ])('is the running one where the variables are %s', (_whose, env) => {
    expect(loginProgram({ ...installed, ...mounted, env }).executable).toBe(mounted.execPath)
  })

  it('opens the same data as now', () => {
    const started = { ...installed, dataFolder: '/srv/desk one' }
    expect(loginProgram(started).args).toEqual(['--data-dir=/srv/desk one'])
  })

  it('is given what to open when it is not packaged', () => {
    const electron = {
      ...installed,
      isPackaged: false,
      execPath: '/e/electron',
      appPath: '/p',
      ...{ env: mounted.env },
    }
    expect(loginProgram(electron)).toEqual({ executable: '/e/electron', args: ['/p'] })
    const standIn = { ...electron, isElectron: false, execPath: '/n/node', dataFolder: '/d' }
    expect(loginProgram(standIn)).toEqual({
      executable: '/n/node',
      args: ['/p/scripts/start.ts', '--data-dir=/d'],
    })
  })
})
