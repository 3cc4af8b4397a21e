import { describe, expect, it } from 'vitest'
import type { Settings } from 'electron'
import { setStartAtLogin } from '#main/shell/login-item.ts'
import { loginCommandLine } from './login-items.ts'

/** What a program of Windows receives from a command line: the rules of CommandLineToArgvW. */
function parsedByWindows(line: string): readonly string[] {
  // The program's own name has no escapes: quoted up to the next quote, or else up to the next space.
  const program = /^(?:"([^"]*)"|(\S*))\s*/.exec(line)
  const parsed = [program?.[1] ?? program?.[2] ?? '']
  let argument: string | null = null
  let isQuoted = false
  for (const [part] of line.slice(program?.[0].length).matchAll(/\\*"|\\+|[^\\"]/g)) {
    if (part.endsWith('"')) {
      argument = (argument ?? '') + '\\'.repeat(Math.floor((part.length - 1) / 2))
      if (part.length % 2 === 0) argument += '"'
      else isQuoted = !isQuoted
    } else if (/\s/.test(part) && !isQuoted) {
      if (argument !== null) parsed.push(argument)
      argument = null
    } else argument = (argument ?? '') + part
  }
  return argument === null ? parsed : [...parsed, argument]
}

/** What starts at login after the application asked for it on Windows. */
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
  return asked.flatMap(({ path = '', args: given = [] }) => parsedByWindows(loginCommandLine(path, given)))
}

describe('what Windows starts at login', () => {
  const installed = String.raw`C:\Program Files\Claims Desk\Claims Desk.exe`

  it.each([
    [[]],
    [[String.raw`--data-dir=D:\Claims Desk data`]],
    [['--data-dir=D:\\my desk\\']],
    [['--data-dir=D:\\desk\\', String.raw`C:\source code\claims-desk`]],
    [['--data-dir=D:\\the "desk"\\\\']],
  ])('is the same program with the same arguments: %j', async (args) => {
    expect(await startedAtLogin(installed, args)).toEqual([installed, ...args, '--background'])
  })

  it('has a line that Electron quotes once', () => {
    expect(loginCommandLine(installed, [String.raw`--data-dir=D:\a b`, '--background'])).toBe(
      String.raw`"C:\Program Files\Claims Desk\Claims Desk.exe" "--data-dir=D:\a b" --background`,
    )
  })
})
