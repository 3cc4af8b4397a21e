import { readFileSync } from 'node:fs'
import { arch, release } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import type { System } from '../debian-packages.ts'
import { projectRoot } from '../project-root.ts'
import type { SandboxState } from '../start/sandbox.ts'
import type { ChosenHost } from '../test-host.ts'

export interface Surroundings {
  readonly chosen: ChosenHost
  /** The host with its version. */
  readonly hostName: string
  readonly system: System
  /** Whether a virtual screen was started for it. */
  readonly isScreenVirtual: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  readonly sandbox: SandboxState
  readonly now: Date
}

/** The first lines of the result: what is checked, and on what. */
export function headLines(surroundings: Surroundings): readonly string[] {
  const { chosen, hostName, system, now } = surroundings
  const manifest: unknown = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const { version } = v.parse(v.object({ version: v.string() }), manifest)
  return [
    `Date: ${now.toISOString().slice(0, 16)}Z`,
    `Claims Desk: ${version}`,
    `Host: ${hostName}, because ${chosen.why}`,
    `System: ${[nameOf(system), system.platform, release(), arch()].filter((part) => part !== '').join(' ')}`,
    `Node of the tests: ${process.versions.node}`,
    `Display: ${displayWords(surroundings)}`,
    `Sandbox: ${sandboxWords(surroundings)}`,
  ]
}

function nameOf({ osRelease }: System): string {
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(osRelease)?.[1] ?? ''
}

function displayWords({ chosen, system, isScreenVirtual, env }: Surroundings): string {
  const isSet = (name: string): boolean => (env[name] ?? '') !== ''
  if (chosen.host === 'chromium') return 'none, as the stand-in shows no window in tests'
  if (system.platform !== 'linux') return "the system's"
  if (isScreenVirtual) return 'virtual (Xvfb)'
  return isSet('WAYLAND_DISPLAY') ? 'Wayland' : 'X11'
}

function sandboxWords({ system, sandbox }: Surroundings): string {
  if (system.platform !== 'linux') return 'on'
  if (system.isRoot) return 'left out, as Chromium has none for root'
  return sandbox.restrictedBy === null ? 'on' : `on, for this program, beside ${sandbox.restrictedBy}`
}
