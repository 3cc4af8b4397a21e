import { expect } from '@playwright/test'
import type { TestApp } from './test-app.ts'

/**
 * Moves main's time on in steps until something has come about that follows from it.
 *
 * @param unanswered as for `passTime`
 */
export async function asTimePasses(
  app: TestApp,
  stepMs: number,
  isSo: () => Promise<boolean> | boolean,
  unanswered = 0,
): Promise<void> {
  const isSoAfterAWhile = async (): Promise<boolean> => {
    if (await isSo()) return true
    await app.passTime(stepMs, unanswered)
    return false
  }
  await expect.poll(isSoAfterAWhile, { timeout: 60_000, intervals: [50] }).toBe(true)
}
