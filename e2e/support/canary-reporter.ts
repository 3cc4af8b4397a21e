import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { FullConfig, FullResult, Reporter } from '@playwright/test/reporter'
import { CanarySearch, type Sighting } from './canaries.ts'
import { keyCanaries } from './canary-values.ts'

/**
 * Looks for the keys in what a run leaves behind: its report and its folder of results. People are not looked for
 * there: the report of a failed test contains what was on the screen.
 */
export default class CanaryReporter implements Reporter {
  #config: FullConfig | null = null

  onBegin(config: FullConfig): void {
    this.#config = config
  }

  onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    const found = this.#config === null ? [] : sightingsIn(this.#config)
    for (const sighting of found) console.log(`left behind: ${sighting}`)
    return Promise.resolve(found.length === 0 ? undefined : { status: 'failed' })
  }
  printsToStdio(): boolean {
    return false
  }
}

function sightingsIn({ projects, configFile = '' }: FullConfig): readonly Sighting[] {
  const search = new CanarySearch(keyCanaries)
  const folders = [...new Set(projects.map(({ outputDir }) => outputDir))].filter((folder) =>
    existsSync(folder),
  )
  const named = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE']
  const report = resolve(named ?? dirname(configFile), named === undefined ? '../test-results/e2e.json' : '')
  const ofReport = existsSync(report) ? search.inBytes(readFileSync(report), 'the report') : []
  return [...ofReport, ...folders.flatMap((folder) => search.inFolder(folder))]
}
