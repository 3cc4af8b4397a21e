import { spawnSync } from 'node:child_process'
import { mayHaveScreen } from '#main/shell/start-checks.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  chromiumProgram,
  ensurePrograms,
  hasChromiumPackage,
  headlessShellProgram,
  isDebianLike,
  swiftProgram,
  thisSystem,
  tinyproxyProgram,
  xvfbProgram,
  type System,
} from './debian-packages.ts'
import { obtainElectron } from './electron-runtime.ts'
import { ensureLibraries } from './start/shared-libraries.ts'
import { readSandboxState, sandboxRefused, sandboxWords, type SandboxState } from './start/sandbox.ts'
import { ensureStandIn } from './start/stand-in.ts'
import { testHost, type TestHost } from './test-host.ts'

/** What there is once a host is ready. */
export interface ReadyHost {
  /** Starts the virtual screen for its windows; null where none is needed. */
  readonly screenProgram: string | null
}

export interface HostPlace {
  readonly system: System
  readonly hasDisplay: boolean
  readonly say: (line: string) => void
  readonly readSandbox: (program: string) => SandboxState
}

const tryTimeoutMs = 15_000
const thisPlace = (): HostPlace => ({
  system: thisSystem(),
  hasDisplay: mayHaveScreen(process),
  say: (line) => console.log(line),
  readSandbox: readSandboxState,
})

/**
 * Finds, gets or installs the programs that the tests run on. Of those that a test does without, none is asked of a
 * person. Errors: why the host of the end-to-end tests cannot be had, in words.
 */
export async function ensureTestPrograms(): Promise<Result<ReadyHost, string>> {
  const place = thisPlace()
  if (isDebianLike(place.system)) {
    // One by one: where the system has no package of one, the other is had.
    for (const one of [tinyproxyProgram, swiftProgram]) ensurePrograms([one], place.say)
  }
  return await ensureTestHost(testHost().host, place)
}

/** Makes sure that a host will start, before anything is started in it. Errors: what to do, in the words of npm start. */
export async function ensureTestHost(
  host: TestHost,
  place: HostPlace = thisPlace(),
): Promise<Result<ReadyHost, string>> {
  return host === 'electron' ? await ensureElectron(place) : ensureChromium(place)
}

function ensureChromium({ system, say }: HostPlace): Result<ReadyHost, string> {
  const ready = ok({ screenProgram: null })
  if (!hasChromiumPackage(system)) {
    const standIn = ensureStandIn({ chromium: null }, system, say)
    return standIn.ok ? ready : standIn
  }
  const programs = ensurePrograms([chromiumProgram, headlessShellProgram], say)
  return programs.ok ? ready : programs
}

async function ensureElectron(place: HostPlace): Promise<Result<ReadyHost, string>> {
  const { system, say } = place
  const obtained = await obtainElectron(say)
  if (!obtained.ok) return obtained
  const flaw = ensureLibraries(obtained.value, system, say) ?? sandboxFlaw(obtained.value, place)
  if (flaw !== null) return err(flaw)
  if (place.hasDisplay) return ok({ screenProgram: null })
  const programs = ensurePrograms([xvfbProgram], say)
  return programs.ok ? ok({ screenProgram: programs.value[0] ?? null }) : programs
}

/** @returns what to do, in words, where Electron would end because it cannot make its sandbox. */
function sandboxFlaw(program: string, { system, readSandbox }: HostPlace): string | null {
  // Root has no sandbox.
  if (system.platform !== 'linux' || system.isRoot) return null
  const sandbox = readSandbox(program)
  if (sandbox.restrictedBy === null) return null
  // A profile of AppArmor, or Chromium's helper with root's rights, may allow this program what others may not: it makes
  // the sandbox before anything else.
  const { stderr } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: tryTimeoutMs })
  return sandboxRefused.test(stderr) ? sandboxWords(sandbox) : null
}
