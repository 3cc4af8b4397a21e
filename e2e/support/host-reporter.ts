import type { Reporter, TestCase } from '@playwright/test/reporter'
import { testHostName } from '../../scripts/host-name.ts'

/** Says at the end which host the tests ran on, and which file store they used. */
export default class HostReporter implements Reporter {
  readonly #stores = new Set<string>()

  onTestEnd({ annotations }: TestCase): void {
    for (const { type, description = '' } of annotations)
      if (type === 'file store') this.#stores.add(description)
  }
  onEnd(): void {
    console.log(`host: ${testHostName()}`)
    if (this.#stores.size > 0) console.log(`file store: ${[...this.#stores].join(', ')}`)
  }
  printsToStdio(): boolean {
    return false
  }
}
