import type { MenuItemConstructorOptions } from 'electron'
import { expect, it } from 'vitest'
import { commandLabels, commands, type CommandId } from '#shared/commands.ts'
import { menuTemplate } from './menu.ts'

function itemsOf(
  isPackaged: boolean,
  onCommand: (id: CommandId) => void = () => undefined,
  platform: NodeJS.Platform = 'linux',
) {
  return menuTemplate({ isPackaged, platform, onCommand }).flatMap((menu): MenuItemConstructorOptions[] =>
    Array.isArray(menu.submenu) ? menu.submenu : [],
  )
}
const rolesOf = (isPackaged: boolean): (string | undefined)[] => itemsOf(isPackaged).map(({ role }) => role)

it('has neither developer tools nor reloading when packaged', () => {
  expect(rolesOf(true)).not.toContain('toggleDevTools')
  expect(rolesOf(true)).not.toContain('reload')
  expect(rolesOf(false)).toContain('toggleDevTools')
})

it('zooms the window on macOS alone, where the role does something', () => {
  expect(rolesOf(true)).not.toContain('zoom')
  expect(itemsOf(true, undefined, 'darwin').map(({ role }) => role)).toContain('zoom')
})

it('has on macOS the menus that every program has there, and quits from the first alone', () => {
  const options = { isPackaged: true, onCommand: () => undefined }
  const menus = menuTemplate({ ...options, platform: 'darwin' })
  // Electron fills it: about, services, hide, hide others, show all, quit.
  expect(menus[0]).toEqual({ role: 'appMenu' })
  expect(menus.map(({ label }) => label).slice(1)).toEqual(['File', 'Edit', 'Go', 'View', 'Window', 'Help'])
  expect(menus.flatMap(({ role = [] }) => role)).toEqual(['appMenu', 'window', 'help'])
  const roles = (platform: NodeJS.Platform) => itemsOf(true, undefined, platform).map(({ role }) => role)
  expect(roles('darwin')).not.toContain('quit')
  for (const platform of ['linux', 'win32'] as const) {
    expect(menuTemplate({ ...options, platform })[0]?.label).toBe('Claims Desk')
    expect(roles(platform)).toContain('quit')
  }
})

it('runs the command whose label and shortcut it shows', () => {
  const asked: CommandId[] = []
  for (const { click } of itemsOf(true, (id) => asked.push(id))) {
    if (click !== undefined) Reflect.apply(click, undefined, [])
  }
  const inMenus = commands.filter(({ menu }) => menu !== null)
  expect([...asked].sort()).toEqual(inMenus.map(({ id }) => id).sort())
  const sheet = itemsOf(true).find(({ label }) => label === commandLabels.shortcuts)
  expect(sheet).toMatchObject({ accelerator: 'CmdOrCtrl+/' })
})

it('uses no shortcut twice, including those of its own roles', () => {
  const keys = itemsOf(false).flatMap(({ accelerator }) =>
    typeof accelerator === 'string' ? [accelerator] : [],
  )
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})
