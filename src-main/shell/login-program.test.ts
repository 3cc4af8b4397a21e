import { expect, it } from 'vitest'
import { loginProgram } from './login-item.ts'

const installed = { isPackaged: true, getAppPath: () => '/opt/Claims Desk/resources/app.asar' }
const fromSource = { isPackaged: false, getAppPath: () => '/p' }
const started = (execPath: string, versions: object, ...argv: string[]) =>
  ({ execPath, argv, env: {}, versions }) as never
const electron = { electron: '43.0.0' }

it('is the installed one, without arguments', () => {
  const desk = '/opt/Claims Desk/claims-desk'
  expect(loginProgram(installed, started(desk, electron))).toEqual({ executable: desk, args: [] })
})

it('opens the same data as now', () => {
  const now = started('/d', electron, '--data-dir=/srv/desk one')
  expect(loginProgram(installed, now).args).toEqual(['--data-dir=/srv/desk one'])
})

it('is given what to open when it is not packaged', () => {
  expect(loginProgram(fromSource, started('/e/electron', electron))).toEqual({
    executable: '/e/electron',
    args: ['/p'],
  })
  expect(loginProgram(fromSource, started('/n/node', {}, '--data-dir=/d'))).toEqual({
    executable: '/n/node',
    args: ['/p/scripts/start.ts', '--data-dir=/d'],
  })
})
