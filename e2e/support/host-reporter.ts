import type { Reporter, TestCase } from '@playwright/test/reporter'
import { isTestHostSettled, testHost, testHostLine, testHostName } from '../../scripts/test-host.ts'

/** Says which host the tests run in and why, first and at the end, and which file store they used. */
export default class HostReporter implements Reporter {
  readonly #stores = new Set<string>()

  onBegin(): void {
    if (!isTestHostSettled()) console.log(testHostLine())
  }
  onTestEnd({ annotations }: TestCase): void {
    for (const { type, description = '' } of annotations)
      if (type === 'file store') this.#stores.add(description)
  }
  onEnd(): void {
    console.log(`host: ${testHostName()}, because ${testHost().why}`)
    if (this.#stores.size > 0) console.log(`file store: ${[...this.#stores].join(', ')}`)
  }
  printsToStdio(): boolean {
    return false
  }
}
