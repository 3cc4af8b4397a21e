import { expect, it } from 'vitest'
import { commands } from '#shared/commands.ts'
import { ariaKeys, isPressed, keysInWords, shownKeys } from './shortcut-keys.ts'

const press = (key: string, held: KeyboardEventInit = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, ...held })

it('is shown with the platform’s keys', () => {
  expect(shownKeys('CmdOrCtrl+Shift+K', false)).toEqual(['Ctrl', 'Shift', 'K'])
  expect(shownKeys('CmdOrCtrl+Shift+K', true)).toEqual(['⇧', '⌘', 'K'])
  expect(keysInWords('CmdOrCtrl+,', false)).toBe('Ctrl+,')
  expect(keysInWords('F5', true)).toBe('F5')
  expect(keysInWords('Alt+ArrowDown', false)).toBe('Alt+↓')
  expect(keysInWords('Alt+ArrowUp', true)).toBe('Option↑')
  expect(ariaKeys('CmdOrCtrl+K', false)).toBe('Control+K')
  expect(ariaKeys('CmdOrCtrl+K', true)).toBe('Meta+K')
})

it.each<[string, string, KeyboardEventInit]>([
  ['CmdOrCtrl+K', 'k', { ctrlKey: true }],
  ['CmdOrCtrl+Shift+K', 'K', { ctrlKey: true, shiftKey: true }],
  ['CmdOrCtrl+1', '1', { ctrlKey: true, code: 'Digit1' }],
  // That key is & on a French keyboard; K is к on a Russian one; / is Shift+7 on a German one.
  ['CmdOrCtrl+1', '&', { ctrlKey: true, code: 'Digit1' }],
  ['CmdOrCtrl+K', 'к', { ctrlKey: true, code: 'KeyK' }],
  ['CmdOrCtrl+/', '/', { ctrlKey: true, shiftKey: true, code: 'Digit7' }],
  ['F5', 'F5', {}],
  ['Alt+ArrowDown', 'ArrowDown', { altKey: true }],
])('%s is pressed by "%s" with %o', (shortcut, key, held) => {
  expect(isPressed(shortcut, press(key, held), false)).toBe(true)
})

it.each<[string, string, KeyboardEventInit]>([
  ['CmdOrCtrl+K', 'k', {}],
  ['CmdOrCtrl+K', 'K', { ctrlKey: true, shiftKey: true }],
  ['CmdOrCtrl+K', 'k', { metaKey: true }],
  ['CmdOrCtrl+K', 'k', { ctrlKey: true, altKey: true }],
  ['CmdOrCtrl+1', '1', { ctrlKey: true, shiftKey: true, code: 'Digit1' }],
  ['F5', 'F5', { ctrlKey: true }],
  ['Alt+ArrowDown', 'ArrowDown', {}],
  ['Alt+ArrowDown', 'ArrowUp', { altKey: true }],
  // Another key of a screen reader.
  ['Alt+ArrowDown', 'ArrowDown', { altKey: true, ctrlKey: true }],
])('%s is not pressed by "%s" with %o', (shortcut, key, held) => {
  expect(isPressed(shortcut, press(key, held), false)).toBe(false)
})

it('uses ⌘ on a Mac, where Ctrl has another meaning', () => {
  expect(isPressed('CmdOrCtrl+K', press('k', { metaKey: true }), true)).toBe(true)
  expect(isPressed('CmdOrCtrl+K', press('k', { ctrlKey: true }), true)).toBe(false)
})

it('is never a single letter or sign, so that typing triggers nothing', () => {
  const bare = commands.flatMap(({ shortcut }) => (shortcut === null ? [] : [shortcut]))
  expect(bare.filter((shortcut) => !/^(?:CmdOrCtrl|Alt)\+|^F\d+$/.test(shortcut))).toEqual([])
})
