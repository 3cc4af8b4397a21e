import { expect, it } from 'vitest'
import type { Settings } from 'electron'
import { setStartAtLogin } from '#main/shell/login-item.ts'
import { loginCommandLine } from './login-items.ts'

/** What Windows starts at login after the application asked for it. */
async function startedAtLogin(executable: string, args: readonly string[]): Promise<readonly string[]> {
  const asked: Settings[] = []
  await setStartAtLogin(
    {
      app: { setLoginItemSettings: (settings) => void asked.push(settings) },
      platform: 'win32',
      program: { executable, args },
      configHome: '',
    },
    true,
  )
  return asked.map(({ path = '', args: given = [] }) => loginCommandLine(path, given))
}

/** What Windows reads from the right line by the rules of CommandLineToArgvW is the left one. */
it.each([
  [[], '--background'],
  [[String.raw`--data-dir=D:\Claims Desk data`], String.raw`"--data-dir=D:\Claims Desk data" --background`],
  [['--data-dir=D:\\my desk\\'], String.raw`"--data-dir=D:\my desk\\" --background`],
  [['--data-dir=D:\\the "desk"\\\\'], String.raw`"--data-dir=D:\the \"desk\"\\\\" --background`],
])('Windows starts the same program with the same arguments, quoted once: %j', async (args, line) => {
  const installed = String.raw`C:\Program Files\Claims Desk\Claims Desk.exe`
  expect(await startedAtLogin(installed, args)).toEqual([`"${installed}" ${line}`])
})
