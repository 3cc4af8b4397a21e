import type { AppPage } from '../pages/app-page.ts'
import { expect } from './fixtures.ts'

/** Waits until nothing is on its way without a connection: what a kill then leaves behind was never sent. */
export async function untilAllWaits({ page, statusLine }: AppPage): Promise<void> {
  await expect(statusLine).toContainText('No connection')
  const sending = async (): Promise<number> =>
    await page.evaluate(async () => {
      const listed = await window.bridge.request('outbox:list')
      if (!listed.ok) throw new Error(`Main refused: ${listed.error.type}.`)
      return listed.value.filter(({ state }) => state.name === 'sending').length
    })
  await expect.poll(sending).toBe(0)
}
