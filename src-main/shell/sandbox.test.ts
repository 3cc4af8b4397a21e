import { expect, it } from 'vitest'
import { lacksSandbox } from './sandbox.ts'

it.each([
  [{ isPackaged: true, isRoot: false, hasSwitch: true }, true],
  [{ isPackaged: true, isRoot: false, hasSwitch: false }, false],
  [{ isPackaged: true, isRoot: true, hasSwitch: true }, false],
  [{ isPackaged: false, isRoot: false, hasSwitch: true }, false],
])('with %j, to lack the sandbox is %s', (facts, isLacking) => {
  expect(lacksSandbox(facts)).toBe(isLacking)
})
