import { expect } from '@playwright/test'
import type { TestApp } from './test-app.ts'

/**
 * Moves main's time on in steps until something has come about that follows from it.
 *
 * @param unanswered as for `passTime`
 * @returns how much passed, in ms
 */
export async function asTimePasses(
  app: TestApp,
  stepMs: number,
  isSo: () => Promise<boolean> | boolean,
  unanswered = 0,
): Promise<number> {
  let passedMs = 0
  const isSoAfterAWhile = async (): Promise<boolean> => {
    if (await isSo()) return true
    await app.passTime(stepMs, unanswered)
    passedMs += stepMs
    return false
  }
  await expect.poll(isSoAfterAWhile, { timeout: 60_000, intervals: [50] }).toBe(true)
  return passedMs
}
