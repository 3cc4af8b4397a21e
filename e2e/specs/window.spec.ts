import type { Rectangle } from 'electron'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'
import type { TestApp } from '../support/test-app.ts'

need(test, 'screens of a given size')

const lowerEdge = ({ y, height }: Rectangle): number => y + height
const shown = async (app: TestApp): Promise<TestApp> => {
  await app.window()
  await expect.poll(async () => (await app.windowView()).visible).toBe(true)
  return app
}
const openedFromTray = async (app: TestApp): Promise<TestApp> => {
  await app.closeWindow()
  await app.clickTray('Open Claims Desk')
  return await shown(app)
}
const started = async (app: TestApp, screens: string): Promise<TestApp> => {
  await app.quit()
  await app.restart({ screens })
  return await shown(app)
}

test(
  'the window opens where it was closed, as large, and maximized if it was, from the tray and after a start',
  { tag: '@longer' },
  async ({ launch }) => {
    const app = await shown(await launch({ screens: '1920x1040' }))
    const bounds = { x: 40, y: 60, width: 1100, height: 720 }
    await app.arrangeWindow(bounds)
    await openedFromTray(app)
    expect(await app.windowView()).toMatchObject({ bounds, maximized: false })
    await app.arrangeWindow('maximize')
    await openedFromTray(app)
    expect(await app.windowView()).toMatchObject({ bounds, maximized: true })
    await started(app, '1920x1040')
    expect(await app.windowView()).toMatchObject({ bounds, maximized: true })
  },
)

test(
  'on a screen that is gone or small the window lies on what is there, as its officer chose',
  { tag: '@longer' },
  async ({ launch }) => {
    const app = await shown(await launch({ screens: '1920x1040,1280x984' }))
    await app.arrangeWindow({ x: 2000, y: 60, width: 1100, height: 720 })
    await started(app, '1920x1040,1280x984')
    expect((await app.windowView()).bounds).toEqual({ x: 2000, y: 60, width: 1100, height: 720 })
    await started(app, '1366x728')
    expect((await app.windowView()).bounds).toEqual({ x: 266, y: 8, width: 1100, height: 720 })
    // A laptop of 1366 × 768 at 150 %, above its taskbar.
    await started(app, '911x472')
    expect(lowerEdge((await app.windowView()).bounds)).toBeLessThanOrEqual(472)
  },
)

test(
  'a first window takes all of a small screen, and who chose a smaller one keeps it',
  { tag: '@longer' },
  async ({ launch }) => {
    const app = await shown(await launch({ screens: '1093x580' }))
    expect(await app.windowView()).toMatchObject({ maximized: true })
    expect(lowerEdge((await app.windowView()).bounds)).toBeLessThanOrEqual(580)
    await app.arrangeWindow({ x: 0, y: 0, width: 900, height: 560 })
    await openedFromTray(app)
    expect(await app.windowView()).toMatchObject({ bounds: { width: 900, height: 560 }, maximized: false })
  },
)
