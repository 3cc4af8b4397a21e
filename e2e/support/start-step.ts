import { test } from '@playwright/test'

/** By this name a run counts how often the application was started. */
export const startStep = 'the application starts'

/** Does it as a step of the test that runs; the same without one, as in a measurement. */
export async function asStart<Value>(start: () => Promise<Value>): Promise<Value> {
  try {
    test.info()
  } catch {
    return await start()
  }
  return await test.step(startStep, start)
}
