import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { tourPolicy } from '#renderer/stores/tour.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

test('F1 opens the help, and each situation of a claim leads to what it means', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { page, main } = appPage
  await page.keyboard.press('F1')
  await main.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await expectAccessible(page, 'help')
  await expectFits(page, 'help')
  await server.disconnect()
  const policy = policyOf('keke')
  await accept(appPage, [claimSubmission({ policyNumber: policy })])
  await appPage.showClaims()
  const details = await appPage.openEntry(policy)
  await details.getByRole('link', { name: 'What does this mean? Waiting' }).click()
  const waiting = main.getByRole('heading', { level: 3, name: 'Waiting', exact: true })
  await expect(waiting).toBeFocused()
  await expect(waiting).toBeInViewport()
  await expectAccessible(page, 'help at a situation')
})

test('the tour of practice is offered once, and each step is judged from what really happened', async ({
  app,
}) => {
  test.slow()
  const appPage = new AppPage(await app.window())
  const { page, main } = appPage
  await page.setViewportSize({ width: 1024, height: 700 })
  await appPage.startPractice()
  const tour = main.getByRole('region', { name: 'Tour of practice' })
  await expectAccessible(page, 'home with the offer of a tour')
  await tour.getByRole('button', { name: 'Take the tour' }).press('Enter')
  await expect(tour.getByRole('paragraph').filter({ hasText: 'Tour 1 of 5:' })).toBeFocused()
  await expectAccessible(page, 'first step of the tour')
  await expectFits(page, 'first step of the tour')
  await expectOneLine(tour)
  await appPage.pretendDown.click()
  await expect(tour).toContainText(`Tour 2 of 5: Submit a made-up claim for policy ${tourPolicy}`)
  await expectOneLine(tour)
  await tour.getByRole('link', { name: 'New claim' }).press('Enter')
  await appPage.field('Policy number').waitFor()
  await expectAccessible(page, 'tour above the claim form')
  // A policy that the practice insurer does not know.
  const unknown = 'KKP/0000/XX/000000'
  await appPage.fillClaim({ policyNumber: unknown })
  await appPage.submit()
  await expect(tour).toContainText('Tour 3 of 5:')
  await expectOneLine(tour)
  await tour.getByRole('link', { name: 'Claims' }).click()
  await expect(appPage.entry(unknown)).toContainText('Waiting')
  await expect(tour).toContainText('Tour 4 of 5:')
  await appPage.pretendDown.click()

  // It was not accepted: nothing is called done, and the step is to correct it.
  await expect(tour).toContainText('The claim was not accepted.')
  await expectOneLine(tour)
  await expectAccessible(page, 'tour with a claim that was not accepted')
  await tour.getByRole('link', { name: 'Claims' }).click()
  await appPage.act(unknown, 'Correct')
  await expect(tour).toContainText('The claim was not accepted.')
  await appPage.field('Policy number').fill(tourPolicy)
  await appPage.submit()
  await expect(tour).toContainText('Tour done: the claim is received.')
  await expectAccessible(page, 'the tour is done')
  await expectOneLine(tour)
  await appPage.goTo('Today')
  await expect(tour).toBeHidden()
  await appPage.goTo('Help')
  await main.getByRole('button', { name: 'Take the tour' }).click()
  await tour.getByRole('button', { name: 'Skip step' }).click()
  await expect(tour).toContainText('Tour 2 of 5:')
  await tour.getByRole('button', { name: 'End tour' }).click()
  await expect(tour).toBeHidden()
  await expect(main.getByRole('heading', { level: 1, name: 'Today' })).toBeFocused()
})

/** The tour steps aside: one line, which covers nothing. */
async function expectOneLine(tour: Locator): Promise<void> {
  const place = await tour.boundingBox()
  expect(place?.height).toBeLessThanOrEqual(40)
}
