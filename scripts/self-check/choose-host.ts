import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronSwitches } from '../../e2e/support/electron-app.ts'
import { openInElectron, type ElectronOptions } from '../start/open-in-electron.ts'
import type { RunningHost } from '../start/run-host.ts'
import { canHaveStandIn } from '../start/stand-in.ts'
import type { ChosenHost, TestHost } from '../test-host.ts'
import { ensureTestHost } from '../test-programs.ts'

export type CheckOptions = Omit<ElectronOptions, 'dataFolder' | 'onOpen'>

export interface FoundHost {
  readonly chosen: ChosenHost
  /** Why nothing can be checked in it; null: it can. */
  readonly flaw: string | null
  /** What Electron said before it ended, where it did not open. */
  readonly lastWords: readonly string[]
}

interface Trouble {
  readonly why: string
  readonly lastWords: readonly string[]
}

const mostLastWords = 3

/** The host that `npm start` would open the application in, found by opening it there. */
export async function chooseHost(options: CheckOptions): Promise<FoundHost> {
  const { asked, system } = options
  const why = asked.host === 'any' ? 'the application opens in it here' : '--host asks for it'
  if (asked.host === 'chromium') {
    return { chosen: { host: 'chromium', why }, flaw: await flawOf('chromium'), lastWords: [] }
  }
  const trouble = await tryElectron(options)
  if (trouble === null) return { chosen: { host: 'electron', why }, flaw: null, lastWords: [] }
  const { lastWords } = trouble
  if (asked.host === 'electron' || !canHaveStandIn(asked, system)) {
    const reason = asked.host === 'electron' ? why : 'there is no other here'
    return { chosen: { host: 'electron', why: reason }, flaw: trouble.why, lastWords }
  }
  const instead = `Electron does not open it here: ${trouble.why.replace(/\.$/, '')}`
  return { chosen: { host: 'chromium', why: instead }, flaw: await flawOf('chromium'), lastWords }
}

async function flawOf(host: TestHost): Promise<string | null> {
  const ready = await ensureTestHost(host)
  return ready.ok ? null : ready.error
}

/** Opens the application in Electron on data of its own, and ends it. @returns what keeps it from opening, or null. */
async function tryElectron(options: CheckOptions): Promise<Trouble | null> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'claims-desk-self-check-'))
  let host: RunningHost | null = null
  // No keyring is asked: this is nobody's data.
  const given = [`--data-dir=${dataFolder}`, ...electronSwitches({})]
  const end = await openInElectron({
    ...options,
    asked: { ...options.asked, isBackground: false, forApplication: given },
    dataFolder,
    run: (command) => (host = options.run(command)),
    onOpen: () => host?.stop(),
  })
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  if (end.type === 'failed') {
    console.error(end.words)
    return { why: firstSentence(end.words), lastWords: end.lastWords.slice(-mostLastWords) }
  }
  return end.exitCode === 0
    ? null
    : { why: `Electron ended with exit code ${end.exitCode} after the window was shown.`, lastWords: [] }
}

/** The others say what to do, which was said on the terminal. */
function firstSentence(words: string): string {
  return /^.*?\.(?=\s|$)/s.exec(words)?.[0] ?? words
}
