import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { recordFigure } from '#testing/proof.ts'
import { type AppPage, policyOf } from '../pages/app-page.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'

test.describe.configure({ mode: 'default' })

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

test('a failing disk is reported on screen; nothing is lost or sent twice, and work continues afterwards', async ({
  connected,
  server,
}) => {
  need(test, 'limits of Linux')
  const appPage = await connected.page()
  const pid = await connected.app.pid()
  await appPage.newClaim('keke')
  await appPage.fillClaim({ policyNumber: keke })
  limitFiles(pid, 1)
  await appPage.main.getByRole('button', { name: 'Submit claim' }).click()
  await expect(refusal(appPage)).toContainText('Claims Desk cannot use its files')
  expect(server.arrivals('create-keke-claim')).toBe(0)

  limitFiles(pid, null)
  await appPage.submit()
  await appPage.showClaims()
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received', { timeout: 40_000 })
  expect(server.arrivals('create-keke-claim')).toBe(1)
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
