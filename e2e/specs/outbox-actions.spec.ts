import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { policyOf } from '../pages/desk-page.ts'
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
  const desk = await (await launchConnected(launch, dataDir, server)).page()
  await desk.goTo('Outbox')
  await desk.main.getByRole('button', { name: 'Pause sending' }).click()
  await expect(desk.main.getByText('Someone paused it on this computer.')).toBeVisible()
  const unwanted = policyOf('keke', 1)
  await desk.submitClaim('keke', { policyNumber: keke, occurrenceAddress: 'Wrong street' })
  await desk.submitClaim('keke', { policyNumber: unwanted })
  await desk.submitClaim('okada', { policyNumber: okada })
  await desk.goTo('Outbox')
  for (const policy of [keke, unwanted, okada]) await expect(desk.entry(policy)).toContainText('Waiting')

  await desk.act(keke, 'Back to draft')
  await expect(desk.field('Place of the incident')).toHaveValue('Wrong street')
  await desk.field('Place of the incident').fill('Right street')
  await desk.goTo('Drafts')
  await desk.main.getByRole('link', { name: `Open the keke draft ${keke}` }).click()
  await expect(desk.field('Place of the incident')).toHaveValue('Right street')
  await desk.main.getByRole('button', { name: 'Submit claim' }).click()
  await desk.main.getByRole('heading', { name: 'Saved on this computer' }).waitFor()
  await desk.goTo('Drafts')
  await expect(desk.main.getByText('No drafts')).toBeVisible()

  await desk.goTo('Outbox')
  const question = desk.page.getByRole('alertdialog', { name: 'Discard this claim?' })
  await desk.act(unwanted, 'Discard')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(desk.entry(unwanted)).toContainText('Waiting')
  await desk.act(unwanted, 'Discard')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(desk.entry(unwanted)).toHaveCount(0)
  await desk.act(okada, 'Send now')
  await expect(desk.statusLine).toContainText('2 claims wait safely on this computer.')
  expect(server.arrivals('create-keke-claim') + server.arrivals('create-okada-claim')).toBe(0)

  await desk.main.getByRole('button', { name: 'Resume sending' }).click()
  await expect(desk.main.getByText('The insurer confirmed it.')).toHaveCount(2)
  const sent = server.claims('keke').filter(({ policy_number: policy }) => [keke, unwanted].includes(policy))
  expect(sent.map((claim) => claim.address_of_occurance)).toEqual(['Right street'])
})

test('an officer decides on a request in doubt, and closes the alarm about a claim that is listed twice', async ({
  launch,
  dataDir,
  server,
}) => {
  server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit' })
  // The first claim is kept twice, the answer to the second is lost: reading the list for it shows both.
  server.faults.set(
    'create-keke-claim',
    { type: 'duplicate-commit', times: 1 },
    { type: 'truncate', skip: 1, times: 1 },
  )
  const desk = await (await launchConnected(launch, dataDir, server)).page()
  const pharmacy = await desk.requestPharmacy(keke)
  await desk.goTo('Outbox')
  await expect(desk.entry(pharmacy)).toContainText('Ask the customer whether the message came, then decide.')
  await expect(desk.statusLine).toContainText('1 needs you.')
  await desk.act(pharmacy, 'It arrived')
  const question = desk.page.getByRole('alertdialog', { name: 'Mark this pharmacy request as arrived?' })
  await question.getByRole('button', { name: 'It arrived' }).click()
  await expect(desk.entry(pharmacy)).toContainText('An officer marked it as arrived.')

  const second = policyOf('keke', 1)
  await desk.submitClaim('keke', { policyNumber: keke })
  await desk.submitClaim('keke', { policyNumber: second })
  await desk.goTo('Outbox')
  await desk.act(second, 'Check the insurer’s list now')
  await expect(desk.entry(second)).toContainText('It was found in the insurer’s list.')
  await expect(desk.entry(keke)).toContainText('The insurer’s list shows this claim more than once')
  await expect(desk.statusLine).toContainText('1 needs you.')
  const ids = server
    .claims('keke')
    .filter((claim) => claim.policy_number === keke)
    .map((claim) => claim.id)
  expect(ids).toHaveLength(2)
  await expect(desk.entry(keke)).toContainText(new RegExp(`Claim numbers: .*(${ids.join('|')})`))
  await desk.act(keke, 'I have called the insurer')
  await expect(desk.entry(keke)).not.toContainText('more than once')
  await expect(desk.statusLine).toContainText(
    'Everything submitted on this computer has reached the insurer.',
  )
  expect(server.arrivals('request-pharmacy')).toBe(1)
  expect(server.arrivals('create-keke-claim')).toBe(2)
})

test('each reason for a hold is shown, and the hold ends without loss', async ({
  launch,
  dataDir,
  server,
}) => {
  const connected = await launchConnected(launch, dataDir, server)
  const desk = await connected.page()
  await desk.goTo('Outbox')

  await test.step('the insurer asks to wait, and it goes on by itself', async () => {
    server.faults.set('create-keke-claim', {
      type: 'status',
      status: 429,
      headers: { 'Retry-After': '600' },
      times: 1,
    })
    await accept(desk, [claimSubmission({ policyNumber: keke })])
    await expect(desk.main.getByText('Sending goes on by itself then. There is nothing to do.')).toBeVisible()
    await expect(desk.statusLine).toContainText(/The insurer asked to wait until \d/)
    await expect(desk.entry(keke)).toContainText('The insurer asked to wait.')
    await connected.desk.passTime(600_000)
    await expect(desk.entry(keke)).toContainText('The insurer confirmed it.')
    expect(server.arrivals('create-keke-claim')).toBe(2)
  })

  await test.step('one product’s list cannot be read: its claims wait, the other product’s go', async () => {
    server.faults.set('list-keke-claims', { type: 'status', status: 500 })
    const waiting = policyOf('keke', 1)
    await request(desk.page, 'key:clear')
    await request(desk.page, 'key:set', { key: server.key })
    await accept(desk, [
      claimSubmission({ policyNumber: waiting }),
      claimSubmission({ policyNumber: okada }, { product: 'okada' }),
    ])
    await expect(desk.entry(okada)).toContainText('The insurer confirmed it.')
    await expect(desk.entry(waiting)).toContainText('Waiting')
    await expect(
      desk.main.getByText('Claims of this product wait, so that none is sent twice.'),
    ).toBeVisible()
    await expect(desk.statusLine).toContainText('The insurer’s list of keke claims cannot be read.')
    server.faults.clear()
    await desk.main.getByRole('button', { name: 'Try now' }).click()
    await expect(desk.entry(waiting)).toContainText('The insurer confirmed it.')
    expect(server.arrivals('create-keke-claim')).toBe(3)
  })

  await test.step('something else answers: nothing is sent until an officer has signed in to the network', async () => {
    const last = policyOf('okada', 1)
    server.faults.set('every-endpoint', { type: 'html' })
    await desk.main.getByRole('button', { name: 'Try now' }).click()
    await expect(desk.statusLine).toContainText('Something else answers in place of the insurer.')
    await expect(desk.main.getByText('Open a web browser, sign in to the network there')).toBeVisible()
    await accept(desk, [claimSubmission({ policyNumber: last }, { product: 'okada' })])
    // Each failed check delays the next one.
    for (let look = 0; look < 8; look += 1) {
      const seen = server.arrivals('all-pharmacies')
      await desk.act(last, 'Send now')
      await server.arrived('all-pharmacies', seen + 1)
    }
    await expect(desk.entry(last)).toContainText('Waiting')
    server.faults.clear()
    await desk.act(last, 'Send now')
    await expect(desk.entry(last)).toContainText('The insurer confirmed it.')
    expect(server.arrivals('create-okada-claim')).toBe(2)
  })
})
