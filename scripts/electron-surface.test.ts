import { expect, it } from 'vitest'
import { electronUses, type ElectronUse } from './electron-uses.ts'

/*
 * The stand-in has what it was given, so what only Electron could refuse is seen here. After a new member:
 * npm run unit -- scripts/electron-surface -u (the path first), and read what became of electron-surface.txt.
 */

/** Members that only some systems have: the files that use them behind a question for the system, or hand them on. */
const guarded: Readonly<Record<string, readonly string[]>> = {
  'App.getLoginItemSettings': ['src-main/index.ts', 'src-main/shell/login-item.ts'],
  'App.on(activate)': ['src-main/index.ts'],
  'App.setAppUserModelId': ['src-main/shell/start-checks.ts', 'src-main/index.ts'],
  'App.setBadgeCount': ['src-main/shell/tray.ts'],
  'App.setLoginItemSettings': ['src-main/shell/login-item.ts'],
  'App.setToastActivatorCLSID': ['src-main/shell/start-checks.ts', 'src-main/index.ts'],
  'BrowserWindow.on(query-session-end)': ['src-main/shell/main-window.ts'],
  'BrowserWindow.on(session-end)': ['src-main/shell/main-window.ts'],
  'LoginItemSettings.executableWillLaunchAtLogin': ['src-main/shell/login-item.ts'],
  'LoginItemSettings.status': ['src-main/shell/login-item.ts'],
  'LoginItemSettings.wasOpenedAtLogin': ['src-main/index.ts'],
  // Where an event never comes, its listener waits in vain: Windows ends a session, and Linux shows what it can.
  'Notification.on(failed)': ['src-main/shell/notifications.ts'],
  'PowerMonitor.on(lock-screen)': ['src-main/app/app.ts'],
  'PowerMonitor.on(shutdown)': ['src-main/shell/start-checks.ts'],
  'SafeStorage.getSelectedStorageBackend': ['src-main/platform/keys/protection.ts', 'src-main/app/app.ts'],
  'Session.setBluetoothPairingHandler': ['src-main/shell/page-guards.ts'],
}

const file = 'src-main/shell/made-up.ts'
const text = `import { app, powerMonitor } from 'electron'
const hand = (_one: { setUserActivity(type: string, info: object): void }): void => undefined
app.nowhere()
app.setAppUserModelId('a')
app.getGPUFeatureStatus()
powerMonitor.on('user-did-become-active', () => undefined)
hand(app)
`
const { uses, unknown } = electronUses({ file, text })
const ours = uses.filter((use) => use.file !== file)
const madeUp = uses.filter((use) => use.file === file)

function unguarded(some: readonly ElectronUse[]): string[] {
  const bare = some.filter(
    (use) => use.platforms !== null && guarded[use.member]?.includes(use.file) !== true,
  )
  return bare.map((use) => `${use.member} (${use.platforms ?? ''}) in ${use.file}`)
}

it('nothing is used that Electron does not have, or has on some systems only, unguarded', () => {
  expect(unknown.filter((name) => !name.startsWith(file))).toEqual([])
  expect(unguarded(ours)).toEqual([])
})

it('every guard that is listed guards something', () => {
  const used = ours.filter(({ platforms }) => platforms !== null)
  const needed = used.map((use) => `${use.member} in ${use.file}`)
  const listed = Object.entries(guarded).flatMap(([member, files]) =>
    files.map((one) => `${member} in ${one}`),
  )
  expect(listed.filter((one) => !needed.includes(one))).toEqual([])
})

it('what is used was seen in review', async () => {
  const members = [...new Set(ours.map(({ member }) => member))].sort()
  await expect(`${members.join('\n')}\n`).toMatchFileSnapshot('electron-surface.txt')
})

it('sees an unknown member, an unguarded one, also of an event or handed on, and a new one', () => {
  expect(unknown).toEqual([`${file}: app.nowhere`])
  expect(unguarded(madeUp)).toEqual([
    `App.setAppUserModelId (win32) in ${file}`,
    `PowerMonitor.on(user-did-become-active) (darwin) in ${file}`,
    `App.setUserActivity (darwin) in ${file}`,
  ])
  expect(madeUp.map(({ member }) => member)).toContain('App.getGPUFeatureStatus')
})
