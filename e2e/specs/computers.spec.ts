import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { accept, launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'
import { OfficeComputer } from '../support/office-computer.ts'
import { expectFits } from '../support/fits.ts'
import { writtenStatus } from '../support/written-status.ts'

// Deriving a key is slow on a busy computer.
test.setTimeout(240_000)

const passphrase = 'four made up words'
const branch = 'Oshodi Market'

/** Prints the table of all computers, as head office does. */
function table(
  folder: string,
  ...args: string[]
): { readonly code: number | null; readonly printed: string } {
  const command = [
    join(projectRoot, 'scripts/launch.js'),
    'scripts/head-office.ts',
    'computers',
    folder,
    ...args,
  ]
  const ran = spawnSync(process.execPath, command, { encoding: 'utf8' })
  return { code: ran.status, printed: ran.stdout }
}

const namesIn = async (folder: string): Promise<readonly string[]> => (await readdir(folder)).toSorted()

test.describe('a computer that head office looks after', () => {
  need(test, 'a policy in a file')

  test('writes a backup that comes back elsewhere, and how it stands', async ({
    launch,
    server,
    dataDir,
  }) => {
    const [policy, share, backups] = ['policy/policy.json', 'share', 'stick'].map((name) =>
      join(dataDir, name),
    )
    for (const folder of [join(dataDir, 'policy'), share, backups]) await mkdir(folder ?? '')
    if (policy === undefined || share === undefined || backups === undefined) throw new Error('No folder.')
    const set = {
      branchName: branch,
      statusNames: { '1': 'Open' },
      notifications: false,
      sharedOutbox: false,
      keepReceivedDays: 30,
      backupFolder: backups,
      statusFolder: share,
    }
    await writeFile(policy, JSON.stringify(set), { mode: 0o644 })
    const connected = await launchConnected(launch, join(dataDir, 'one'), server, {
      options: { env: { CLAIMS_DESK_POLICY_FILE: policy } },
    })
    const { app } = connected
    const appPage = await connected.page()
    const { main, page } = appPage

    await test.step('what is set is listed by its name in Settings', async () => {
      await appPage.openSettings('This computer')
      const card = main.getByRole('region', { name: 'Set by your organisation' })
      for (const words of [branch, '1: Open', '30', share, backups]) await expect(card).toContainText(words)
      await expect(card).toContainText('Branch name')
      await expectAccessible(page, 'what head office set')
    })

    const claim = claimSubmission({ policyNumber: policyOf('keke') })
    await accept(appPage, [claim])
    await appPage.showClaims()
    await expect(appPage.entry(policyOf('keke'))).toHaveAttribute('data-situation', 'received')

    await test.step('a passphrase, and a backup at once', async () => {
      await appPage.openSettings('Backup and stored data')
      await main.getByRole('link', { name: 'Open backup' }).click()
      const card = main.getByRole('region', { name: 'Scheduled backup' })
      await expect(card).toContainText('Set by your organisation')
      await expect(card).toContainText('No backup yet.')
      await expectAccessible(page, 'scheduled backup without a passphrase')
      await card.getByLabel('Passphrase of scheduled backups').fill(passphrase)
      await card.getByLabel('Repeat the passphrase').fill(passphrase)
      await card.getByRole('button', { name: 'Set passphrase' }).click()
      await app.answerDialog('Set it')
      await card.getByRole('button', { name: 'Back up now' }).click()
      await expect(card.getByText('Backup saved.')).toBeVisible({ timeout: 60_000 })
      await expect(card).toContainText('Last backup: ')
      expect(await namesIn(backups)).toEqual([
        expect.stringMatching(/^claims-desk-[0-9A-Z-]{9}-sandbox-0001-\d{4}-\d\d-\d\d\.cdbackup$/),
      ])
      await expectAccessible(page, 'scheduled backup')
      await expectFits(page, 'scheduled backup')
    })

    await test.step('its status, which says nothing about a person', async () => {
      // Another was written before the claim was received.
      const isAfterTheClaim = async (): Promise<boolean> =>
        (await writtenStatus(share))?.status.sending?.counts.receivedToday === 1
      await asTimePasses(app, 300_000, isAfterTheClaim)
      await expect.poll(() => namesIn(share)).toEqual([expect.stringMatching(/^claims-desk-/)])
      const written = await writtenStatus(share)
      if (written === null) throw new Error('There is no status.')
      const { status, text } = written
      expect(status).toMatchObject({
        computer: { branch, alarms: [] },
        state: { openEnvironment: 'sandbox' },
        sending: { counts: { receivedToday: 1 } },
      })
      for (const secret of [claim.body.claim.policyNumber, server.key]) expect(text).not.toContain(secret)
    })

    await test.step('and one command prints it', () => {
      const { code, printed } = table(share)
      expect(printed).toContain(branch)
      expect(printed).toContain('1 computer, 0 with alarms')
      expect(code).toBe(0)
    })

    await test.step('the backup comes back on another computer', async () => {
      const other = await OfficeComputer.start('two', dataDir, server, launch)
      await other.takeIn()
      await other.appPage.showClaims()
      await expect(other.appPage.entry(policyOf('keke'))).toHaveAttribute('data-situation', 'received')
    })
  })
})

test(
  'a manager selects a folder in the system’s dialog, and is told when it is gone',
  { tag: '@longer' },
  async ({ launch, server, dataDir }) => {
    const folders = join(dataDir, 'folders')
    await mkdir(join(folders, 'share'), { recursive: true })
    const connected = await launchConnected(launch, join(dataDir, 'one'), server, {
      options: { saveFolder: folders },
    })
    const { app } = connected
    const appPage = await connected.page()
    const { main, page } = appPage
    await appPage.openSettings('Advanced')
    const field = main.getByRole('group', { name: 'Status of this computer' })
    await expect(field).toContainText('Off')
    await field.getByRole('button', { name: 'Select folder' }).click()
    await app.answerDialog('share')
    await expect(field).toContainText(join(folders, 'share'))
    await expectAccessible(page, 'folders of head office')
    await expectFits(page, 'folders of head office')
    await expect.poll(() => namesIn(join(folders, 'share'))).toHaveLength(1)

    await rm(join(folders, 'share'), { recursive: true })
    const note = main.getByText('This computer’s status cannot be saved')
    await asTimePasses(app, 3_600_000, () => note.isVisible())
    await expectAccessible(page, 'a folder of head office that is gone')
    await main.getByRole('button', { name: 'OK' }).click()
    await expect(note).toBeHidden()
    await field.getByRole('button', { name: 'Turn off' }).click()
    await expect(field).toContainText('Off')
  },
)
