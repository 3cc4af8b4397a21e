import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { claimFieldNames } from '#shared/domain/claim-fields.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { makeAnotherClaim } from '#testing/insurer/another-claim.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { accept } from '../support/connected.ts'
import { expect, sharedTest as test, test as testAlone } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

/*
 * An insurer as it may be without a word in the spec against it. What a desk learns of it stays: that it loses texts is
 * the last.
 */
test.describe.configure({ mode: 'default' })

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const claimOf = (policyNumber: string): Submission =>
  claimSubmission({ policyNumber }, { branchReference: newBranchReference() })
/** How many keke claims of a policy the insurer holds. */
const held = (server: TestInsurer, policyNumber: string): number =>
  server.claims('keke').filter((claim) => claim.policy_number === policyNumber).length
const listReadings = (server: TestInsurer): number =>
  server.arrivals('list-keke-claims') + server.arrivals('list-okada-claims')
/** Counts what is sent from now on. */
function sendingOf(server: TestInsurer): () => number {
  const before = server.arrivals('create-keke-claim')
  return () => server.arrivals('create-keke-claim') - before
}
const received = ({ main }: AppPage, policyNumber: string): Locator =>
  main.locator('[data-situation=received]', { hasText: policyNumber })

/** Opens the comparison of an entry with what the insurer has. */
async function compare(appPage: AppPage, policyNumber: string): Promise<Locator> {
  await appPage.act(policyNumber, 'Is this it?')
  const dialog = appPage.page.getByRole('dialog', { name: 'Is this it?' })
  await dialog.getByRole('table', { name: 'The two claims, field by field' }).waitFor()
  return dialog
}
const row = (dialog: Locator, field: string): Locator => dialog.getByRole('row').filter({ hasText: field })

// The first, on a desk that never opened Claims, which would read the lists itself.
test(
  'a claim costs its own POST however long the lists are, and one whose answer is lost is found in them',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const [plain, lost, other] = [policyOf('keke'), policyOf('keke', 1), policyOf('keke', 2)]
    const sent = sendingOf(server)
    server.behave({ list: { otherRows: 100_000 }, details: { shows: 'none' } })
    const appPage = await connected.page()
    const today = appPage.main.getByRole('status').filter({ hasText: 'received today' })
    await accept(appPage, [claimOf(plain)])
    await expect(today).toContainText('1 received today.')
    for (let hours = 0; hours < 3; hours += 1) await connected.app.passTime(hourMs)
    expect([sent(), listReadings(server)]).toEqual([1, 0])

    server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
    const { promise: isToAnswer, resolve: letAnswer } = Promise.withResolvers<undefined>()
    server.faults.set('list-keke-claims', { type: 'held', until: isToAnswer })
    await accept(appPage, [claimOf(lost)])
    await expect(appPage.statusLine).toContainText('Confirming delivery: 1.')
    await asTimePasses(connected.app, minuteMs, () => listReadings(server) > 0, 1)
    // The others do not wait.
    await accept(appPage, [claimOf(other)])
    await expect(today).toContainText('2 received today. 1 on its way.')
    letAnswer(undefined)
    const isFound = expect.poll(
      async () => (await today.innerText()).includes('3 received today. Nothing waits.'),
      { timeout: 60_000 },
    )
    await isFound.toBe(true).catch(async () => {
      // A slow machine gave up the reading that was held. The next has its whole time: none passes while it reads.
      const before = listReadings(server)
      await asTimePasses(connected.app, minuteMs, () => listReadings(server) > before, 1)
      await isFound.toBe(true)
    })
    expect(held(server, lost)).toBe(1)
    expect(listReadings(server)).toBeLessThanOrEqual(2)
  },
)

test(
  'an insurer that answers 500 to everything gets no third claim, and every screen says the same of it',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const problem = 'The insurer’s system has a problem'
    const [first, second, third] = [policyOf('keke', 3), policyOf('keke', 4), policyOf('keke', 5)]
    const sent = sendingOf(server)
    server.faults.set('every-endpoint', { type: 'status', status: 500 })
    const appPage = await connected.page()
    await appPage.showClaims()
    await accept(appPage, [claimOf(first), claimOf(second)])
    await expect(appPage.main.getByText('One item is tried from time to time')).toBeVisible()
    await accept(appPage, [claimOf(third)])
    await expect(appPage.entry(third)).toContainText('Waiting')
    // Its answer comes after what main announced.
    await request(appPage.page, 'engine:status')
    expect(sent()).toBe(2)
    for (const policy of [first, second])
      await expect(appPage.entry(policy)).toContainText('Confirming delivery')
    await expect(appPage.statusLine).toContainText(`${problem}.`)
    await appPage.statusLine.getByRole('link', { name: 'Connection' }).click()
    await expect(appPage.main.getByText(problem, { exact: true })).toBeVisible()
    await appPage.goTo('Today')
    await expect(appPage.main.getByText(problem, { exact: true })).toBeVisible()
    await expect(appPage.page.getByText('Connected.')).toHaveCount(0)

    server.faults.clear()
    await appPage.statusLine.getByRole('button', { name: 'Try now' }).click()
    await expect(appPage.statusLine).toContainText('Connected.')
    await appPage.showClaims()
    await expect(received(appPage, third)).toHaveCount(1)
    expect(held(server, third)).toBe(1)
  },
)

test(
  'one claim that the insurer’s system refuses is set aside alone, and sent again when an officer says so',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const [refused, other] = [policyOf('keke', 6), policyOf('keke', 7)]
    server.behave({ refuses: [refused] })
    const appPage = await connected.page()
    await appPage.showClaims()
    await accept(appPage, [claimOf(refused), claimOf(other)])
    await expect(received(appPage, other)).toHaveCount(1)
    await expect(appPage.entry(refused)).toContainText('Blocked')
    await expect(appPage.statusLine).not.toContainText('does not accept the key')
    await expect(appPage.statusLine).toContainText('1 needs you.')
    await expect(await appPage.openEntry(refused)).toContainText(
      'The insurer’s system blocks this one. The key works. Nothing was taken.',
    )
    await expectAccessible(appPage.page, 'a claim that is refused alone')
    await connected.app.passTime(hourMs)
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

test(
  'another computer’s claim of the same day is told apart by an officer, and the own one is sent again once it is proved missing',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const policy = policyOf('keke', 8)
    server.faults.set('create-keke-claim', { type: 'reset', when: 'before-commit', times: 1 })
    const appPage = await connected.page()
    await appPage.showClaims('On its way')
    await accept(appPage, [claimOf(policy)])
    await expect(appPage.entry(policy)).toContainText('Confirming delivery')
    await makeAnotherClaim(server, { policyNumber: policy, claimantIdentification: 'Another rider' })
    await connected.app.passTime(15_000)
    await appPage.showClaims('Needs you')
    const dialog = await compare(appPage, policy)
    await expect(row(dialog, 'Claimant’s identification')).toContainText('Another rider')
    await dialog.getByRole('button', { name: 'This is another one' }).press('Enter')
    await expect(dialog).toContainText('It is never sent twice.')
    await appPage.page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await asTimePasses(connected.app, minuteMs, () => held(server, policy) === 2)
    await appPage.showClaims('Received')
    await expect(received(appPage, policy)).toHaveCount(1)
    await connected.app.passTime(hourMs)
    expect(held(server, policy)).toBe(2)
  },
)

// On a desk of its own: a list that became shorter proves nothing for a day.
testAlone(
  'a claim that the insurer shows hours late, without its text, is sent twice, and the alarm comes by itself',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const policy = policyOf('keke', 9)
    const sent = sendingOf(server)
    const ways = { text: { lost: true }, writes: { days: 'd/m/Y', times: 'd/m/Y H:i:s' } } as const
    // Ours is committed, and shown by nothing.
    server.behave({ ...ways, lateMs: 24 * hourMs })
    server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
    const appPage = await connected.page()
    const { main, statusLine } = appPage
    await accept(appPage, [claimOf(policy)])
    await asTimePasses(connected.app, minuteMs, () => held(server, policy) === 2)
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
    expect(sent()).toBe(2)
  },
)

test('a claim whose text the insurer lost is recognised by an officer, and never sent twice', async ({
  connected,
  server,
}) => {
  const policy = policyOf('keke', 10)
  const reference = newBranchReference()
  server.behave({ text: { lost: true } })
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
  const appPage = await connected.page()
  const { main, page, statusLine } = appPage
  await appPage.showClaims('On its way')
  await accept(appPage, [claimSubmission({ policyNumber: policy }, { branchReference: reference })])
  await expect(appPage.entry(policy)).toContainText('Confirming delivery')
  await connected.app.passTime(15_000)
  await expect(statusLine).toContainText('1 needs you.')
  // As long as nobody has decided, it is neither found nor missing.
  for (let hours = 0; hours < 3; hours += 1) await connected.app.passTime(hourMs)
  await appPage.showClaims('Needs you')
  await expect(appPage.entry(policy)).toContainText('Possibly found')
  await expectAccessible(page, 'a claim that was perhaps found')
  // It would hold another one; claims of the tests before may be sent again meanwhile.
  expect(held(server, policy)).toBe(1)

  await appPage.showClaims()
  const dialog = await compare(appPage, policy)
  await expect(dialog).toContainText(`Look at 1 of ${claimFieldNames.length} fields: What happened.`)
  await expect(row(dialog, 'What happened')).toContainText('Missing at the insurer')
  await expectAccessible(page, 'comparing two claims')
  await expectFits(page, 'comparing two claims')
  await dialog.getByRole('button', { name: 'This is it' }).click()
  await expect(dialog).toContainText('The claim counts as received')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(statusLine).not.toContainText('needs you')
  await connected.app.passTime(hourMs)
  expect(held(server, policy)).toBe(1)
  await main.getByRole('searchbox').fill(policy)
  await expect(appPage.entry(policy), 'ours and the insurer’s row are one').toHaveCount(1)
  await expect(await appPage.openEntry(policy)).toContainText(
    'An officer marked or recognised it as received.',
  )
  await appPage.showClaims()
  await main.getByRole('searchbox').fill('')
})
