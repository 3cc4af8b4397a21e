import { describe, expect, it } from 'vitest'
import { menuTemplate } from './menu-content.ts'

const nothing = (): void => undefined

function rolesOf(isPackaged: boolean): (string | undefined)[] {
  const template = menuTemplate({ isPackaged, onNewClaim: nothing, onOutbox: nothing, onSettings: nothing })
  return template.flatMap((menu) =>
    Array.isArray(menu.submenu) ? menu.submenu.map((item) => item.role) : [],
  )
}

describe('the menu', () => {
  it('has editing, zoom and quitting', () => {
    expect(rolesOf(true)).toEqual(expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'zoomIn', 'quit']))
  })

  it('has neither developer tools nor reloading when packaged', () => {
    expect(rolesOf(true)).not.toContain('toggleDevTools')
    expect(rolesOf(true)).not.toContain('reload')
    expect(rolesOf(false)).toContain('toggleDevTools')
  })
})
