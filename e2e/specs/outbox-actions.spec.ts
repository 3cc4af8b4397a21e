import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { accept, launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'

const keke = policyOf('keke')
const okada = policyOf('okada')

test('while sending is paused an officer takes a claim back, discards one, and the rest goes out on resuming', async ({
  launch,
  dataDir,
  server,
}) => {
  const appPage = await (await launchConnected(launch, dataDir, server)).page()
  await appPage.showClaims()
  await appPage.main.getByRole('button', { name: 'Pause sending' }).click()
  await expect(appPage.main.getByText('Select “Resume sending” to continue.')).toBeVisible()
  const unwanted = policyOf('keke', 1)
  await appPage.submitClaim('keke', { policyNumber: keke, occurrenceAddress: 'Wrong street' })
  await appPage.submitClaim('keke', { policyNumber: unwanted })
  await appPage.submitClaim('okada', { policyNumber: okada })
  await appPage.showClaims()
  for (const policy of [keke, unwanted, okada]) await expect(appPage.entry(policy)).toContainText('Waiting')

  await appPage.act(keke, 'Move to drafts')
  await expect(appPage.field('Place of the incident')).toHaveValue('Wrong street')
  await appPage.field('Place of the incident').fill('Right street')
  await appPage.showClaims('Drafts')
  await appPage.main.getByRole('link', { name: `Open the keke draft ${keke}` }).click()
  await expect(appPage.field('Place of the incident')).toHaveValue('Right street')
  await appPage.submit()
  await appPage.showClaims('Drafts')
  await expect(appPage.main.getByText('No drafts')).toBeVisible()

  await appPage.showClaims()
  const question = appPage.page.getByRole('alertdialog', { name: 'Discard this claim?' })
  await appPage.act(unwanted, 'Discard')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(appPage.entry(unwanted)).toContainText('Waiting')
  await appPage.act(unwanted, 'Discard')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(appPage.entry(unwanted)).toHaveCount(0)
  await appPage.act(okada, 'Send now')
  await expect(appPage.statusLine).toContainText('2 claims wait safely here.')
  expect(server.arrivals('create-keke-claim') + server.arrivals('create-okada-claim')).toBe(0)

  await appPage.main.getByRole('button', { name: 'Resume sending' }).click()
  await expect(appPage.main.getByText('The insurer confirmed it.')).toHaveCount(2)
  const sent = server.claims('keke').filter(({ policy_number: policy }) => [keke, unwanted].includes(policy))
  expect(sent.map((claim) => claim.address_of_occurance)).toEqual(['Right street'])
})

test('an officer decides on a request in doubt, and closes the alarm about a claim that is listed twice', async ({
  launch,
  dataDir,
  server,
}) => {
  server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit' })
  server.faults.set('keke-claim-details', { type: 'status', status: 500 })
  // The first claim is kept twice, the answer to the second is lost: reading the list for it shows both.
  server.faults.set(
    'create-keke-claim',
    { type: 'duplicate-commit', times: 1 },
    { type: 'truncate', skip: 1, times: 1 },
  )
  const appPage = await (await launchConnected(launch, dataDir, server)).page()
  const pharmacy = await appPage.requestPharmacy(keke)
  await appPage.showClaims()
  await expect(appPage.entry(pharmacy)).toContainText(
    'Ask the customer whether the message came, then decide.',
  )
  await expect(appPage.statusLine).toContainText('1 needs your decision.')
  await appPage.act(pharmacy, 'It arrived')
  const question = appPage.page.getByRole('alertdialog', { name: 'Mark this pharmacy request as received?' })
  await question.getByRole('button', { name: 'It arrived' }).click()
  await expect(appPage.entry(pharmacy)).toContainText('An officer marked it as received.')

  const second = policyOf('keke', 1)
  await appPage.submitClaim('keke', { policyNumber: keke })
  await appPage.submitClaim('keke', { policyNumber: second })
  await appPage.showClaims()
  await appPage.act(second, 'Check now')
  await expect(appPage.entry(second)).toContainText('It is in the insurer’s list.')
  await expect(appPage.entry(keke)).toContainText('The insurer’s list shows this claim more than once')
  await expect(appPage.statusLine).toContainText('1 needs your decision.')
  const ids = server
    .claims('keke')
    .filter((claim) => claim.policy_number === keke)
    .map((claim) => claim.id)
  expect(ids).toHaveLength(2)
  await expect(appPage.entry(keke)).toContainText(new RegExp(`more than once: .*(${ids.join('|')})`))
  await appPage.act(keke, 'I have called the insurer')
  await expect(appPage.entry(keke)).not.toContainText('more than once')
  await expect(appPage.statusLine).toContainText('The insurer has received everything submitted here.')
  expect(server.arrivals('request-pharmacy')).toBe(1)
  expect(server.arrivals('create-keke-claim')).toBe(2)
})

test('each reason for a hold is shown, and the hold ends without loss', async ({
  launch,
  dataDir,
  server,
}) => {
  const connected = await launchConnected(launch, dataDir, server)
  const appPage = await connected.page()
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
    await expect(appPage.entry(keke)).toContainText('The insurer asked to wait.')
    // A little less than it asked for.
    await connected.app.passTime(580_000)
    // Its answer comes after what main announced.
    await request(appPage.page, 'engine:status')
    await expect(appPage.statusLine).toContainText(/The insurer asked to wait until \d/)
    expect(server.arrivals('create-keke-claim')).toBe(1)
    // And a random part of twenty seconds, so that not all branches come back at once.
    await connected.app.passTime(40_000)
    await expect(appPage.entry(keke)).toContainText('The insurer confirmed it.')
    expect(server.arrivals('create-keke-claim')).toBe(2)
  })

  await test.step('a list that cannot be read holds nothing back', async () => {
    server.faults.set('list-keke-claims', { type: 'status', status: 500 })
    const other = policyOf('keke', 1)
    await accept(appPage, [
      claimSubmission({ policyNumber: other }),
      claimSubmission({ policyNumber: okada }, { product: 'okada' }),
    ])
    await expect(appPage.entry(okada)).toContainText('The insurer confirmed it.')
    await expect(appPage.entry(other)).toContainText('The insurer confirmed it.')
    expect(server.arrivals('create-keke-claim')).toBe(3)
    server.faults.clear()
  })

  await test.step('something else answers: nothing is sent until an officer has signed in to the network', async () => {
    const last = policyOf('okada', 1)
    server.faults.set('every-endpoint', { type: 'html' })
    await appPage.main.getByRole('button', { name: 'Try now' }).click()
    await expect(appPage.statusLine).toContainText('Something else answers instead of the insurer.')
    await expect(appPage.main.getByText('Sign in to the network with a web browser')).toBeVisible()
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
    await expect(appPage.entry(last)).toContainText('The insurer confirmed it.')
    expect(server.arrivals('create-okada-claim')).toBe(2)
  })
})
