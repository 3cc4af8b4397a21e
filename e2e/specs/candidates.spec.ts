import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { claimFieldNames } from '#shared/domain/claim-fields.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { makeAnotherClaim } from '#testing/insurer/another-claim.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

const minuteMs = 60_000
const policy = policyOf('keke')
const perhapsFound = 'Possibly found'

function claimOf(policyNumber: string, branchReference = newBranchReference()): Submission {
  return claimSubmission({ policyNumber }, { branchReference })
}

function held(server: TestInsurer, policyNumber: string): number {
  return server.claims('keke').filter((claim) => claim.policy_number === policyNumber).length
}

/** Opens the comparison of an entry with what the insurer has. */
async function compare(appPage: AppPage, policyNumber: string): Promise<Locator> {
  await appPage.act(policyNumber, 'Is this it?')
  const dialog = appPage.page.getByRole('dialog', { name: 'Is this it?' })
  await dialog.getByRole('table', { name: 'The two claims, field by field' }).waitFor()
  return dialog
}

/** Our row of a received claim. */
const received = ({ main }: AppPage, policyNumber: string): Locator =>
  main.locator('[data-situation=received]', { hasText: policyNumber })
const row = (dialog: Locator, field: string): Locator => dialog.getByRole('row').filter({ hasText: field })

test('a claim whose text the insurer lost is recognised by an officer, across a kill, and never sent twice', async ({
  connected,
  server,
}) => {
  server.behave({ text: { lost: true } })
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
  const reference = newBranchReference()
  let appPage = await connected.page()
  await appPage.showClaims('On its way')
  await accept(appPage, [claimOf(policy, reference)])
  await expect(appPage.entry(policy)).toContainText('Confirming delivery')
  await connected.app.passTime(15_000)
  await expect(appPage.statusLine).toContainText('1 needs you.')
  await appPage.showClaims('Needs you')
  await expect(appPage.entry(policy)).toContainText(perhapsFound)
  await expectAccessible(appPage.page, 'a claim that was perhaps found')

  // As long as nobody has decided, it is neither found nor missing.
  for (let hours = 0; hours < 3; hours += 1) await connected.app.passTime(60 * minuteMs)
  appPage = await connected.killAndRestart()
  await appPage.showClaims('Needs you')
  await connected.app.passTime(60 * minuteMs)
  await expect(appPage.entry(policy)).toContainText(perhapsFound)
  expect(server.arrivals('create-keke-claim')).toBe(1)

  await appPage.showClaims()
  const dialog = await compare(appPage, policy)
  await expect(dialog).toContainText(`Look at 1 of ${claimFieldNames.length} fields: What happened.`)
  await expect(row(dialog, 'What happened')).toContainText('Missing at the insurer')
  await expect(row(dialog, 'Place of the incident')).toContainText('Same')
  await expectAccessible(appPage.page, 'comparing two claims')
  await expectFits(appPage.page, 'comparing two claims')
  await dialog.getByRole('button', { name: 'This is it' }).click()
  await expect(dialog).toContainText('The claim counts as received')
  await expectAccessible(appPage.page, 'what follows from comparing')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  // Two rows became one, which stands elsewhere: the focus is on a row of the list.
  await expect(appPage.main.getByRole('row').and(appPage.page.locator(':focus'))).toBeVisible()
  await expect(appPage.statusLine).not.toContainText('needs you')
  // The insurer's row, which lost it, is not found by it.
  await appPage.main.getByRole('searchbox').fill(reference)
  await expect(await appPage.openEntry(policy)).toContainText(
    'An officer marked or recognised it as received.',
  )
  await connected.app.passTime(60 * minuteMs)
  expect(held(server, policy)).toBe(1)
  expect(server.arrivals('create-keke-claim')).toBe(1)
  await appPage.showClaims()
  await appPage.main.getByRole('searchbox').fill(policy)
  await expect(appPage.entry(policy), 'ours and the insurer’s row are one').toHaveCount(1)
})

test('a claim whose text the insurer lost, with days and times that cannot be read, is neither another one nor missing', async ({
  connected,
  server,
}) => {
  server.behave({ text: { lost: true }, writes: { days: 'd/m/Y', times: 'd/m/Y H:i:s' } })
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
  const appPage = await connected.page()
  await accept(appPage, [claimSubmission({ policyNumber: policy, occurrenceDate: '2026-11-20' })])
  await expect(appPage.statusLine).toContainText('Confirming delivery: 1.')
  // Today asks for no list: only the engine looks.
  await connected.app.passTime(60 * minuteMs)
  await expect(appPage.statusLine).toContainText('1 needs you.')
  for (let hours = 0; hours < 3; hours += 1) await connected.app.passTime(60 * minuteMs)
  expect(server.arrivals('create-keke-claim'), 'how often it was sent').toBe(1)
  expect(held(server, policy), 'claims in the ledger').toBe(1)
  await expect(appPage.statusLine).toContainText('1 needs you.')
  await appPage.showClaims()
  await appPage.main.getByRole('searchbox').fill(policy)
  await expect(appPage.main.locator('[data-situation=candidate]', { hasText: policy })).toHaveCount(1)
  await expect(received(appPage, policy)).toHaveCount(0)
  await appPage.goTo('Today')
  await expect(appPage.main).toContainText(perhapsFound)
  await expect(appPage.main).toContainText('1 needs you. Nothing received today.')

  await appPage.showClaims('Needs you')
  await expect(appPage.entry(policy)).toContainText(perhapsFound)
  const dialog = await compare(appPage, policy)
  await expect(row(dialog, 'What happened')).toContainText('Missing at the insurer')
  await expect(row(dialog, 'Claimant’s identification')).toContainText('Same')
  await dialog.getByRole('button', { name: 'This is it' }).click()
  await expect(dialog).toContainText('The claim counts as received')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await appPage.showClaims('Received')
  await appPage.main.getByRole('searchbox').fill(policy)
  await received(appPage, policy).click()
  await expect(appPage.main).toContainText('An officer marked or recognised it as received.')
  await connected.app.passTime(60 * minuteMs)
  expect(server.arrivals('create-keke-claim')).toBe(1)
  expect(held(server, policy)).toBe(1)
})

test(
  'where the insurer was seen to lose the reference, a missing claim proves nothing: an officer decides',
  { tag: '@longer' },
  async ({ connected, server }) => {
    // The answer to the first claim shows that so little of a text is kept.
    server.behave({ text: { cutAt: 8 }, createAnswer: 'as-kept' })
    const appPage = await connected.page()
    await appPage.showClaims()
    const first = policyOf('keke', 1)
    await accept(appPage, [claimOf(first)])
    await expect(received(appPage, first)).toHaveCount(1)
    server.faults.set('create-keke-claim', { type: 'reset', when: 'before-commit', times: 1 })
    await accept(appPage, [claimOf(policy)])
    await asTimePasses(connected.app, minuteMs, async () =>
      (await appPage.entry(policy).innerText()).includes('Needs your decision'),
    )
    await connected.app.passTime(60 * minuteMs)
    expect(server.arrivals('create-keke-claim')).toBe(2)
    await appPage.act(policy, 'Send again')
    await expect(appPage.main).toContainText('The answer was lost, and this insurer loses references.')
    const question = appPage.page.getByRole('alertdialog', { name: 'Send this claim again?' })
    await question.getByRole('button', { name: 'Send again' }).click()
    await expect(received(appPage, policy)).toHaveCount(1)
    expect(held(server, policy)).toBe(1)
  },
)

test(
  'another computer’s claim of the same day is told apart by an officer, and the own one is sent again once it is proved missing',
  { tag: '@longer' },
  async ({ connected, server }) => {
    server.faults.set('create-keke-claim', { type: 'reset', when: 'before-commit', times: 1 })
    const appPage = await connected.page()
    await appPage.showClaims('On its way')
    await accept(appPage, [claimOf(policy)])
    await expect(appPage.entry(policy)).toContainText('Confirming delivery')
    await makeAnotherClaim(server, { policyNumber: policy, claimantIdentification: 'Another rider' })
    await connected.app.passTime(15_000)
    await appPage.showClaims('Needs you')
    await expect(appPage.entry(policy)).toContainText(perhapsFound)

    const dialog = await compare(appPage, policy)
    await expect(dialog).toContainText(
      `Look at 1 of ${claimFieldNames.length} fields: Claimant’s identification.`,
    )
    await expect(row(dialog, 'Claimant’s identification')).toContainText('Another rider')
    await dialog.getByRole('button', { name: 'This is another one' }).focus()
    await appPage.page.keyboard.press('Enter')
    await expect(dialog).toContainText('It is never sent twice.')
    await appPage.page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await appPage.showClaims('On its way')
    await expect(appPage.entry(policy)).toContainText('Confirming delivery')
    await asTimePasses(connected.app, minuteMs, () => held(server, policy) === 2)
    await appPage.showClaims('Received')
    await expect(received(appPage, policy)).toHaveCount(1)
    await appPage.showClaims('Needs you')
    await expect(appPage.entry(policy)).toHaveCount(0)
    await connected.app.passTime(60 * minuteMs)
    expect(held(server, policy)).toBe(2)
  },
)
