import type { Result } from '#shared/result.ts'
import {
  chromiumProgram,
  ensurePrograms,
  headlessShellProgram,
  isDebianLike,
  swiftProgram,
  thisSystem,
  tinyproxyProgram,
  xvfbProgram,
  type InstallFailure,
} from './debian-packages.ts'
import { hasDisplay } from './display.ts'
import { electronProgram } from './electron-runtime.ts'

/** Whether the end-to-end tests need a virtual display: real Electron shows its windows. */
export function testsNeedDisplay(): boolean {
  return electronProgram() !== null && !hasDisplay()
}

/**
 * Finds or installs the programs that the tests run on. Of those that a test does without, none is asked of a person.
 * @returns the paths of the others, or what a person has to do.
 */
export function ensureTestPrograms(): Result<readonly string[], InstallFailure> {
  if (isDebianLike(thisSystem())) {
    // One by one: where the system has no package of one, the other is had.
    for (const one of [tinyproxyProgram, swiftProgram]) ensurePrograms([one], (line) => console.log(line))
  }
  const host = electronProgram() === null ? [chromiumProgram, headlessShellProgram] : []
  const screen = testsNeedDisplay() ? [xvfbProgram] : []
  return ensurePrograms([...host, ...screen], (line) => console.log(line))
}
