import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { recordFigure } from '#testing/proof.ts'
import type { Product } from '#shared/domain/product.ts'
import { type AppPage, policyOf } from '../pages/app-page.ts'
import { madeUpNote } from '../support/canary-values.ts'
import { accept } from '../support/connected.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'
import { request } from '../support/request.ts'

test.describe.configure({ mode: 'default' })

const [sent, received] = [policyOf('keke', 1), policyOf('keke', 2)]
const place = 'Under the bridge at Ojuelegba'

const said = ({ main }: AppPage): Locator => main.getByRole('region', { name: 'What the insurer said' })
const history = ({ main }: AppPage): Locator => main.getByRole('list', { name: 'Delivery' })
const customer = ({ main }: AppPage): Locator => main.getByRole('heading', { name: 'Customer' })

const keke = policyOf('keke')
const okada = policyOf('okada')
const figure = (trouble: string): void =>
  recordFigure({
    proof: 'disk-faults',
    tried: { part: `on screen: ${trouble}`, runs: 1 },
    seen: { broken: 0 },
  })

/** Limits the size of files of a running process, in bytes; null lifts the limit. */
function limitFiles(pid: number, bytes: number | null): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:unlimited`])
}

/** Takes all room that is left, while others write there too. */
function fillUp(file: string): void {
  try {
    for (;;) appendFileSync(file, Buffer.alloc(4096))
  } catch (thrown) {
    if (!(thrown instanceof Error) || !('code' in thrown) || thrown.code !== 'ENOSPC') throw thrown
  }
}

/** That a claim was not submitted, beside its button. */
const refusal = ({ main }: AppPage) => main.locator('footer').getByRole('alert')

test(
  'killed at its work, a desk has everything again without a connection, and sends nothing twice',
  { tag: '@longer' },
  async ({ connected, server }) => {
    test.slow()
    const listed = (product: Product): string =>
      server.claims(product).findLast(({ deleted_at }) => deleted_at === null)?.policy_number ?? ''
    let appPage = await connected.page()
    let pharmacy = ''
    const inGroup = ({ main }: AppPage): Promise<string> =>
      main.getByRole('button', { name: /^Received/ }).innerText()
    let counted = ''

    await test.step('a claim at the insurer is shown masked, and kept because the officer says so', async () => {
      const phone = appPage.main.getByRole('button', { name: 'Show Phone' })
      for (const product of ['keke', 'okada'] as const) {
        await appPage.lookUp(product === 'keke' ? 'Keke' : 'Okada', listed(product))
        await phone.waitFor()
        await expect(appPage.main).not.toContainText('0800000')
      }
      await phone.click()
      await expect(appPage.main).toContainText('0800000')
      await appPage.main.getByRole('button', { name: 'Save for offline use' }).click()
      await expect(appPage.main).toContainText('Saved on this computer')
    })

    await test.step('a received claim gets a note', async () => {
      await accept(appPage, [claimSubmission({ policyNumber: received })])
      await appPage.openEntryFrom('Received', received)
      await appPage.main.getByRole('textbox', { name: 'Note' }).fill(madeUpNote)
      await appPage.main.getByRole('button', { name: 'Ask now' }).click()
      await expect(appPage.page.getByRole('status').filter({ hasText: 'Note saved.' })).toBeAttached()
      await expect(said(appPage)).toContainText('First seen: Status 0.')
      counted = await inGroup(appPage)
    })

    await test.step('one request is in doubt, one claim being sent, and one half written', async () => {
      server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit', times: 1 })
      server.faults.set('create-keke-claim', { type: 'hang', when: 'after-commit', times: 1 })
      pharmacy = await appPage.requestPharmacy(received)
      await appPage.showRequests()
      await expect(appPage.entry(pharmacy)).toContainText('Needs your decision')
      await appPage.newClaim('okada')
      await appPage.field('Place of the incident').pressSequentially(place)
      await expect(appPage.main.getByText('Saved on this computer')).toBeVisible()
      await accept(appPage, [claimSubmission({ policyNumber: sent })])
      await server.arrived('create-keke-claim', 2)
    })

    await connected.app.kill()
    await server.disconnect()
    appPage = await connected.killAndRestart()

    await test.step('the draft is recovered with its last letter', async () => {
      await appPage.showClaims('Needs you')
      await appPage.entry('Recovered').click()
      await expect(appPage.main.getByTestId('missing-count')).toHaveText('9 fields left')
      await expect(appPage.field('Place of the incident')).toHaveValue(place)
    })

    await test.step('both lists, and what was written beside a claim or said of it, survive a kill', async () => {
      await appPage.showClaims('Received')
      expect(await inGroup(appPage)).toBe(counted)
      await appPage.openEntry(received)
      await expect(said(appPage)).toContainText('First seen: Status 0.')
      await expect(appPage.main.getByRole('textbox', { name: 'Note' })).toHaveValue(madeUpNote)
    })

    await test.step('a customer is known where the officer kept the claim, and nowhere else', async () => {
      await appPage.lookUp('Okada', listed('okada'))
      await expect(appPage.main).toContainText(/Saved on this computer\. From the insurer \d\d:\d\d\./)
      await expect(customer(appPage)).toBeVisible()
      await appPage.main.getByRole('button', { name: 'Remove from this computer' }).click()
      await appPage.lookUp('Okada', listed('okada'))
      await expect(appPage.main).toContainText('The insurer could not be asked')
      await expect(customer(appPage)).toHaveCount(0)
      await appPage.lookUp('Keke', listed('keke'))
      await expect(appPage.main).toContainText('The insurer could not be asked: no connection')
      await expect(customer(appPage)).toHaveCount(0)
    })

    await test.step('the claim says how sure it is: in doubt, then certain; it is never sent blindly', async () => {
      await appPage.openEntryFrom('On its way', sent)
      await expect(history(appPage)).toContainText('Try 1: sent, but Claims Desk was closed while sending.')
      await expect(history(appPage)).toContainText('It may have arrived.')
      await expect(appPage.main.getByRole('heading', { name: 'Confirming delivery' })).toBeVisible()
      await server.reconnect()
      await request(appPage.page, 'engine:try-now')
      await expect(history(appPage)).toContainText('The insurer shows it for its policy.')
      await expect(appPage.main).toContainText('The answer was lost, but the insurer shows it.')
      // What proves it received tells its status, too.
      await expect(said(appPage)).toContainText('Status 0')
      expect(server.arrivals('create-keke-claim')).toBe(2)
    })

    await test.step('the request in doubt is never resent automatically, only after a warning', async () => {
      await appPage.showRequests()
      await expect(appPage.entry(pharmacy)).toContainText('Needs your decision')
      expect(server.arrivals('request-pharmacy')).toBe(1)
      await appPage.act(pharmacy, 'Send again')
      const warning = appPage.page.getByRole('alertdialog')
      await expect(warning).toContainText('The customer may get the SMS and email twice.')
      await warning.getByRole('button', { name: 'Send again' }).click()
      await expect(appPage.main).toContainText('The insurer confirmed it.')
      await expect(history(appPage)).toContainText('An officer sent it again.')
      expect(server.arrivals('request-pharmacy')).toBe(2)
    })
  },
)

test('a failing disk is reported on screen; nothing is lost or sent twice, and work continues afterwards', async ({
  connected,
  server,
}) => {
  need(test, 'limits of Linux')
  const appPage = await connected.page()
  const pid = await connected.app.pid()
  const before = server.arrivals('create-keke-claim')
  await appPage.newClaim('keke')
  await appPage.fillClaim({ policyNumber: keke })
  limitFiles(pid, 1)
  await appPage.main.getByRole('button', { name: 'Submit claim' }).click()
  await expect(refusal(appPage)).toContainText('Claims Desk cannot use its files')
  expect(server.arrivals('create-keke-claim')).toBe(before)

  limitFiles(pid, null)
  await appPage.submit()
  await appPage.showClaims()
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received', { timeout: 40_000 })
  expect(server.arrivals('create-keke-claim')).toBe(before + 1)
  figure('no write')
})

test.describe('a full disk', () => {
  need(test, 'a disk to mount')

  test(
    'is reported as full; the claim stays in its form until there is space',
    { tag: '@longer' },
    async ({ connected, dataDir, server }) => {
      const disk = join(connected.app.dataDir, 'sandbox')
      const before = join(dataDir, 'before')
      await connected.app.quit()
      cpSync(disk, before, { recursive: true })
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
      try {
        cpSync(before, disk, { recursive: true })
        const appPage = await connected.killAndRestart()
        await appPage.newClaim('okada')
        await appPage.fillClaim({ policyNumber: okada })
        const filler = join(disk, 'filler')
        fillUp(filler)
        // From the first failed save on, before anything is submitted. Some of SQLite's log may be there to be written
        // over, so that the first saves need no room; and the whole screen may say of the disk too.
        const notSaved = appPage.main.getByRole('alert').filter({ hasText: 'What you type is not saved' })
        let words = 'Under the bridge at Ojuelegba'
        await expect(async () => {
          words += ', by the stairs'
          await appPage.field('Place of the incident').fill(words)
          await expect(notSaved).toContainText('The disk is full', { timeout: 1_000 })
        }).toPass()
        await expect(notSaved).toContainText('Delete files you do not need')
        await expect(appPage.main.getByTestId('save-state')).toContainText('Not saved')
        await appPage.main.getByRole('button', { name: 'Submit claim' }).click()
        // That it is not submitted takes the place of that it is not saved.
        await expect(notSaved).toHaveCount(0)
        await expect(refusal(appPage)).toContainText('The disk is full')
        rmSync(filler)
        await expect(appPage.main.getByTestId('save-state')).toContainText('Saved on this computer')
        await appPage.submit()
        await appPage.showClaims()
        await expect(appPage.entry(okada)).toHaveAttribute('data-situation', 'received', { timeout: 40_000 })
        expect(server.arrivals('create-okada-claim')).toBe(1)
        await connected.app.kill()
        figure('full')
      } finally {
        execFileSync('umount', ['--lazy', disk])
      }
    },
  )
})
