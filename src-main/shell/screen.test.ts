import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { isWithoutScreen } from './start-checks.ts'

it.each<[NodeJS.Platform, Record<string, string>, string | null, boolean]>([
  ['linux', {}, null, true],
  ['linux', { DISPLAY: '', WAYLAND_DISPLAY: '' }, null, true],
  ['linux', { DISPLAY: ':0' }, null, false],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, null, false],
  ['linux', { WAYLAND_SOCKET: '5' }, null, false],
  // Whether there is one at the place that is named is not asked.
  ['linux', { WAYLAND_DISPLAY: '/nowhere/wayland-7' }, null, false],
  ['linux', {}, '--headless', false],
  ['linux', {}, '--ozone-platform', false],
  ['linux', {}, '--ozone-platform=x11', false],
  ['linux', {}, '--display=:7', false],
  ['linux', {}, '--no-sandbox', true],
  ['darwin', {}, null, false],
  ['win32', {}, null, false],
])('on %s with %j and %s, to be without a screen is %s', (platform, env, given, isWithout) => {
  expect(isWithoutScreen({ platform, env, argv: ['app', ...(given === null ? [] : [given])] })).toBe(
    isWithout,
  )
})

it('a socket of Wayland’s usual name is a screen that nobody has to name', () => {
  const folder = createTestFolder()
  const start: Parameters<typeof isWithoutScreen>[0] = {
    platform: 'linux',
    env: { XDG_RUNTIME_DIR: folder },
    argv: ['app'],
  }
  expect(isWithoutScreen(start)).toBe(true)
  writeFileSync(join(folder, 'wayland-0'), '')
  expect(isWithoutScreen(start)).toBe(false)
})
