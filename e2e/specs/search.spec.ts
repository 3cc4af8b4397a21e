import type { Locator } from 'playwright-core'
import { newBranchReference } from '#shared/domain/identifier.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

test.describe.configure({ mode: 'default' })

const policy = policyOf('keke')
const other = policyOf('keke', 1)
const unknown = 'KKP/0000/XX/000000'

const rows = ({ main }: AppPage): Locator =>
  main.getByRole('grid', { name: 'Claims' }).locator('[data-index]')
const box = ({ main }: AppPage): Locator => main.getByRole('searchbox', { name: 'Search in all fields' })
const options = (appPage: AppPage): Locator => appPage.page.getByRole('option')

test('claims are searched as it is typed, by what their rows do not show, together with their group', async ({
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
      { policyNumber: unknown, occurrenceAddress: 'Zanzibar Road, Ikeja' },
      { branchReference: newBranchReference() },
    ),
    claimSubmission({ policyNumber: other }, { branchReference: newBranchReference() }),
  ])
  await appPage.showClaims()
  for (const received of [policy, other])
    await expect(appPage.entry(received)).toHaveAttribute('data-situation', 'received')
  await expect(appPage.entry(unknown)).toContainText('Not accepted')
  for (const [text, found] of [
    ['9 broad ikeja', [policy]],
    ['nin-test-7788', [policy]],
    [reference.toLowerCase(), [policy]],
    [reference.replace('-', ''), [policy]],
    [other.toLowerCase().replaceAll('/', ' / '), [other]],
    ['zanzibar ikeja', [unknown]],
  ] as const) {
    await box(appPage).fill(text)
    await expect(rows(appPage), text).toHaveCount(found.length)
    for (const name of found) await expect(appPage.entry(name), text).toBeVisible()
    await expect(main.getByRole('status').filter({ hasText: `${found.length} claim` })).toBeAttached()
  }
  await box(appPage).fill('ikeja')
  for (const found of [policy, unknown]) await expect(appPage.entry(found)).toBeVisible()
  // What is searched for is no part of the address.
  expect(page.url()).not.toContain('ikeja')
  await main.getByRole('button', { name: /^Needs you.*1 claim$/ }).click()
  await expect(rows(appPage)).toHaveCount(1)
  await expect(appPage.entry(unknown)).toBeVisible()
  await expectAccessible(page, 'claims, searched')
  await expectFits(page, 'claims, searched')
  await box(appPage).fill('nowhere at all')
  await expect(main.getByText('No matching claims')).toBeVisible()
  await expectAccessible(page, 'claims, nothing found')
  await main.getByRole('button', { name: 'Clear the filters' }).last().click()
  await expect(appPage.entry(unknown), 'the group stays').toBeVisible()
  await expect(rows(appPage)).toHaveCount(1)
  await appPage.showClaims()
  for (const all of [policy, unknown, other]) await expect(appPage.entry(all)).toBeVisible()
  expect(server.arrivals('create-keke-claim')).toBe(3)
})

test('the search over everything opens the claim first, finds it by place, and has its slip', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { page } = appPage
  const mine = policyOf('keke', 2)
  const mistaken = 'KKP/0000/XX/000001'
  await accept(appPage, [
    claimSubmission({ policyNumber: mistaken, occurrenceAddress: '9 Odeku Street, Ikeja' }),
  ])
  await appPage.showClaims()
  await expect(appPage.entry(mistaken)).toContainText('Not accepted')
  // The newer one, which would be the first if all were sorted by time.
  await accept(appPage, [pharmacySubmission(mistaken)])
  await accept(appPage, [claimSubmission({ policyNumber: mine, claimantIdentification: 'NIN-TEST-7799' })])
  await expect(appPage.entry(mine)).toHaveAttribute('data-situation', 'received')

  // Typed at once: the letters are for the box of the palette, not for that of the screen.
  await box(appPage).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(mistaken.toLowerCase())
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue(mistaken.toLowerCase())
  // It is behind the dialog, and so out of the accessibility tree.
  await expect(page.locator('main input[type=search]')).toHaveValue('')
  const found = (group: string): Locator => page.getByRole('group', { name: group }).getByRole('option')
  await expect(options(appPage).first()).toContainText('Keke claim')
  await expect(options(appPage).first()).toContainText('Not accepted')
  await expect(options(appPage).first()).toHaveAttribute('data-highlighted', '')
  await expect(found('Claims')).toHaveCount(1)
  await expect(found('Pharmacy requests').filter({ hasText: 'Test Pharmacy' })).toContainText('Not accepted')
  await expectAccessible(page, 'palette with claims and requests')
  await page.keyboard.press('Enter')
  await appPage.main.getByRole('heading', { level: 1, name: mistaken }).waitFor()
  await expect(appPage.main.getByRole('heading', { level: 2, name: 'Not accepted' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('odeku ikeja')
  await expect(options(appPage).first()).toContainText(mistaken)
  await page.keyboard.press('Escape')

  // A draft is found beside what the insurer lists of its policy.
  const listed = server.claims('keke').at(0)?.policy_number ?? ''
  await appPage.newClaim('keke')
  await appPage.field('Policy number').fill(listed)
  await expect(appPage.main.getByTestId('save-state')).toContainText('Saved on this computer')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(listed)
  await expect(found('Claims').filter({ hasText: 'Draft' })).toHaveCount(1)
  await expect(found('Claims').filter({ hasText: 'Status' })).not.toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('nin-test-7799')
  await expect(options(appPage).first()).toContainText(mine)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Customer’s slip' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const slip = page.getByRole('dialog', { name: 'Customer’s slip' })
  await expect(slip).toContainText(mine)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

// The last: it leaves the list sorted.
test('the claims of the list are gone through in its order', { tag: '@longer' }, async ({ connected }) => {
  const appPage = await connected.page()
  const { page, main } = appPage
  await appPage.showClaims()
  await rows(appPage).nth(2).waitFor()
  await box(appPage).fill('KKP KN')
  await main.getByRole('grid').getByRole('button', { name: 'Sort by Policy' }).click()
  await expect(main.getByRole('columnheader', { name: 'Policy' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(appPage)).toHaveCount(3)
  const policies: string[] = []
  for (const index of [0, 1, 2]) {
    const cell = rows(appPage).nth(index).getByRole('gridcell').nth(1)
    policies.push((await cell.getAttribute('title')) ?? '')
  }
  // The screen is told by its policy.
  expect(new Set(policies).size).toBe(3)
  await rows(appPage).nth(0).click()
  await appPage.openWholePage()
  const title = (at: number): Locator => main.getByRole('heading', { level: 1, name: policies[at] ?? '' })
  await title(0).waitFor()
  const more = main.getByRole('button', { name: 'More', exact: true })
  await more.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem').last()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(more).toBeFocused()
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

  // The list is where it was left.
  await main.getByRole('button', { name: 'Clear the filters' }).click()
  await rows(appPage).nth(3).waitFor()
  await rows(appPage).nth(0).press('End')
  const left = main.getByRole('grid').locator('[data-index]:focus')
  await expect(left).not.toHaveAttribute('data-index', '0')
  const index = (await left.getAttribute('data-index')) ?? ''
  await page.keyboard.press('Enter')
  await main.getByRole('link', { name: 'Whole page' }).press('Enter')
  await main.getByRole('link', { name: 'Claims', exact: true }).click()
  await expect(main.locator(`[data-index="${index}"]`)).toBeInViewport()
  await expect(main.locator(`[data-index="${index}"]`)).toHaveAttribute('tabindex', '0')
})
