import type { Locator } from 'playwright-core'
import { newBranchReference } from '#shared/domain/identifier.ts'
import { claimSubmission, pharmacySubmission } from '#main/outbox/testing/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

const policy = policyOf('keke')
const other = policyOf('keke', 1)
const unknown = 'KKP/0000/XX/000000'

const entries = (appPage: AppPage): Locator =>
  appPage.main.getByRole('list', { name: 'Items in the outbox' }).locator('li[data-entry]')
const box = (appPage: AppPage): Locator =>
  appPage.main.getByRole('searchbox', { name: /^Policy number, reference/ })
const options = (appPage: AppPage): Locator => appPage.page.getByRole('option')

test('the outbox is searched as it is typed, by what its rows do not show, together with its filter', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { main, page } = appPage
  const reference = newBranchReference()
  await accept(appPage, [
    claimSubmission(
      {
        policyNumber: policy,
        occurrenceAddress: '9 Broad Street, Ìkẹjà',
        claimantIdentification: 'NIN-TEST-7788',
      },
      { branchReference: reference },
    ),
    claimSubmission(
      { policyNumber: unknown, occurrenceAddress: 'Ikeja Road' },
      { branchReference: newBranchReference() },
    ),
    claimSubmission({ policyNumber: other }, { branchReference: newBranchReference() }),
    pharmacySubmission(policy),
  ])
  await appPage.showClaims()
  await expect(entries(appPage)).toHaveCount(4)
  for (const [text, count] of [
    ['ikeja', 2],
    ['9 broad ikeja', 1],
    ['nin-test-7788', 1],
    [reference.toLowerCase(), 1],
    [reference.replace('-', ''), 1],
    [policy.toLowerCase().replaceAll('/', ' / '), 2],
    [`${policy} test pharmacy`, 1],
  ] as const) {
    await box(appPage).fill(text)
    await expect(entries(appPage), text).toHaveCount(count)
    await expect(
      main.getByRole('status').filter({ hasText: count === 1 ? '1 match' : `${count} matches` }),
    ).toBeVisible()
  }
  await box(appPage).fill('ikeja')
  await expect(appPage.entry(unknown)).toContainText('Not accepted')
  // What is searched for is no part of the address.
  expect(page.url()).not.toContain('ikeja')
  await main.getByRole('button', { name: 'Not accepted 1' }).click()
  await expect(entries(appPage)).toHaveCount(1)
  await expectAccessible(page, 'outbox, searched')
  await expectFits(page, 'outbox, searched')
  await box(appPage).fill('nowhere at all')
  await expect(main.getByText('Nothing in this group matches “nowhere at all”.')).toBeVisible()
  await expectAccessible(page, 'outbox, nothing found')
  await main.getByRole('button', { name: 'Clear the search' }).click()
  await main.getByRole('button', { name: 'All 4' }).click()
  await expect(entries(appPage)).toHaveCount(4)
  expect(server.arrivals('create-keke-claim')).toBe(3)
})

test(
  'a row’s menu and the claims before and after it are reached from the keyboard',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await connected.page()
    const { page } = appPage
    await appPage.showClaims()
    await appPage.main.getByRole('button', { name: 'Pause sending' }).click()
    await accept(appPage, [
      claimSubmission({ policyNumber: policy }),
      claimSubmission({ policyNumber: other }),
    ])
    const more = appPage.entry(policy).getByRole('button', { name: `More for ${policy}` })
    await more.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await expectAccessible(page, 'menu of an entry')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Discard' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(more).toBeFocused()

    // The newest is the first.
    await appPage.openEntry(other)
    await page.keyboard.press('Alt+ArrowDown')
    const first = appPage.entry(other).getByRole('region', { name: 'Details' })
    const second = appPage.entry(policy).getByRole('region', { name: 'Details' })
    await expect(second).toBeVisible()
    await expect(first).toBeHidden()
    await expect(appPage.entry(policy).getByRole('button', { name: policy, exact: true })).toBeFocused()
    await expect(second.getByRole('button', { name: 'Next claim' })).toBeDisabled()
    await second.getByRole('button', { name: 'Previous claim' }).click()
    await expect(first).toBeVisible()
    await expectAccessible(page, 'outbox, one opened')
  },
)

test('the claims of the list are gone through in its order', { tag: '@longer' }, async ({ connected }) => {
  const appPage = await connected.page()
  const { page, main } = appPage
  await appPage.goTo('Claims')
  const rows = main.getByRole('grid', { name: 'Claims' }).locator('[data-index]')
  await rows.nth(2).waitFor()
  await main.getByRole('searchbox').fill('KKP KN')
  await main
    .getByRole('grid')
    .getByRole('button', { name: /policy/i })
    .click()
  await rows.nth(2).waitFor()
  const policies: string[] = []
  for (const index of [0, 1, 2])
    policies.push((await rows.nth(index).locator('p').first().innerText()).trim())
  // The screen is told by its policy.
  expect(new Set(policies).size).toBe(3)
  await rows.nth(0).click()
  const title = (at: number): Locator =>
    main.getByRole('heading', { level: 1, name: `Claim of policy ${policies[at] ?? ''}` })
  await title(0).waitFor()
  const previous = main.getByRole('button', { name: 'Previous claim' })
  const next = main.getByRole('button', { name: 'Next claim' })
  await expect(previous).toBeDisabled()
  await page.keyboard.press('Alt+ArrowDown')
  await title(1).waitFor()
  await next.press('Enter')
  await title(2).waitFor()
  await expect(next, 'there are three').toBeDisabled()
  await expect(previous, 'what was pressed cannot keep the focus').toBeFocused()
  await page.keyboard.press('Enter')
  await title(1).waitFor()
  await expect(previous).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await title(0).waitFor()
  await expectAccessible(page, 'claim of a list')
  await page.goBack()
  await main.getByRole('heading', { level: 1, name: 'Claims' }).waitFor()
})

test('the search over everything opens the claim first, finds it by place, and has its slip', async ({
  connected,
}) => {
  const appPage = await connected.page()
  const { page } = appPage
  await accept(appPage, [
    claimSubmission({ policyNumber: unknown, occurrenceAddress: '9 Broad Street, Ikeja' }),
  ])
  await appPage.showClaims()
  await expect(appPage.entry(unknown)).toContainText('Not accepted')
  // The newer one, which would be the first if all were sorted by time.
  await accept(appPage, [pharmacySubmission(unknown)])
  await expect(appPage.entry('Test Pharmacy')).toContainText('Not accepted')
  await accept(appPage, [claimSubmission({ policyNumber: policy, claimantIdentification: 'NIN-TEST-7788' })])
  await expect(appPage.entry(policy)).toContainText('Received')

  // Typed at once: the letters are for the box of the palette, not for that of the screen.
  await box(appPage).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(unknown.toLowerCase())
  await expect(page.getByRole('combobox')).toHaveValue(unknown.toLowerCase())
  // It is behind the dialog, and so out of the accessibility tree.
  await expect(page.locator('main input[type=search]')).toHaveValue('')
  await expect(options(appPage).first()).toContainText('Keke claim')
  await expect(options(appPage).first()).toContainText('Not accepted')
  await expect(options(appPage).first()).toHaveAttribute('data-highlighted', '')
  await expect(options(appPage).filter({ hasText: 'Test Pharmacy' })).toContainText('Not accepted')
  await expectAccessible(page, 'palette with claims and requests')
  await page.keyboard.press('Enter')
  await expect(appPage.entry(unknown).getByRole('button', { name: unknown, exact: true })).toBeFocused()
  await expect(appPage.entry(unknown).getByRole('region', { name: 'Details' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('broad ikeja')
  await expect(options(appPage).first()).toContainText(unknown)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('nin-test-7788')
  await expect(options(appPage).first()).toContainText(policy)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Customer’s slip' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const slip = page.getByRole('dialog', { name: 'Customer’s slip' })
  await expect(slip).toContainText(policy)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
