import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'

test(
  'each reason for a hold is shown, and the hold ends without loss',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const { main, statusLine } = appPage
    const [keke, okada] = [policyOf('keke'), policyOf('okada')]
    await appPage.showClaims()

    await test.step('the insurer asks to wait, and it goes on by itself', async () => {
      const headers = { 'Retry-After': '600' }
      server.faults.set('create-keke-claim', { type: 'status', status: 429, headers, times: 1 })
      await accept(appPage, [claimSubmission({ policyNumber: keke })])
      await expect(main.getByText('Sending continues automatically. No action needed.')).toBeVisible()
      await expect(statusLine).toContainText(/The insurer asked to wait until \d/)
      // A little less than it asked for.
      await connected.app.passTime(580_000)
      // Its answer comes after what main announced.
      await request(appPage.page, 'engine:status')
      await expect(statusLine).toContainText(/The insurer asked to wait until \d/)
      expect(server.arrivals('create-keke-claim')).toBe(1)
      // And a random part of twenty seconds, so that not all branches come back at once.
      await connected.app.passTime(40_000)
      await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
      expect(server.arrivals('create-keke-claim')).toBe(2)
    })

    await test.step('something else answers: nothing is sent until an officer has signed in to the network', async () => {
      server.faults.set('every-endpoint', { type: 'html' })
      await appPage.choose('Try now')
      await expect(statusLine).toContainText('The network may want you to sign in or buy data.')
      await expect(main.getByText('Open a web page in a browser')).toBeVisible()
      await accept(appPage, [claimSubmission({ policyNumber: okada }, { product: 'okada' })])
      await expect(appPage.entry(okada)).toContainText('Waiting')
      expect(server.arrivals('create-okada-claim')).toBe(0)
      server.faults.clear()
      await request(appPage.page, 'engine:try-now')
      await expect(appPage.entry(okada)).toHaveAttribute('data-situation', 'received')
    })
  },
)
