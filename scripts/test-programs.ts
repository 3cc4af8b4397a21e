import type { Result } from '#shared/result.ts'
import {
  chromiumProgram,
  ensurePrograms,
  headlessShellProgram,
  xvfbProgram,
  type InstallFailure,
} from './debian-packages.ts'
import { hasDisplay } from './display.ts'
import { electronProgram } from './electron-runtime.ts'

/** Whether the end-to-end tests need a virtual display: real Electron shows its windows. */
export function testsNeedDisplay(): boolean {
  return electronProgram() !== null && !hasDisplay()
}

/** Finds or installs the programs that the end-to-end tests run on. @returns their paths, or what a person has to do. */
export function ensureTestPrograms(): Result<readonly string[], InstallFailure> {
  const host = electronProgram() === null ? [chromiumProgram, headlessShellProgram] : []
  const screen = testsNeedDisplay() ? [xvfbProgram] : []
  return ensurePrograms([...host, ...screen], (line) => console.log(line))
}
