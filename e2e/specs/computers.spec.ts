import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { anyKeyring } from '../support/keyrings.ts'
import { need } from '../support/needs.ts'
import { expectFits } from '../support/fits.ts'
import { runToEnd } from '../support/run-to-end.ts'
import { makeSetUpFile, setUpPassphrase } from '../support/set-up-file.ts'
import { writtenStatus } from '../support/written-status.ts'

// Deriving a key is slow on a busy computer.
test.setTimeout(240_000)

const passphrase = 'four made up words'
const branch = 'Oshodi Market'

test.describe('a computer that head office looks after', () => {
  need(test, 'a policy in a file')
  need(test, 'any keyring')

  test(
    'writes a backup into its bucket, and how it stands',
    { tag: '@longer' },
    async ({ launch, server, dataDir }) => {
      const at = (name: string): string => join(dataDir, name)
      await mkdir(at('policy'))
      const set = { branchName: branch, statusNames: { '1': 'Open' }, keepReceivedDays: 30 }
      await writeFile(at('policy/policy.json'), JSON.stringify(set), { mode: 0o644 })
      const place = { environment: 'sandbox', baseUrl: server.url, key: server.key } as const
      const { file } = await makeSetUpFile(at('given'), { place, hasOfficer: false, bucketAt: server })
      await writeFile(at('typed'), setUpPassphrase)
      await using keyring = await anyKeyring(dataDir)
      const { startWith } = keyring
      const options = {
        ...startWith,
        env: { ...startWith.env, CLAIMS_DESK_POLICY_FILE: at('policy/policy.json') },
      }
      const setUp = [`--set-up=${file}`, `--passphrase-file=${at('typed')}`]
      expect(await runToEnd(at('one'), setUp, options)).toMatchObject({ code: 0 })
      const app = await launch({ ...options, dataDir: at('one') })
      const appPage = new AppPage(await app.window())
      const { main, page } = appPage

      const claim = claimSubmission({ policyNumber: policyOf('keke') })
      await accept(appPage, [claim])
      await appPage.showClaims()
      await expect(appPage.entry(policyOf('keke'))).toHaveAttribute('data-situation', 'received')

      await test.step('a passphrase, and a backup at once', async () => {
        await appPage.openSettings('Backup and stored data')
        await main.getByRole('link', { name: 'Open backup' }).click()
        const card = main.getByRole('region', { name: 'Scheduled backup' })
        await expect(card).toContainText('Head office’s store: claims, 127.0.0.1')
        await expect(card).toContainText('No backup yet.')
        await expectAccessible(page, 'scheduled backup without a passphrase')
        await card.getByLabel('Passphrase of scheduled backups').fill(passphrase)
        await card.getByLabel('Repeat the passphrase').fill(passphrase)
        await card.getByRole('button', { name: 'Set passphrase' }).click()
        await app.answerDialog('Set it')
        await card.getByRole('button', { name: 'Back up now' }).click()
        await expect(card.getByText('Backup saved.')).toBeVisible({ timeout: 60_000 })
        await expect(card).toContainText('Last backup: ')
        const written = server.files().filter(({ name }) => name.endsWith('.cdbackup'))
        expect(written.map(({ name }) => name)).toEqual([
          expect.stringMatching(/^backups\/claims-desk-[0-9A-Z-]{9}-sandbox-0001-\d{4}-\d\d-\d\d\.cdbackup$/),
        ])
        await expectAccessible(page, 'scheduled backup')
        await expectFits(page, 'scheduled backup')
      })

      await test.step('its status, which says nothing about a person', async () => {
        // Another was written before the claim was received.
        const isAfterTheClaim = (): boolean =>
          writtenStatus(server)?.status.sending?.counts.receivedToday === 1
        await asTimePasses(app, 300_000, isAfterTheClaim)
        const written = writtenStatus(server)
        if (written === null) throw new Error('There is no status.')
        const { status, text } = written
        expect(status).toMatchObject({
          computer: { branch, alarms: [] },
          state: { openEnvironment: 'sandbox' },
          sending: { counts: { receivedToday: 1 } },
        })
        for (const secret of [claim.body.claim.policyNumber, server.key]) expect(text).not.toContain(secret)
      })

      await test.step('a bucket that takes nothing is told, until it does again', async () => {
        server.fileStore.faults.set('put', { type: 'error', code: 'AccessDenied' })
        const note = main.getByText('This computer’s status cannot be saved')
        await asTimePasses(app, 3_600_000, () => note.isVisible())
        await appPage.openSettings('Advanced')
        const card = main.getByRole('region', { name: 'Head office' })
        await expect(card).toContainText('Head office’s store does not take it.')
        await expectAccessible(page, 'a bucket of head office that takes nothing')
        await expectFits(page, 'a bucket of head office that takes nothing')
        server.fileStore.faults.clear()
        server.fileStore.faults.set('open', { type: 'error', code: 'AccessDenied' })
        await asTimePasses(app, 3_600_000, async () => !(await note.isVisible()))
      })
    },
  )
})
