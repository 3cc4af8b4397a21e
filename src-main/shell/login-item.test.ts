import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from 'electron'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#main/vault/test-folder.ts'
import { setStartAtLogin, type LoginItemOptions } from './login-item.ts'

function options(changes: Partial<LoginItemOptions> = {}): LoginItemOptions & { readonly told: Settings[] } {
  const told: Settings[] = []
  return {
    told,
    app: { setLoginItemSettings: (settings) => void told.push(settings) },
    platform: 'linux',
    executable: '/opt/Claims Desk/claims-desk',
    args: [],
    configHome: createTestFolder(),
    ...changes,
  }
}

describe('starting at login', () => {
  it('writes an autostart entry on Linux and takes it away', async () => {
    const linux = options()
    const file = join(linux.configHome, 'autostart', 'claims-desk.desktop')
    expect(await setStartAtLogin(linux, true)).toEqual({ ok: true, value: null })
    expect(readFileSync(file, 'utf8')).toContain('\nExec="/opt/Claims Desk/claims-desk" "--background"\n')
    expect(await setStartAtLogin(linux, false)).toEqual({ ok: true, value: null })
    expect(existsSync(file)).toBe(false)
    expect(await setStartAtLogin(linux, false)).toEqual({ ok: true, value: null })
    expect(linux.told).toEqual([])
  })

  it('quotes what a desktop would read otherwise', async () => {
    const linux = options({ args: ['--data-dir=/a "b" $c 100%'] })
    await setStartAtLogin(linux, true)
    const text = readFileSync(join(linux.configHome, 'autostart', 'claims-desk.desktop'), 'utf8')
    expect(text).toContain(String.raw`"--data-dir=/a \\"b\\" \\$c 100%%"`)
  })

  it('tells the system elsewhere', async () => {
    const windows = options({ platform: 'win32', executable: 'claims-desk.exe' })
    await setStartAtLogin(windows, true)
    expect(windows.told).toEqual([{ openAtLogin: true, path: 'claims-desk.exe', args: ['--background'] }])
  })
})
