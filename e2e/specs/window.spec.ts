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

test('the window opens where it was closed, as large, and maximized if it was, from the tray and after a start', async ({
  launch,
}) => {
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
})

test('a window whose screen is gone opens on one that is there', { tag: '@longer' }, async ({ launch }) => {
  const app = await shown(await launch({ screens: '1920x1040,1280x984' }))
  await app.arrangeWindow({ x: 2000, y: 60, width: 1100, height: 720 })
  await started(app, '1920x1040,1280x984')
  expect((await app.windowView()).bounds).toEqual({ x: 2000, y: 60, width: 1100, height: 720 })
  await started(app, '1366x728')
  expect((await app.windowView()).bounds).toEqual({ x: 266, y: 8, width: 1100, height: 720 })
})

test('on a laptop of 1366 × 768 the window lies above the taskbar, at 150 % too, and takes all that is there', async ({
  launch,
}) => {
  const app = await shown(await launch({ screens: '1093x580' }))
  expect(await app.windowView()).toMatchObject({ maximized: true })
  expect(lowerEdge((await app.windowView()).bounds)).toBeLessThanOrEqual(580)
  await started(app, '911x472')
  expect(lowerEdge((await app.windowView()).bounds)).toBeLessThanOrEqual(472)
})

test('who chose a smaller window on a small screen keeps it', { tag: '@longer' }, async ({ launch }) => {
  const app = await shown(await launch({ screens: '1093x580' }))
  await app.arrangeWindow({ x: 0, y: 0, width: 900, height: 560 })
  await openedFromTray(app)
  expect(await app.windowView()).toMatchObject({ bounds: { width: 900, height: 560 }, maximized: false })
})
