import { afterEach, beforeEach } from 'vitest'
import { EngineHarness } from '#proofs/histories/engine-harness.ts'

/** Gives each test of a file an engine of its own, not started yet, and stops it afterwards. */
export function harnessForEach(use: (harness: EngineHarness) => void): void {
  let harness: EngineHarness
  beforeEach(() => {
    harness = new EngineHarness()
    use(harness)
  })
  afterEach(async () => {
    await harness.engine.stop()
    harness.dispose()
  })
}
