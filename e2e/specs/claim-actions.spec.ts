import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { accept } from '../support/connected.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'

test.describe.configure({ mode: 'default' })

test(
  'while sending is paused a claim is taken back and two are discarded, one of them undone; the rest goes out',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const { main, page, statusLine } = appPage
    const [keke, unwanted, undone] = [policyOf('keke'), policyOf('keke', 1), policyOf('keke', 2)]
    await appPage.showClaims()
    await appPage.choose('Pause sending')
    await expect(main.getByText('Select “Resume sending” to continue.')).toBeVisible()
    await accept(appPage, [
      claimSubmission({ policyNumber: keke, occurrenceAddress: 'Wrong street' }),
      claimSubmission({ policyNumber: unwanted }),
      claimSubmission({ policyNumber: undone }),
    ])
    await appPage.showClaims('On its way')
    await appPage.act(keke, 'Move to drafts')
    await appPage.field('Place of the incident').fill('Right street')
    await appPage.submit()

    await appPage.showClaims('On its way')
    const question = page.getByRole('alertdialog', { name: 'Discard this claim?' })
    await appPage.act(unwanted, 'Discard')
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(appPage.entry(unwanted)).toContainText('Waiting')
    for (const policy of [unwanted, undone]) {
      await appPage.act(policy, 'Discard')
      await question.getByRole('button', { name: 'Discard' }).click()
      await expect(appPage.entry(policy)).toHaveCount(0)
    }
    await page.keyboard.press('Control+z')
    await expect(appPage.entry(undone)).toContainText('Waiting')
    await appPage.act(keke, 'Send now')
    await expect(statusLine).toContainText('Waiting: 2.')
    expect(server.arrivals('create-keke-claim')).toBe(0)

    await statusLine.getByRole('button', { name: 'Resume sending' }).click()
    await appPage.showClaims()
    for (const policy of [keke, undone])
      await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
    await expect(appPage.entry(unwanted)).toContainText('Discarded')
    const sent = server.claims('keke').slice(-2)
    expect(sent.map(({ policy_number: policy }) => policy).toSorted()).toEqual([keke, undone].toSorted())
    expect(sent.map((claim) => claim.address_of_occurance)).toContain('Right street')
    expect(server.arrivals('create-keke-claim')).toBe(2)
  },
)

test(
  'each reason for a hold is shown, and the hold ends without loss',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const { main, statusLine } = appPage
    const [keke, okada] = [policyOf('keke', 3), policyOf('okada')]
    const before = server.arrivals('create-keke-claim')
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
      expect(server.arrivals('create-keke-claim') - before).toBe(1)
      // And a random part of twenty seconds, so that not all branches come back at once.
      await connected.app.passTime(40_000)
      await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
      expect(server.arrivals('create-keke-claim') - before).toBe(2)
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
      await appPage.act(okada, 'Send now')
      await expect(appPage.entry(okada)).toHaveAttribute('data-situation', 'received')
    })
  },
)

test(
  'an officer decides on a request in doubt, and closes the alarm about a claim that is listed twice',
  { tag: '@longer' },
  async ({ connected, server }) => {
    server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit' })
    server.faults.set('keke-claim-details', { type: 'status', status: 500 })
    // The first claim is kept twice, the answer to the second is lost: the list that Claims reads shows both.
    server.faults.set(
      'create-keke-claim',
      { type: 'duplicate-commit', times: 1 },
      { type: 'truncate', skip: 1, times: 1 },
    )
    const [twice, lost] = [policyOf('keke', 4), policyOf('keke', 5)]
    const appPage = await connected.page()
    const { main, statusLine } = appPage
    const pharmacy = await appPage.requestPharmacy(twice)
    await appPage.showRequests()
    await expect(appPage.entry(pharmacy)).toContainText('Requests cannot be checked at the insurer.')
    await appPage.act(pharmacy, 'It arrived')
    const question = appPage.page.getByRole('alertdialog', {
      name: 'Mark this pharmacy request as received?',
    })
    await question.getByRole('button', { name: 'It arrived' }).click()
    await expect(main).toContainText('An officer marked or recognised it as received.')

    await appPage.submitClaim('keke', { policyNumber: twice })
    await appPage.submitClaim('keke', { policyNumber: lost })
    await appPage.showClaims('Needs you')
    await expect(appPage.entry(twice)).toContainText('Listed twice')
    const held = server.claims('keke').filter((claim) => claim.policy_number === twice)
    expect(held).toHaveLength(2)
    await appPage.openEntry(twice)
    await expect(main).toContainText(new RegExp(`than were sent: .*(${held.map(({ id }) => id).join('|')})`))
    await appPage.act(twice, 'Insurer told')
    await expect(appPage.entry(twice)).toHaveCount(0)
    await expect(statusLine).toContainText('Nothing waits.')
    await appPage.showClaims('Received')
    await expect(await appPage.openEntry(lost)).toContainText('it is in the insurer’s list.')
  },
)
