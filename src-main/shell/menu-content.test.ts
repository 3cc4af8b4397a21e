import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { commandLabels, commands, type CommandId } from '#shared/commands.ts'
import { contextMenuTemplate, menuTemplate } from './menu.ts'

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

describe('the menu', () => {
  it('has editing, zoom and quitting', () => {
    expect(rolesOf(true)).toEqual(expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'zoomIn', 'quit']))
  })

  it('has neither developer tools nor reloading when packaged', () => {
    expect(rolesOf(true)).not.toContain('toggleDevTools')
    expect(rolesOf(true)).not.toContain('reload')
    expect(rolesOf(false)).toContain('toggleDevTools')
  })

  it('zooms the window on macOS alone, where the role does something', () => {
    expect(rolesOf(true)).not.toContain('zoom')
    expect(itemsOf(true, undefined, 'darwin').map(({ role }) => role)).toContain('zoom')
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
})

describe('the context menu', () => {
  const nothing = {
    canCut: false,
    canCopy: false,
    canPaste: false,
    canSelectAll: false,
    canUndo: false,
    canRedo: false,
    canDelete: false,
    canEditRichly: false,
  }
  const shown = (isEditable: boolean, can: Partial<typeof nothing>) =>
    contextMenuTemplate({ isEditable, editFlags: { ...nothing, ...can } }).map(({ role, label, enabled }) => [
      role,
      label,
      enabled,
    ])

  it('offers in a text field what can be done there', () => {
    expect(shown(true, { canPaste: true, canSelectAll: true })).toEqual([
      ['cut', 'Cut', false],
      ['copy', 'Copy', false],
      ['paste', 'Paste', true],
      ['selectAll', 'Select all', true],
    ])
  })

  it('copies selected text elsewhere, and is not there for anything else', () => {
    expect(shown(false, { canCopy: true, canSelectAll: true })).toEqual([['copy', 'Copy', true]])
    expect(shown(false, { canSelectAll: true })).toEqual([])
  })
})
