import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { accept } from '../support/connected.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'

test.describe.configure({ mode: 'default' })

test('while sending is paused an officer takes a claim back, discards one, and the rest goes out on resuming', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const [keke, unwanted, okada] = [policyOf('keke'), policyOf('keke', 1), policyOf('okada')]
  await appPage.showClaims()
  await appPage.choose('Pause sending')
  await expect(appPage.main.getByText('Select “Resume sending” to continue.')).toBeVisible()
  await appPage.submitClaim('keke', { policyNumber: keke, occurrenceAddress: 'Wrong street' })
  await appPage.submitClaim('keke', { policyNumber: unwanted })
  await appPage.submitClaim('okada', { policyNumber: okada })
  await appPage.showClaims('On its way')
  for (const policy of [keke, unwanted, okada]) await expect(appPage.entry(policy)).toContainText('Waiting')

  await appPage.act(keke, 'Move to drafts')
  await expect(appPage.field('Place of the incident')).toHaveValue('Wrong street')
  await appPage.field('Place of the incident').fill('Right street')
  await appPage.showClaims('Drafts')
  await appPage.entry(keke).click()
  await expect(appPage.field('Place of the incident')).toHaveValue('Right street')
  await appPage.submit()
  await appPage.showClaims('Drafts')
  await expect(appPage.main.getByText('No drafts')).toBeVisible()
  // No filter is set that could be cleared.
  await expect(appPage.main.getByRole('button', { name: 'Clear the filters' })).toHaveCount(0)

  await appPage.showClaims('On its way')
  const question = appPage.page.getByRole('alertdialog', { name: 'Discard this claim?' })
  await appPage.act(unwanted, 'Discard')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(appPage.entry(unwanted)).toContainText('Waiting')
  await appPage.act(unwanted, 'Discard')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(appPage.entry(unwanted)).toHaveCount(0)
  await appPage.act(okada, 'Send now')
  await expect(appPage.statusLine).toContainText('Waiting: 2.')
  expect(server.arrivals('create-keke-claim') + server.arrivals('create-okada-claim')).toBe(0)

  await appPage.statusLine.getByRole('button', { name: 'Resume sending' }).click()
  await appPage.showClaims()
  for (const policy of [keke, okada])
    await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
  await expect(appPage.entry(unwanted)).toContainText('Discarded')
  const sent = server.claims('keke').filter(({ policy_number: policy }) => [keke, unwanted].includes(policy))
  expect(sent.map((claim) => claim.address_of_occurance)).toEqual(['Right street'])
})

test('an officer decides on a request in doubt, and closes the alarm about a claim that is listed twice', async ({
  connected,
  server,
}) => {
  server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit' })
  server.faults.set('keke-claim-details', { type: 'status', status: 500 })
  // The first claim is kept twice, the answer to the second is lost: the list that Claims reads shows both.
  server.faults.set(
    'create-keke-claim',
    { type: 'duplicate-commit', times: 1 },
    { type: 'truncate', skip: 1, times: 1 },
  )
  const [keke, second] = [policyOf('keke', 2), policyOf('keke', 3)]
  const before = server.arrivals('create-keke-claim')
  const appPage = await connected.page()
  const { main, statusLine } = appPage
  const pharmacy = await appPage.requestPharmacy(keke)
  await appPage.showRequests()
  await expect(appPage.entry(pharmacy)).toContainText('Requests cannot be checked at the insurer.')
  await expect(statusLine).toContainText('1 needs you.')
  await appPage.act(pharmacy, 'It arrived')
  await expect(main).toContainText('Ask the customer whether the SMS or email came, then decide.')
  const question = appPage.page.getByRole('alertdialog', { name: 'Mark this pharmacy request as received?' })
  await question.getByRole('button', { name: 'It arrived' }).click()
  await expect(main).toContainText('An officer marked or recognised it as received.')

  await appPage.submitClaim('keke', { policyNumber: keke })
  await appPage.submitClaim('keke', { policyNumber: second })
  await appPage.showClaims('Needs you')
  await expect(appPage.entry(keke)).toContainText('Listed twice')
  await expect(statusLine).toContainText('1 needs you.')
  const ids = server
    .claims('keke')
    .filter((claim) => claim.policy_number === keke)
    .map((claim) => claim.id)
  expect(ids).toHaveLength(2)
  await appPage.openEntry(keke)
  await expect(main).toContainText(new RegExp(`than were sent: .*(${ids.join('|')})`))
  await appPage.act(keke, 'Insurer told')
  await expect(appPage.entry(keke)).toHaveCount(0)
  await expect(statusLine).toContainText('Nothing waits.')
  await appPage.showClaims('Received')
  await expect(await appPage.openEntry(second)).toContainText('it is in the insurer’s list.')
  expect(server.arrivals('request-pharmacy')).toBe(1)
  expect(server.arrivals('create-keke-claim') - before).toBe(2)
})

test('each reason for a hold is shown, and the hold ends without loss', async ({ connected, server }) => {
  const appPage = await connected.page()
  const [keke, other] = [policyOf('keke', 4), policyOf('keke', 5)]
  const [okada, last] = [policyOf('okada', 1), policyOf('okada', 2)]
  const before = { keke: server.arrivals('create-keke-claim'), okada: server.arrivals('create-okada-claim') }
  await appPage.showClaims()

  await test.step('the insurer asks to wait, and it goes on by itself', async () => {
    server.faults.set('create-keke-claim', {
      type: 'status',
      status: 429,
      headers: { 'Retry-After': '600' },
      times: 1,
    })
    await accept(appPage, [claimSubmission({ policyNumber: keke })])
    await expect(appPage.main.getByText('Sending continues automatically. No action needed.')).toBeVisible()
    await expect(appPage.statusLine).toContainText(/The insurer asked to wait until \d/)
    await expect(appPage.entry(keke)).toContainText('Waiting')
    await expect(await appPage.openEntry(keke)).toContainText('The insurer asked to wait. Nothing was taken.')
    // A little less than it asked for.
    await connected.app.passTime(580_000)
    // Its answer comes after what main announced.
    await request(appPage.page, 'engine:status')
    await expect(appPage.statusLine).toContainText(/The insurer asked to wait until \d/)
    expect(server.arrivals('create-keke-claim') - before.keke).toBe(1)
    // And a random part of twenty seconds, so that not all branches come back at once.
    await connected.app.passTime(40_000)
    await appPage.showClaims()
    await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
    expect(server.arrivals('create-keke-claim') - before.keke).toBe(2)
  })

  await test.step('a list that cannot be read holds nothing back', async () => {
    server.faults.set('list-keke-claims', { type: 'status', status: 500 })
    await accept(appPage, [
      claimSubmission({ policyNumber: other }),
      claimSubmission({ policyNumber: okada }, { product: 'okada' }),
    ])
    for (const policy of [okada, other])
      await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
    expect(server.arrivals('create-keke-claim') - before.keke).toBe(3)
    server.faults.clear()
  })

  await test.step('something else answers: nothing is sent until an officer has signed in to the network', async () => {
    server.faults.set('every-endpoint', { type: 'html' })
    await appPage.choose('Try now')
    await expect(appPage.statusLine).toContainText('The network may want you to sign in or buy data.')
    await expect(appPage.main.getByText('Open a web page in a browser')).toBeVisible()
    await accept(appPage, [claimSubmission({ policyNumber: last }, { product: 'okada' })])
    // Each failed check delays the next one.
    for (let look = 0; look < 8; look += 1) {
      const seen = server.arrivals('all-pharmacies')
      await appPage.act(last, 'Send now')
      await server.arrived('all-pharmacies', seen + 1)
    }
    await expect(appPage.entry(last)).toContainText('Waiting')
    server.faults.clear()
    await appPage.act(last, 'Send now')
    await expect(appPage.entry(last)).toHaveAttribute('data-situation', 'received')
    expect(server.arrivals('create-okada-claim') - before.okada).toBe(2)
  })
})
