import { expect } from '@playwright/test'
import type { TestApp } from './test-app.ts'

/** Moves main's time on in steps until something has come about that follows from it. @param stepMs of each step */
export async function asTimePasses(
  app: TestApp,
  stepMs: number,
  isSo: () => Promise<boolean> | boolean,
): Promise<void> {
  const isSoAfterAWhile = async (): Promise<boolean> => {
    if (await isSo()) return true
    await app.passTime(stepMs)
    return false
  }
  await expect.poll(isSoAfterAWhile, { timeout: 30_000, intervals: [50] }).toBe(true)
}
