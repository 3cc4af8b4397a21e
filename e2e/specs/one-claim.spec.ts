import { policyOf } from '../pages/app-page.ts'
import { launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'

test('one claim from the first letter until it is decided: Today, list, page, slip, search and notice agree', async ({
  launch,
  dataDir,
  server,
}) => {
  const policy = policyOf('keke')
  const settings = { statusNames: { '0': 'New', '2': 'Approved' }, finalStatuses: ['2'] }
  const connected = await launchConnected(launch, dataDir, server, { settings })
  const { app } = connected
  const desk = await connected.page()
  const { main, page } = desk
  // Where a claim has a page of its own, not a place beside the list.
  await page.setViewportSize({ width: 1024, height: 700 })
  const badge = main.getByRole('heading', { level: 2 }).first()
  let reference = ''
  let address = ''

  await test.step('it is captured without a connection, and keeps one address from its draft on', async () => {
    await server.disconnect()
    await desk.newClaim('keke')
    await desk.fillClaim({ policyNumber: policy, occurrenceAddress: 'Sapele Road, Benin' })
    await desk.showClaims('Drafts')
    await desk.entry(policy).click()
    await desk.field('Policy number').waitFor()
    address = page.url()
    await desk.submit()
    expect(page.url()).toBe(address)
    reference = (await main.locator('.font-mono').first().innerText()).trim()
    await desk.showClaims('On its way')
    await expect(desk.entry(policy)).toContainText('Waiting')
  })

  await test.step('it is sent by itself, and its page says so', async () => {
    await server.reconnect()
    await desk.openEntryFrom('Received', policy)
    expect(page.url()).toBe(address)
    await expect(main.getByRole('list', { name: 'How far it is' })).toContainText('Received')
    await expect(main.getByRole('heading', { level: 2, name: 'Delivery' })).toBeVisible()
  })

  await test.step('the insurer decides: a notification, Today, and a dot in the list until it is opened', async () => {
    await desk.goTo('Today')
    await app.focusWindow(false)
    server.behave({ decided: { [policy]: '2' } })
    await request(page, 'claims:refresh-lists', { afterNews: true })
    const news = main.getByRole('list', { name: 'New from the insurer' }).getByRole('listitem')
    await expect(news).toContainText('Approved')
    await app.passTime(60_000)
    await expect
      .poll(async () => (await app.notifications()).map(({ title }) => title))
      .toContain('The insurer changed the status of 1 claim')
    await app.focusWindow(true)
    await desk.showClaims('Received')
    await expect(desk.entry(policy).getByTitle('Changed since it was last opened')).toBeVisible()
    await desk.entry(policy).first().click()
    await expect(badge).toHaveText('Approved')
    await desk.goTo('Today')
    await expect(main.getByText('Nothing needs you.')).toBeVisible()
  })

  await test.step('the slip says what the insurer said, and when', async () => {
    await desk.openEntryFrom('Received', policy)
    await main.getByRole('button', { name: 'Customer’s slip' }).click()
    const slip = page.getByRole('dialog', { name: 'Customer’s slip' })
    await expect(slip).toContainText(/Its status .*: Approved\./)
    await expect(slip).not.toContainText('not decided')
    await page.keyboard.press('Escape')
  })

  await test.step('it is found by its place, with its status', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('sapele')
    const found = page.getByRole('option', { name: new RegExp(policy) })
    await expect(found).toContainText('Approved')
    await page.keyboard.press('Enter')
    await expect(badge).toHaveText('Approved')
    expect(page.url()).toBe(address)
  })

  await test.step('a mistake in it: marked, replaced, and with the officer until the insurer was told', async () => {
    await main.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Something is wrong' }).click()
    const dialog = page.getByRole('dialog', { name: 'Something is wrong with this claim' })
    await dialog.getByLabel('Reference of the claim that replaces it').fill('7F3K-92QD')
    await dialog.getByRole('button', { name: 'Mark as wrong' }).click()
    await expect(badge).toHaveText('Something is wrong')
    await expect(main.getByText('Replaced by the claim with reference 7F3K-92QD.')).toBeVisible()
    await desk.goTo('Today')
    await main.getByRole('button', { name: `The insurer was told: ${policy}` }).click()
    await expect(main.getByText('Nothing needs you.')).toBeVisible()
    await desk.showClaims('Received')
    await expect(desk.entry(policy)).toContainText('Approved')
  })
  expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
})
