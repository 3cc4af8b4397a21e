import { spawnSync } from 'node:child_process'
import { chromiumProgram } from './debian-packages.ts'
import { electronProgram, electronVersion } from './electron-runtime.ts'

/** Which host the end-to-end tests run on: Electron wherever its runtime is, the stand-in elsewhere. */
export function testHostName(): string {
  if (electronProgram() !== null) return `Electron ${electronVersion()}`
  const program = chromiumProgram.paths.find((path) => spawnSync(path, ['--version']).status === 0)
  if (program === undefined) return 'stand-in (no Chromium found)'
  const version = /\d+(\.\d+)+/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout)?.[0]
  return `stand-in (Chromium ${version ?? 'of unknown version'})`
}
