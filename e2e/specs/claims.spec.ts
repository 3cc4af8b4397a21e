import type { Locator } from 'playwright-core'
import { toWireClaim } from '#main/insurer/api/wire/claim.ts'
import { claimSubmission, madeUpClaim } from '#testing/outbox/made-up.ts'
import { proofSize, recordFigure } from '#testing/proof.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { claimFieldNames } from '#shared/domain/claim-fields.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { dayBefore, shownDay } from '../support/day-before.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { tasksOf } from '../support/processor-time.ts'
import { request } from '../support/request.ts'

test.describe.configure({ mode: 'default' })

/** Rows of other branches of each product, too many to be read to their end by themselves. */
const others = proofSize('CLAIMS_DESK_LISTED', { short: 5_000, medium: 50_000, long: 50_000 })

const grid = ({ main }: AppPage): Locator => main.getByRole('grid', { name: 'Claims' })
const rows = (appPage: AppPage): Locator => grid(appPage).locator('[data-index]')
const box = ({ main }: AppPage): Locator => main.getByRole('searchbox', { name: 'Search in all fields' })
const title = ({ main }: AppPage): Locator => main.getByRole('heading', { level: 1 })
const reading = ({ main }: AppPage): Locator => main.getByRole('region', { name: 'Keke list' })
const hasClaims = async (appPage: AppPage, count: number): Promise<void> =>
  await expect(grid(appPage)).toHaveAttribute('aria-rowcount', String(count + 1))
const allOf = (server: TestInsurer): number => server.claims('keke').length + server.claims('okada').length

const hourMs = 60 * 60_000

/** The rows that can be seen whole, where the first begins, and policy numbers that are cut or broken. Runs in the page. */
function wholeRows(): {
  readonly rows: number
  readonly first: number
  readonly mainScrolls: boolean
  readonly cut: readonly string[]
} {
  const box = document.querySelector('[role=grid] > [role=rowgroup]:last-child')?.getBoundingClientRect()
  const all = [...document.querySelectorAll('[data-index]')]
  const seen = all.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return box !== undefined && top >= box.top && bottom <= box.bottom
  })
  const policies = seen.flatMap((row) => [
    ...row.querySelectorAll<HTMLElement>('.tabular-nums.wrap-anywhere'),
  ])
  const { scrollHeight = 0, clientHeight = 0 } = document.querySelector('main') ?? {}
  return {
    rows: seen.length,
    first: Math.round(all[0]?.getBoundingClientRect().top ?? 0),
    mainScrolls: scrollHeight > clientHeight,
    cut: policies
      .filter(({ scrollWidth, clientWidth, clientHeight: high }) => scrollWidth > clientWidth || high > 20)
      .map((policy) => policy.innerText),
  }
}

test('claims of all kinds are one list, each once, which is narrowed, sorted, and gone through with the keyboard', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { main, page } = appPage
  const [ours, waiting] = [policyOf('keke'), policyOf('okada')]
  const reference = newBranchReference()
  const customer = { name: 'Ngozi Made-up Olúwaṣeun', phone: '' }
  await appPage.goTo('Claims')
  await hasClaims(appPage, allOf(server))

  await test.step('what waits, what was received and what only the insurer has', async () => {
    const claim = { policyNumber: ours, claimantIdentification: 'NIN-TEST-7788' }
    const { id, body } = claimSubmission(claim, { branchReference: reference })
    await accept(appPage, [{ id, body: { ...body, customer } }])
    await appPage.showClaims('Received')
    await expect(appPage.entry(ours)).toHaveAttribute('data-situation', 'received')
    await server.disconnect()
    await accept(appPage, [claimSubmission({ policyNumber: waiting }, { product: 'okada' })])
    await appPage.showClaims('On its way')
    await expect(appPage.entry(waiting)).toContainText('Waiting')
    await server.reconnect()
    await request(page, 'engine:try-now')
    await appPage.showClaims()
    // Received, and found in the list that is fetched again by itself.
    await expect(appPage.entry(waiting)).toContainText('Status 0')
    await hasClaims(appPage, allOf(server))
  })

  await test.step('found by what their rows do not show', async () => {
    for (const text of ['nin-test-7788', reference.replace('-', '').toLowerCase()]) {
      await box(appPage).fill(text)
      await expect(rows(appPage), text).toHaveCount(1)
      await expect(appPage.entry(ours), text).toBeVisible()
    }
    // What is searched for is no part of the address.
    expect(page.url()).not.toContain(reference.slice(0, 4).toLowerCase())
    await box(appPage).fill('nowhere at all')
    await expect(main.getByText('No matching claims')).toBeVisible()
    await main.getByRole('button', { name: 'Clear the filters' }).last().click()
    await hasClaims(appPage, allOf(server))
  })

  await test.step('by product and status, the dearest first', async () => {
    const inStatus = server.claims('okada').filter(({ status }) => status === '2')
    await main.getByRole('combobox', { name: 'Product' }).selectOption('Okada')
    await main
      .getByRole('combobox', { name: 'Status at the insurer' })
      .selectOption({ label: `Status 2 (${inStatus.length})` })
    await main.getByRole('button', { name: 'Sort by Estimate' }).click()
    const dearest = Math.max(...inStatus.map(({ estimate_of_repair: estimate }) => estimate))
    await expect(rows(appPage).first()).toContainText(dearest.toLocaleString('en'))
    await hasClaims(appPage, inStatus.length)
  })

  await test.step('opened beside the list, on its own page, and the next one from there', async () => {
    const policy = await rows(appPage).first().getByText(/^OKP/).innerText()
    await rows(appPage).first().press('Enter')
    const beside = main.getByRole('complementary', { name: 'The selected claim' })
    await expect(beside.getByRole('heading', { level: 2, name: 'Status 2' })).toBeVisible()
    await beside.getByRole('link', { name: 'Whole page' }).press('Enter')
    await expect(title(appPage)).toHaveText(policy)
    const previous = main.getByRole('button', { name: 'Previous claim' })
    const next = main.getByRole('button', { name: 'Next claim' })
    // Which claims are beside it is known after its title; a key before that leads nowhere.
    await expect(next).toBeEnabled()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(previous).toBeEnabled()
    await expect(title(appPage)).not.toHaveText(policy)
    // The screen takes the focus when it is there.
    await expect(title(appPage)).toBeFocused()
    await previous.press('Enter')
    await expect(title(appPage)).toHaveText(policy)
    await expect(previous).toBeDisabled()
    // What was pressed cannot keep the focus.
    await expect(next).toBeFocused()
    // Back leads to the list as it was left.
    await page.goBack()
    await expect(rows(appPage).first()).toContainText(policy)
    await main.getByRole('button', { name: 'Clear the filters' }).click()
  })

  await test.step('thirteen rows of them in a small window, beneath one line, and nothing else scrolls', async () => {
    await hasClaims(appPage, allOf(server))
    await main.getByRole('button', { name: 'Sort by Time' }).click()
    await page.setViewportSize({ width: 1024, height: 700 })
    await expect
      .poll(() => page.evaluate(wholeRows))
      .toEqual({ rows: 13, first: 170, mainScrolls: false, cut: [] })
    await expect(appPage.entry(ours)).toContainText(customer.name)
    await page.setViewportSize({ width: 1366, height: 768 })
    await appPage.openEntry(ours)
    await expect
      .poll(() => page.evaluate(wholeRows))
      .toEqual({ rows: 15, first: 170, mainScrolls: false, cut: [] })
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})

test('a claim whose text the insurer lost is recognised by an officer, and never sent twice', async ({
  connected,
  server,
}) => {
  const policy = policyOf('keke', 3)
  /** How many claims of the policy the insurer holds. */
  const held = (): number => server.claims('keke').filter((claim) => claim.policy_number === policy).length
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
  expect(held()).toBe(1)

  await appPage.showClaims()
  await appPage.act(policy, 'Is this it?')
  const dialog = page.getByRole('dialog', { name: 'Is this it?' })
  await expect(dialog).toContainText(`Look at 1 of ${claimFieldNames.length} fields: What happened.`)
  const whatHappened = dialog.getByRole('row').filter({ hasText: 'What happened' })
  await expect(whatHappened).toContainText('Missing at the insurer')
  await expectAccessible(page, 'comparing two claims')
  await expectFits(page, 'comparing two claims')
  await dialog.getByRole('button', { name: 'This is it' }).click()
  await expect(dialog).toContainText('The claim counts as received')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(statusLine).not.toContainText('needs you')
  await connected.app.passTime(hourMs)
  expect(held()).toBe(1)
  await main.getByRole('searchbox').fill(policy)
  await expect(appPage.entry(policy), 'ours and the insurer’s row are one').toHaveCount(1)
  await expect(await appPage.openEntry(policy)).toContainText(
    'An officer marked or recognised it as received.',
  )
})

test(
  'a policy is asked about: none, or several claims, each of which leads to the others',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const { main } = appPage
    await appPage.lookUp('Keke', policyOf('keke', 1))
    await expect(main).toContainText('The insurer says: “No claim was made on this policy.”')
    const policy =
      server.claims('keke').findLast(({ deleted_at }) => deleted_at === null)?.policy_number ?? ''
    const known = server.claims('keke').filter(({ policy_number: number }) => number === policy).length
    await accept(appPage, [claimSubmission({ policyNumber: policy, occurrenceDate: dayBefore(100) })])
    await appPage.showClaims()
    await box(appPage).fill(policy)
    await expect(rows(appPage)).toHaveCount(known + 1)
    await box(appPage).fill('')
    await appPage.lookUp('Keke', policy)
    await expect(main).toContainText('does not say which this is')
    const all = main
      .getByRole('region', { name: 'Claims of this policy that are known here' })
      .getByRole('listitem')
    await expect(all).toHaveCount(known + 1)
    await all
      .filter({ hasText: shownDay(dayBefore(100)) })
      .getByRole('link')
      .click()
    await main.getByRole('heading', { name: 'Delivery' }).waitFor()
    await expect(all).toHaveCount(known)
  },
)

test(
  'each reason for a hold is shown, and the hold ends without loss',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const { main, statusLine } = appPage
    const [keke, okada] = [policyOf('keke', 2), policyOf('okada', 1)]
    const [kekes, okadas] = [server.arrivals('create-keke-claim'), server.arrivals('create-okada-claim')]
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
      expect(server.arrivals('create-keke-claim')).toBe(kekes + 1)
      // And a random part of twenty seconds, so that not all branches come back at once.
      await connected.app.passTime(40_000)
      await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
      expect(server.arrivals('create-keke-claim')).toBe(kekes + 2)
    })

    await test.step('something else answers: nothing is sent until an officer has signed in to the network', async () => {
      server.faults.set('every-endpoint', { type: 'html' })
      await appPage.choose('Try now')
      await expect(statusLine).toContainText('The network may want you to sign in or buy data.')
      await expect(main.getByText('Open a web page in a browser')).toBeVisible()
      await accept(appPage, [claimSubmission({ policyNumber: okada }, { product: 'okada' })])
      await expect(appPage.entry(okada)).toContainText('Waiting')
      expect(server.arrivals('create-okada-claim')).toBe(okadas)
      server.faults.clear()
      await request(appPage.page, 'engine:try-now')
      await expect(appPage.entry(okada)).toHaveAttribute('data-situation', 'received')
    })
  },
)

/** As many rows as the list holds ready. */
const manyRows = 60
/** Escapes within escapes, and the reference behind them: what an officer of any branch may type as what happened. */
const worst = `${'<!x>\\%5c&#92;&amp;_x005c_=5c'.repeat(15)}[Ref 7F3K-92QD] Hit by a bus.`

/**
 * A list that opens so slowly is another kind of work: without their bounds, both of these took fifty times the plain
 * one. A busy machine alone makes two of one.
 */
const another = (plainMs: number): number => 10 * plainMs

/** Opens the list at its newest claim. @returns processor time of the page's longest task, in ms: the least of three times */
async function longestOf(appPage: AppPage, first: string): Promise<number> {
  const longest: number[] = []
  await appPage.showClaims('Received')
  for (let time = 0; time < 3; time += 1) {
    await appPage.goTo('Today')
    const tasks = await tasksOf(appPage.page, async () => {
      await appPage.goTo('Claims')
      await appPage.main.getByRole('row').filter({ hasText: first }).first().waitFor()
    })
    longest.push(tasks[0] ?? Number.NaN)
  }
  return Math.min(...longest)
}

test(
  'a list of the worst texts opens as a plain one does',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    await appPage.page.setViewportSize({ width: 1600, height: 1000 })
    const show = async (text: string): Promise<void> => {
      for (let n = 0; n < manyRows; n += 1)
        server.makeAnotherClaim('keke', { policyNumber: policyOf('keke'), incidentDetails: text })
      await appPage.updateLists()
    }
    await show('Hit by a tree.')
    const plainMs = await longestOf(appPage, 'Hit by a tree.')
    await show(worst)
    // The reference, and what stands before it, are not shown.
    const worstMs = await longestOf(appPage, 'Hit by a bus.')
    recordFigure({
      proof: 'fuzzed-answers',
      tried: { rows: manyRows },
      seen: { 'longest task, plain (ms)': Math.round(plainMs), 'worst (ms)': Math.round(worstMs) },
    })
    expect(worstMs).toBeLessThan(another(plainMs))
  },
)

test(
  `a large list, here of ${others.toLocaleString('en')} claims, is read when an officer asks, and walked through`,
  { tag: '@longer' },
  async ({ connected, server }) => {
    test.setTimeout(180_000)
    server.behave({ list: { otherRows: others, etag: true } })
    const appPage = await connected.page()
    const { main, page } = appPage
    const update = (product: string): Locator =>
      main.getByRole('button', { name: `Update the ${product} list` })
    await appPage.showClaims()
    await appPage.openLists()
    await expect(update('keke')).toHaveAccessibleDescription(/More than 2[\d.]* MB\./)
    await expectAccessible(page, 'large lists')
    await expectFits(page, 'large lists')
    await main.getByRole('button', { name: 'Update both' }).click()
    await expect(grid(appPage)).toHaveAttribute('aria-rowcount', String(2 * others + allOf(server) + 1), {
      timeout: 90_000,
    })
    await expect(reading(appPage)).toContainText(/Last read \d\d:\d\d\. About [\d.]+ MB/)
    await expect(main.getByRole('button', { name: /^Lists \d\d:\d\d$/ })).toBeVisible()
    await expectAccessible(page, 'a large list, read')
    await page.keyboard.press('Escape')

    await test.step('with one scroll bar, that of the list', async () => {
      const scrolled = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((element) => element.scrollHeight > element.clientHeight + 1)
          .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
          .map((element) => element.closest('[role=grid]')?.getAttribute('aria-label') ?? element.tagName),
      )
      expect(scrolled).toEqual(['Claims'])
    })
    await test.step('to its last claim', async () => {
      await main.getByLabel('Product').selectOption('Okada')
      const okadas = others + server.claims('okada').length
      await hasClaims(appPage, okadas)
      await rows(appPage).first().press('End')
      const last = grid(appPage).locator(`[aria-rowindex="${okadas + 1}"]`)
      await expect(last).toBeFocused()
      // It has the focus before main has sent what stands in it.
      await expect(last).toContainText(/OKP\/20\d\d/)
      await page.keyboard.press('Enter')
      await main.getByRole('heading', { name: /^OKP\/20\d\d/ }).waitFor()
      await appPage.goTo('Claims')
      await main.getByRole('button', { name: 'Clear the filters' }).click()
      await hasClaims(appPage, 2 * others + allOf(server))
    })
    await test.step('a reading that is stopped leaves the list as it was', async () => {
      const before = (await grid(appPage).getAttribute('aria-rowcount')) ?? ''
      server.behave({ list: { endless: true } })
      await appPage.openLists()
      await update('keke').click()
      await expect(reading(appPage)).toContainText(/MB so far, [\d,]+ claims\. Until then, the list of/)
      await expectAccessible(page, 'a large list, being read')
      await reading(appPage).getByRole('button', { name: 'Stop reading the keke list' }).click()
      await expect(reading(appPage)).toContainText(/Stopped\. The list of \d\d:\d\d is unchanged\./)
      await expect(grid(appPage)).toHaveAttribute('aria-rowcount', before)
      await expectAccessible(page, 'a large list, stopped')
    })
    await test.step('as one does that is cut off', async () => {
      server.behave({ list: { otherRows: others } })
      server.faults.set('list-keke-claims', { type: 'truncate', times: 1 })
      await update('keke').click()
      await expect(main.getByRole('status').filter({ hasText: 'could not be updated' })).toBeVisible()
      await expectAccessible(page, 'a large list, cut off')
    })
  },
)

test(
  'a list with a long status in each row opens as a plain one does',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    await appPage.page.setViewportSize({ width: 1600, height: 1000 })
    const show = async (details: string, status: (at: number) => string): Promise<void> => {
      const row = {
        ...toWireClaim(madeUpClaim({ incidentDetails: details }), ''),
        created_at: '2026-11-20 09:00:00',
      }
      const data = Array.from({ length: 10_000 }, (_none, at) => ({
        ...row,
        id: at + 1,
        policy_number: `KKP/2026/LA/${100_000 + at}`,
        status: status(at),
      }))
      server.faults.set('list-keke-claims', { type: 'wrong-shape', body: { success: true, data } })
      // Of this length, it is read only when somebody asks.
      await appPage.updateLists('Update the keke list')
    }
    await show('Hit by a tree.', () => '0')
    const plainMs = await longestOf(appPage, 'Hit by a tree.')
    await show('Hit by a bus.', (at) => `${at} `.padEnd(2000, 'a status '))
    const longMs = await longestOf(appPage, 'Hit by a bus.')
    recordFigure({
      proof: 'fuzzed-answers',
      tried: { statuses: 10_000 },
      seen: { 'longest task, plain (ms)': Math.round(plainMs), 'long (ms)': Math.round(longMs) },
    })
    expect(longMs).toBeLessThan(another(plainMs))
  },
)
