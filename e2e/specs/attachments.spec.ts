import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { launchConnected, type ConnectedApp } from '../support/connected.ts'
import { dropFiles, madeUpPdf, madeUpPicture } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'

const policy = policyOf('keke')
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const form = (appPage: AppPage) => appPage.main.locator('form')
const attachments = (appPage: AppPage) =>
  appPage.main.getByRole('region', { name: 'Photos and PDFs of this claim' })
const kept = (appPage: AppPage) =>
  attachments(appPage).getByRole('list', { name: 'Kept photos and PDFs' }).getByRole('listitem')

async function filesIn(folder: string): Promise<readonly Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name)).catch(() => Buffer.alloc(0))),
  )
}

test.describe('photos and PDFs of a claim', () => {
  let connected: ConnectedApp
  let attachmentFolder: string
  /** Outside the installation: a pack is unencrypted, and nothing else may be. */
  let savedFolder: string

  test.beforeEach(async ({ launch, dataDir, server }) => {
    savedFolder = test.info().outputPath('saved')
    await mkdir(savedFolder, { recursive: true })
    attachmentFolder = join(dataDir, 'desk', 'sandbox', 'attachments')
    connected = await launchConnected(
      (options = {}) => launch({ ...options, saveFolder: savedFolder }),
      dataDir,
      server,
    )
  })

  test('are kept sealed, saved as a pack, matched to the links that come back, and forgotten with their policy', async ({
    dataDir,
  }) => {
    const appPage = await connected.page()
    const { page } = appPage
    const front = await madeUpPicture(page, 'IMG 0042.jpg', 'image/jpeg', '#a04020')
    const report = madeUpPdf('medical report.pdf', 'made up report')
    const death = await madeUpPicture(page, 'scan.png', 'image/png', '#205080')
    await appPage.newClaim('keke')
    await appPage.field('Policy number').fill(policy)
    expect(await dropFiles(form(appPage), [front, death])).toBe(true)
    await expect(kept(appPage)).toHaveCount(2)
    await expect(kept(appPage).first().locator('img')).toBeVisible()
    await attachments(appPage)
      .getByTestId('attachment-files')
      .setInputFiles([
        { name: report.name, mimeType: report.type, buffer: report.bytes },
        { name: 'IMG 0043.heic', mimeType: 'image/jpeg', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0') },
        { name: 'again.jpg', mimeType: 'image/jpeg', buffer: front.bytes },
      ])
    await expect(kept(appPage)).toHaveCount(3)
    await expect(attachments(appPage)).toContainText('IMG 0043.heic: a HEIC picture')
    await expect(attachments(appPage)).toContainText('again.jpg: this very file is here already.')
    await expect(attachments(appPage).getByRole('combobox', { name: 'What IMG 0042.jpg shows' })).toHaveValue(
      'incidentPictureUrl',
    )
    await expect(
      attachments(appPage).getByRole('combobox', { name: 'What medical report.pdf shows' }),
    ).toHaveValue('medicalReportUrl')
    await attachments(appPage)
      .getByRole('combobox', { name: 'What scan.png shows' })
      .selectOption('Death certificate')
    await expectAccessible(page, 'files of a draft')

    // Sealed: no part of a file or of its name is readable.
    const all = await filesIn(join(dataDir, 'desk'))
    for (const { bytes, name } of [front, death, report]) {
      const middle = bytes.subarray(Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 24)
      expect(all.some((file) => file.includes(middle))).toBe(false)
      expect(all.some((file) => file.includes(name))).toBe(false)
    }
    expect(await readdir(attachmentFolder)).toHaveLength(3)

    // Killed and started again, they are where they were.
    const again = await connected.killAndRestart()
    await again.goTo('Drafts')
    await again.main.getByRole('link', { name: policy }).first().click()
    await expect(kept(again)).toHaveCount(3)
    await expect(kept(again).first().locator('img')).toBeVisible()

    await attachments(again).getByRole('button', { name: 'Save as a pack' }).click()
    const question = again.page.getByRole('alertdialog', { name: 'Save the files as a pack?' })
    await expect(question).toContainText('The pack is not sealed')
    await question.getByRole('button', { name: 'Choose where to save it' }).click()
    await connected.app.answerDialog('Save')
    await expect(attachments(again)).toContainText('3 files were saved in the pack')
    const packFile = (await readdir(savedFolder)).find((name) => name.endsWith('.zip')) ?? ''
    const zip = await readFile(join(savedFolder, packFile))
    const start = policy.replaceAll('/', '-')
    expect(packFile).toMatch(/^evidence_[0-9-]{10}_[0-9a-f]{8}\.zip$/)
    const names = [
      `${start}_1_${sha256(front.bytes).slice(0, 8)}.jpg`,
      `${start}_2_${sha256(death.bytes).slice(0, 8)}.png`,
      `${start}_3_${sha256(report.bytes).slice(0, 8)}.pdf`,
    ]
    for (const name of [...names, 'manifest.csv']) expect(zip.includes(name)).toBe(true)
    for (const { bytes } of [front, death, report]) expect(zip.includes(bytes)).toBe(true)

    // By the name in the pack, by the hash, and the rest by hand.
    const links = [
      `https://files.example/a/${names[0]}`,
      `https://files.example/${sha256(report.bytes)}`,
      'https://files.example/third',
    ]
    await attachments(again).getByRole('button', { name: 'Paste links' }).click()
    const dialog = again.page.getByRole('dialog', { name: 'Paste links' })
    await dialog
      .getByRole('textbox', { name: 'Links' })
      .fill([...links, 'http://files.example/open'].join('\n'))
    await expect(dialog).toContainText('4 links found, 2 matched')
    await dialog
      .getByRole('combobox', { name: 'File of https://files.example/third' })
      .selectOption('2. scan.png')
    await expectAccessible(again.page, 'links pasted')
    await dialog.getByRole('button', { name: 'Put links in' }).click()
    await expect(attachments(again)).toContainText('3 links were put in')
    await expect(again.field('Picture of the incident')).toHaveValue(links[0] ?? '')
    await expect(again.field('Medical report')).toHaveValue(links[1] ?? '')
    await expect(again.field('Death certificate')).toHaveValue(links[2] ?? '')
    await expect(kept(again).filter({ hasText: 'Link pasted' })).toHaveCount(3)

    await again.fillClaim({
      policyNumber: policy,
      incidentPictureUrl: links[0] ?? '',
      medicalReportUrl: links[1] ?? '',
      deathCertificateUrl: links[2] ?? '',
    })
    await again.main.getByRole('button', { name: 'Submit claim' }).click()
    await again.main.getByRole('heading', { name: 'Saved on this computer' }).waitFor()
    await again.goTo('Outbox')
    await expect(again.entry(policy)).toContainText('The insurer confirmed it.')
    await again
      .entry(policy)
      .getByRole('button', { name: /details/i })
      .click()
    await expect(kept(again)).toHaveCount(3)
    await expect(kept(again).first().locator('img')).toBeVisible()
    await expect(attachments(again).getByRole('button', { name: 'Add photos or PDFs' })).toHaveCount(0)
    await expectAccessible(again.page, 'files of an entry')

    // One that was changed on the disk is reported and not shown.
    const [some = ''] = await readdir(attachmentFolder)
    await writeFile(join(attachmentFolder, some), 'cut')
    await again.goTo('Today')
    await again.goTo('Outbox')
    await again
      .entry(policy)
      .getByRole('button', { name: /details/i })
      .click()
    await expect(attachments(again)).toContainText('The file on this computer is damaged')

    await again.goTo('Settings')
    await again.main.getByRole('link', { name: 'Open kept data' }).click()
    await again.field('Policy number').fill(policy)
    await again.page.keyboard.press('Enter')
    await expect(again.main).toContainText('3 photos and PDFs')
    await again.main.getByRole('button', { name: 'Forget this policy' }).click()
    await again.page.getByRole('alertdialog').getByRole('button', { name: 'Forget it' }).click()
    await expect(again.main).toContainText(`Policy ${policy} was forgotten`)
    expect(await readdir(attachmentFolder)).toEqual([])
  })

  test('are refused elsewhere, removed after a question by keyboard, and go with their draft', async () => {
    const appPage = await connected.page()
    const { page } = appPage
    const picture = await madeUpPicture(page, 'front.jpg', 'image/jpeg', '#306030')
    expect(await dropFiles(page.locator('main'), [picture])).toBe(false)
    await appPage.newClaim('okada')
    expect(await dropFiles(form(appPage), [picture])).toBe(true)
    await expect(kept(appPage)).toHaveCount(1)
    await attachments(appPage).getByRole('button', { name: 'Remove front.jpg' }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Remove front.jpg?' })
    await question.getByRole('button', { name: 'Remove it' }).focus()
    await page.keyboard.press('Enter')
    await expect(kept(appPage)).toHaveCount(0)
    await expect.poll(() => (existsSync(attachmentFolder) ? readdir(attachmentFolder) : [])).toEqual([])

    expect(await dropFiles(form(appPage), [picture])).toBe(true)
    await expect(kept(appPage)).toHaveCount(1)
    await appPage.goTo('Drafts')
    await appPage.main.getByRole('button', { name: /^Delete/ }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Its 1 photo or PDF goes too, for good')
    await dialog.getByRole('button', { name: /Delete/ }).click()
    await expect.poll(() => readdir(attachmentFolder)).toEqual([])
  })
})
