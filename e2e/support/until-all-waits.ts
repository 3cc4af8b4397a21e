import type { AppPage } from '../pages/app-page.ts'
import { expect } from './fixtures.ts'
import { request } from './request.ts'

/** Waits until nothing is on its way without a connection: what a kill then leaves behind was never sent. */
export async function untilAllWaits({ page, statusLine }: AppPage): Promise<void> {
  await expect(statusLine).toContainText('No connection')
  const isSending = async (): Promise<boolean> =>
    (await request(page, 'outbox:list')).some(({ state }) => state.name === 'sending')
  await expect.poll(isSending).toBe(false)
}
