import { expect, it } from 'vitest'
import { isWithoutScreen } from './start-checks.ts'

it.each<[NodeJS.Platform, Record<string, string>, string | null, boolean]>([
  ['linux', {}, null, true],
  ['linux', { DISPLAY: '', WAYLAND_DISPLAY: '' }, null, true],
  ['linux', { DISPLAY: ':0' }, null, false],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, null, false],
  ['linux', {}, 'headless', false],
  ['linux', {}, 'ozone-platform', false],
  ['linux', {}, 'no-sandbox', true],
  ['darwin', {}, null, false],
  ['win32', {}, null, false],
])('on %s with %j and the switch %s, to be without a screen is %s', (platform, env, given, isWithout) => {
  expect(isWithoutScreen({ platform, env }, { hasSwitch: (name) => name === given })).toBe(isWithout)
})
