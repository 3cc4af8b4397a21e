import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runPlaywright } from '../run-command.ts'
import { readSandboxState } from '../start/sandbox.ts'
import { testHostName, useTestHost } from '../test-host.ts'
import { chooseHost, type CheckOptions } from './choose-host.ts'
import { resultText } from './result-text.ts'
import { headLines } from './surroundings.ts'
import { environmentOf } from './task.ts'

const timeoutMs = 30 * 60_000

/**
 * Checks the application on this computer, in the host that `npm start` would open it in, on data of its own, and
 * writes what came of it into one file. @returns the exit code: 0 where all passed.
 */
export async function selfCheck(options: CheckOptions): Promise<number> {
  const { asked, system, report } = options
  const resultFile = resolve(asked.resultFile)
  rmSync(resultFile, { force: true })
  const { chosen, flaw, lastWords } = await chooseHost(options)
  useTestHost(chosen)
  const screen = chosen.host === 'electron' && flaw === null ? await options.screen() : null
  const sandbox = readSandboxState('electron')
  const surroundings = { chosen, hostName: testHostName(), system, sandbox, now: new Date() }
  const head = [
    ...headLines({ ...surroundings, isScreenVirtual: screen !== null, env: process.env }),
    ...lastWords.map((line) => `Electron's last words: ${line}`),
  ]
  report.line(`Checking Claims Desk in ${testHostName()} …`)
  const env = { ...environmentOf({ resultFile, head }), ...(screen === null ? {} : { DISPLAY: screen }) }
  const hasPassed =
    flaw === null && (await runPlaywright('e2e/self-check.config.ts', [], { shown: true, timeoutMs, env }))
  if (!existsSync(resultFile)) {
    const why = flaw ?? 'They ended before their result was written.'
    const step = { name: 'The application can be checked', outcome: 'failed', why } as const
    writeFileSync(resultFile, resultText({ head, steps: [step], facts: [] }))
  }
  report.line(`The result is in ${resultFile}`)
  return hasPassed ? 0 : 1
}
