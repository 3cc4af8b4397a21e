import type { Reporter } from '@playwright/test/reporter'
import { testHostName } from '../../scripts/host-name.ts'

/** Says at the end which host the tests ran on. */
export default class HostReporter implements Reporter {
  onEnd(): void {
    console.log(`host: ${testHostName()}`)
  }
  printsToStdio(): boolean {
    return false
  }
}
