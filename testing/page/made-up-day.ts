import { afterEach, beforeEach, vi } from 'vitest'

/** The tests of this file run on a day soon after the incidents of made-up claims, which nothing warns of then. */
export function onMadeUpDay(): void {
  beforeEach(
    () =>
      void vi.useFakeTimers({
        toFake: ['Date'],
        now: new Date('2026-11-23T09:00:00'),
        shouldAdvanceTime: true,
      }),
  )
  afterEach(() => void vi.useRealTimers())
}
