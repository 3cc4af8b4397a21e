import { claimSubmission } from '#testing/outbox/made-up.ts'
import type { TestInsurer, Ways } from '#testing/insurer/test-insurer.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { request } from '../support/request.ts'

/*
 * An insurer as it may be without a word in the spec against it: endless lists, single refusals, claims that appear
 * late.
 */

const minuteMs = 60_000
function claimOf(policyNumber: string): Submission {
  return claimSubmission({ policyNumber }, { branchReference: newBranchReference() })
}

/** The keke claims of a policy that the insurer holds. */
function held(server: TestInsurer, policyNumber: string): number {
  return server.claims('keke').filter((claim) => claim.policy_number === policyNumber).length
}

function listReadings(server: TestInsurer): number {
  return server.arrivals('list-keke-claims') + server.arrivals('list-okada-claims')
}

test('a claim costs its own POST, however long the insurer’s lists are', async ({ connected, server }) => {
  server.behave({ list: { otherRows: 100_000 } })
  const appPage = await connected.page()
  await accept(appPage, [
    claimOf(policyOf('keke')),
    claimOf(policyOf('keke', 1)),
    claimSubmission(
      { policyNumber: policyOf('okada') },
      { product: 'okada', branchReference: newBranchReference() },
    ),
  ])
  await expect(appPage.main.getByRole('status').filter({ hasText: '3 received today.' })).toBeVisible()
  for (let hours = 0; hours < 3; hours += 1) await connected.app.passTime(60 * minuteMs)
  await connected.killAndRestart()
  expect(server.arrivals('create-keke-claim')).toBe(2)
  expect(listReadings(server)).toBe(0)
  // One look at the first policy of a product and day teaches how the insurer keeps text.
  expect(server.arrivals('keke-claim-details')).toBeLessThanOrEqual(1)
})

test('a claim whose answer is lost is found in a list of a hundred thousand, and the others do not wait', async ({
  connected,
  server,
}) => {
  const [lost, other] = [policyOf('keke'), policyOf('keke', 1)]
  server.behave({ list: { otherRows: 100_000 }, details: { shows: 'none' } })
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
  const { promise: isToAnswer, resolve: letAnswer } = Promise.withResolvers<undefined>()
  server.faults.set('list-keke-claims', { type: 'held', until: isToAnswer })
  const appPage = await connected.page()
  await accept(appPage, [claimOf(lost)])
  await expect(appPage.statusLine).toContainText('Confirming delivery: 1.')
  await asTimePasses(connected.app, minuteMs, () => listReadings(server) > 0, 1)
  await accept(appPage, [claimOf(other)])
  const today = appPage.main.getByRole('status').filter({ hasText: 'received today' })
  await expect(today).toContainText('1 received today. 1 on its way.')
  letAnswer(undefined)
  const isFound = expect.poll(
    async () => (await today.innerText()).includes('2 received today. Nothing waits.'),
    {
      timeout: 60_000,
    },
  )
  await isFound.toBe(true).catch(async () => {
    // A slow machine gave up the reading that was held. The next has its whole time: none passes while it reads.
    const before = listReadings(server)
    await asTimePasses(connected.app, minuteMs, () => listReadings(server) > before, 1)
    await isFound.toBe(true)
  })
  expect(held(server, lost)).toBe(1)
  // Claims would read the lists itself.
  expect(listReadings(server)).toBeLessThanOrEqual(2)
  await appPage.showClaims('Received')
  await expect(await appPage.openEntry(lost)).toContainText(
    'The answer was lost, but it is in the insurer’s list.',
  )
})

test('an insurer that answers 500 to everything gets no third claim, and every screen says the same of it', async ({
  connected,
  server,
}) => {
  const problem = 'The insurer’s system has a problem'
  const [first, second, third] = [policyOf('keke'), policyOf('keke', 1), policyOf('keke', 2)]
  server.faults.set('every-endpoint', { type: 'status', status: 500 })
  const appPage = await connected.page()
  await appPage.showClaims()
  await accept(appPage, [claimOf(first), claimOf(second)])
  await expect(appPage.main.getByText('One item is tried from time to time')).toBeVisible()
  await accept(appPage, [claimOf(third)])
  await expect(appPage.entry(third)).toContainText('Waiting')
  // Its answer comes after what main announced.
  await request(appPage.page, 'engine:status')
  expect(server.arrivals('create-keke-claim')).toBe(2)
  for (const policy of [first, second]) {
    await expect(appPage.entry(policy)).toContainText('Confirming delivery')
  }
  await expect(appPage.statusLine).toContainText(`${problem}.`)
  await appPage.statusLine.getByRole('link', { name: 'Connection' }).click()
  await appPage.main.getByRole('heading', { level: 1, name: 'Connection' }).waitFor()
  await expect(appPage.main.getByText(problem)).toBeVisible()
  await appPage.goTo('Today')
  await expect(appPage.main.getByText(problem, { exact: true })).toBeVisible()
  await expect(appPage.page.getByText('Connected.')).toHaveCount(0)

  server.faults.clear()
  await appPage.statusLine.getByRole('button', { name: 'Try now' }).click()
  await expect(appPage.statusLine).toContainText('Connected.')
  await appPage.showClaims()
  await expect(appPage.entry(third)).toHaveAttribute('data-situation', 'received')
  expect(held(server, third)).toBe(1)
})

test(
  'one claim that the insurer’s system refuses is set aside alone, and sent again when an officer says so',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const [refused, other] = [policyOf('keke'), policyOf('keke', 1)]
    server.behave({ refuses: [refused] })
    const appPage = await connected.page()
    await appPage.showClaims()
    await accept(appPage, [claimOf(refused), claimOf(other)])
    await expect(appPage.entry(other)).toHaveAttribute('data-situation', 'received')
    await expect(appPage.entry(refused)).toContainText('Blocked')
    await expect(appPage.statusLine).not.toContainText('does not accept the key')
    await expect(appPage.statusLine).toContainText('1 needs you.')
    await expect(await appPage.openEntry(refused)).toContainText(
      'The insurer’s system blocks this one. The key works. Nothing was taken.',
    )
    await expectAccessible(appPage.page, 'a claim that is refused alone')
    await connected.app.passTime(60 * minuteMs)
    expect(held(server, refused)).toBe(0)

    server.behave({})
    await appPage.act(refused, 'Send again')
    const question = appPage.page.getByRole('alertdialog', { name: 'Send this claim again?' })
    await expect(question).toContainText('The insurer’s system blocked it and took nothing.')
    await question.getByRole('button', { name: 'Send again' }).click()
    await expect(appPage.entry(refused)).toHaveAttribute('data-situation', 'received')
    expect(held(server, refused)).toBe(1)
  },
)

const lateWays: Readonly<Record<string, Ways>> = {
  'as it was sent': {},
  'without its text, and with days and times that cannot be read': {
    text: { lost: true },
    writes: { days: 'd/m/Y', times: 'd/m/Y H:i:s' },
  },
}

for (const [shows, ways] of Object.entries(lateWays)) {
  test(
    `a claim that the insurer shows hours late, ${shows}, is sent twice, and the alarm comes by itself`,
    { tag: '@longer' },
    async ({ connected, server }) => {
      const policy = policyOf('keke')
      // Ours is committed, and shown by nothing.
      server.behave({ ...ways, lateMs: 24 * 60 * minuteMs })
      server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
      const appPage = await connected.page()
      const { main, statusLine } = appPage
      await accept(appPage, [claimOf(policy)])
      await asTimePasses(connected.app, minuteMs, async () =>
        (await main.innerText()).includes('1 received today.'),
      )
      expect(held(server, policy)).toBe(2)

      server.behave(ways)
      await asTimePasses(connected.app, 10 * minuteMs, async () =>
        (await statusLine.innerText()).includes('1 needs you.'),
      )
      await expect(main).toContainText('The insurer’s list shows more claims of this policy than were sent')
      await main.getByRole('link', { name: policy, exact: true }).click()
      await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Listed twice')
      const history = main.getByRole('list', { name: 'Delivery' })
      await expect(history).toContainText('it turned up later')
      await expect(history).not.toContainText('it did not arrive, and is sent again')
      expect(server.arrivals('create-keke-claim')).toBe(2)
    },
  )
}
