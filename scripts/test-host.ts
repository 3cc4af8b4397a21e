import { spawnSync } from 'node:child_process'
import { err, ok, type Result } from '#shared/result.ts'
import { chromiumProgram, pathOf, thisSystem, type System } from './debian-packages.ts'
import { electronProgram, electronVersion } from './electron-runtime.ts'
import { canHaveStandIn } from './start/stand-in.ts'

/*
 * Which host the tests run in. It is chosen by name or by the system, never by what an earlier command left behind: who
 * starts the application first gets the same tests as who tests first.
 */
export type TestHost = 'chromium' | 'electron'

export interface ChosenHost {
  readonly host: TestHost
  readonly why: string
}

/** What names the host; the command that was started sets it for all that it starts, with the reason beside it. */
const hostVariable = 'CLAIMS_DESK_TEST_HOST'
const reasonVariable = 'CLAIMS_DESK_TEST_HOST_REASON'
const option = '--host='
type Environment = Readonly<Record<string, string | undefined>>

/** The host by the arguments, by the environment, or by the system. Errors: which names there are. */
export function chooseTestHost(
  args: readonly string[],
  env: Environment,
  system: System,
  chromium: string | null = pathOf(chromiumProgram) ?? null,
): Result<ChosenHost, string> {
  const argument = args.findLast((one) => one.startsWith(option))?.slice(option.length)
  const variable = env[hostVariable] ?? ''
  const name = argument ?? variable
  const asker = argument === undefined ? hostVariable : '--host'
  if (name === 'chromium' || name === 'electron') {
    const given = argument === undefined ? (env[reasonVariable] ?? '') : ''
    return ok({ host: name, why: given === '' ? `${asker} asks for it` : given })
  }
  if (argument !== undefined || name !== '') {
    return err(`${asker} is either "chromium" (the stand-in) or "electron", not "${name}".`)
  }
  return ok(
    canHaveStandIn({ chromium: null }, system, chromium)
      ? { host: 'chromium', why: 'no host was asked for and Chromium can be had here' }
      : { host: 'electron', why: 'no host was asked for and Chromium cannot be had here' },
  )
}

/**
 * The host of this process's tests.
 * @throws where the environment names one that there is not.
 */
export function testHost(env: Environment = process.env): ChosenHost {
  const chosen = chooseTestHost([], env, thisSystem())
  if (!chosen.ok) throw new Error(chosen.error)
  return chosen.value
}

/** Electron's program where the tests run in Electron, there or not; null in the stand-in. */
export function testedElectron(): string | null {
  return testHost().host === 'electron' ? (electronProgram() ?? 'electron') : null
}

/** The host as the tests name it, with its version. */
export function testHostName(): string {
  if (testHost().host === 'electron') return `Electron ${electronVersion()}`
  const program = pathOf(chromiumProgram)
  if (program === undefined) return 'stand-in (Chromium, not installed yet)'
  const printed = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout
  return `stand-in (Chromium ${/\d+(\.\d+)+/.exec(printed)?.[0] ?? 'of unknown version'})`
}

/** The first line of a run. */
export function testHostLine(what = 'End-to-end tests run'): string {
  const { host, why } = testHost()
  return `${what} in ${host === 'electron' ? '' : 'the '}${testHostName()}, because ${why}.`
}

/** Whether the command that started this process has settled the host and said so. */
export function isTestHostSettled(): boolean {
  return (process.env[reasonVariable] ?? '') !== ''
}

/** Names the host for this process and all that it starts. */
export function useTestHost({ host, why }: ChosenHost): void {
  process.env[hostVariable] = host
  process.env[reasonVariable] = why
}

/**
 * Settles the host for this command and all that it starts, and says which; where there is no such host it ends.
 * @returns the arguments without `--host`.
 */
export function settleTestHost(args: readonly string[], what?: string): readonly string[] {
  const chosen = chooseTestHost(args, process.env, thisSystem())
  if (!chosen.ok) {
    console.error(chosen.error)
    process.exit(2)
  }
  useTestHost(chosen.value)
  console.log(testHostLine(what))
  return args.filter((one) => !one.startsWith(option))
}
