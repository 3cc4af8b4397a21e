import { existsSync } from 'node:fs'
import { err, ok, type Result } from '#shared/result.ts'
import {
  chromiumProgram,
  ensurePrograms,
  hasChromiumPackage,
  installAdvice,
  pathOf,
  type System,
} from '../debian-packages.ts'
import type { StartArguments } from './arguments.ts'

/**
 * Whether the stand-in can be had: `present`, by installing Chromium (`installable`), or not at all. It is made for
 * Debian's Chromium; on Windows and macOS there is Electron alone.
 */
export function standInState(
  { chromium }: Pick<StartArguments, 'chromium'>,
  system: System,
  found: string | null = pathOf(chromiumProgram) ?? null,
): 'present' | 'installable' | 'none' {
  if (chromium !== null) return existsSync(chromium) ? 'present' : 'none'
  if (system.platform !== 'linux') return 'none'
  if (found !== null) return 'present'
  return hasChromiumPackage(system) ? 'installable' : 'none'
}

/** Makes sure that the stand-in has its Chromium. Errors: what to do, in words. */
export function ensureStandIn(
  asked: Pick<StartArguments, 'chromium'>,
  system: System,
  say: (line: string) => void,
): Result<void, string> {
  switch (standInState(asked, system)) {
    case 'present':
      return ok(undefined)
    case 'installable': {
      const programs = ensurePrograms([chromiumProgram], say)
      return programs.ok ? ok(undefined) : err(installAdvice(programs.error))
    }
    case 'none':
      return err(
        asked.chromium === null
          ? 'The application opens in Chromium on Debian alone, as its package brings it. Start it without "--host=chromium".'
          : `There is no program ${asked.chromium}, which --host-chromium names.`,
      )
  }
}
