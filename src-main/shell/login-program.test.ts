import { describe, expect, it } from 'vitest'
import { loginProgram, type StartedAs } from './login-item.ts'

const installed: StartedAs = {
  isPackaged: true,
  isElectron: true,
  execPath: '/opt/Claims Desk/claims-desk',
  appPath: '/opt/Claims Desk/resources/app.asar',
  dataFolder: null,
}
describe('the program that is started at login', () => {
  it('is the installed one, without arguments', () => {
    expect(loginProgram(installed)).toEqual({ executable: '/opt/Claims Desk/claims-desk', args: [] })
  })

  it('opens the same data as now', () => {
    const started = { ...installed, dataFolder: '/srv/desk one' }
    expect(loginProgram(started).args).toEqual(['--data-dir=/srv/desk one'])
  })

  it('is given what to open when it is not packaged', () => {
    const electron = { ...installed, isPackaged: false, execPath: '/e/electron', appPath: '/p' }
    expect(loginProgram(electron)).toEqual({ executable: '/e/electron', args: ['/p'] })
    const standIn = { ...electron, isElectron: false, execPath: '/n/node', dataFolder: '/d' }
    expect(loginProgram(standIn)).toEqual({
      executable: '/n/node',
      args: ['/p/scripts/start.ts', '--data-dir=/d'],
    })
  })
})
