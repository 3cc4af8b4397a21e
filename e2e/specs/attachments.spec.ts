import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import { undoMs } from '#shared/outbox/predicates.ts'
import { photosOfPdf } from '#renderer/data/photos/photo-pdf.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { launchConnected, type ConnectedApp } from '../support/connected.ts'
import {
  dropFiles,
  exifWord,
  madeUpPdf,
  madeUpPicture,
  phonePhoto,
  pngOfPhone,
  type DroppedFile,
} from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'

const policy = policyOf('keke')
const madeUpHeic = join(import.meta.dirname, '../support/pictures/made-up.heic')
const form = (appPage: AppPage) => appPage.main.locator('form')
const block = (appPage: AppPage) => appPage.main.getByRole('region', { name: 'Photos and documents' })
const slot = (appPage: AppPage, what: string) =>
  block(appPage).getByRole('group', { name: `${what}: a file or a link` })
const further = (appPage: AppPage) =>
  block(appPage).getByRole('list', { name: 'More files' }).getByRole('listitem')
/** Of an entry. */
const attachments = (appPage: AppPage) =>
  appPage.main.getByRole('region', { name: 'Photos and PDFs of this claim' })
const kept = (appPage: AppPage) =>
  attachments(appPage).getByRole('list', { name: 'Photos and PDFs' }).getByRole('listitem')

/** Chooses what is done with a file of a slot. */
async function act(of: Locator, name: string, what: string): Promise<void> {
  await of.getByRole('button', { name: `Change ${name}` }).click()
  await of.getByRole('menuitem', { name: what }).click()
}

async function filesIn(folder: string): Promise<readonly Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name)).catch(() => Buffer.alloc(0))),
  )
}

/** The files of the only draft, with the bytes that main kept. */
async function filesOfDraft(page: Page): Promise<readonly (AttachmentFile & { readonly bytes: Buffer })[]> {
  const { drafts } = await request(page, 'drafts:list')
  const { files } = await request(page, 'attachments:list', { claimId: drafts[0]?.id ?? '' })
  return await Promise.all(
    files.map(async (file) => {
      const parts: Buffer[] = []
      for (let index = 0; index * 262_144 < file.size; index += 1) {
        const kept = await request(page, 'attachments:part', { id: file.id, index })
        parts.push(Buffer.from('part' in kept ? kept.part : '', 'base64'))
      }
      return { ...file, bytes: Buffer.concat(parts) }
    }),
  )
}

/** Width, height, and the colour at the upper left of a picture. */
async function lookAt(
  page: Page,
  bytes: Buffer,
): Promise<{ width: number; height: number; corner: number[] }> {
  return await page.evaluate(async (data) => {
    const decoder = new ImageDecoder({
      data: Uint8Array.from(atob(data), (character) => character.charCodeAt(0)),
      type: 'image/jpeg',
    })
    const { image } = await decoder.decode()
    const { displayWidth: width, displayHeight: height } = image
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const corner = [...(context?.getImageData(100, 100, 1, 1).data ?? [])].slice(0, 3)
    image.close()
    return { width, height, corner }
  }, bytes.toString('base64'))
}

/** Pastes a text where the focus is, with the white space that comes with it from a chat. */
async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

/** Pastes a file where the focus is. */
async function pasteFile(page: Page, { name, type, bytes }: DroppedFile): Promise<void> {
  await page.evaluate(
    ([fileName, mime, data]) => {
      const clipboardData = new DataTransfer()
      const content = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      clipboardData.items.add(new File([content], fileName, { type: mime }))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    },
    [name, type, bytes.toString('base64')] as const,
  )
}

/** Chooses a file in the system's dialog, which `open` opens; something listens for it all the time. */
async function chooseFile(page: Page, open: () => Promise<void>, file: DroppedFile): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()])
  await chooser.setFiles({ name: file.name, mimeType: file.type, buffer: file.bytes })
}

test.describe('where there is a file store', () => {
  test('a claim is complete with four files: dropped, pasted, chosen and moved, and stays so', async ({
    app,
  }) => {
    const appPage = new AppPage(await app.window())
    const { page, main } = appPage
    await appPage.startPractice()
    page.on('filechooser', () => undefined)
    await appPage.newClaim('keke')
    await appPage.fillClaim({
      policyNumber: policy,
      incidentPictureUrl: '',
      medicalReportUrl: '',
      deathCertificateUrl: '',
      originalPolicyCertificateUrl: '',
    })
    await expect(main).toContainText('4 fields left')
    await expectAccessible(page, 'empty slots')

    // Dropped: twelve million pixels, lying on its side, with where it was taken.
    const photo = await phonePhoto(page, 'IMG_20261102.jpg')
    expect(await dropFiles(slot(appPage, 'Picture of the incident'), [photo])).toBe(true)
    await expect(slot(appPage, 'Picture of the incident')).toContainText('Sent with the claim')
    await expect(slot(appPage, 'Picture of the incident').locator('img')).toBeVisible()
    await expect(main).toContainText('3 fields left')
    const [small] = await filesOfDraft(page)
    if (small === undefined) throw new Error('Nothing was kept.')
    expect(small).toMatchObject({
      name: photo.name,
      field: 'incidentPictureUrl',
      photos: 1,
      size: small.bytes.length,
    })
    const { width, height, corner } = await lookAt(page, small.bytes)
    expect([width, height]).toEqual([1500, 2000])
    expect(corner[0]).toBeGreaterThan(150)
    expect(corner[1]).toBeLessThan(60)
    expect(photo.bytes.includes(exifWord)).toBe(true)
    expect(small.bytes.includes(exifWord)).toBe(false)
    expect(small.bytes.includes('Exif')).toBe(false)
    expect(small.bytes.length).toBeLessThan(0.5 * photo.bytes.length)

    // Pasted where the focus is; the focus stays in the slot.
    await appPage.field('Death certificate').focus()
    await pasteFile(page, await madeUpPicture(page, 'image.png', 'image/png', '#205080'))
    await expect(slot(appPage, 'Death certificate')).toContainText('image')
    await expect(slot(appPage, 'Death certificate').getByRole('button', { name: /^Change/ })).toBeFocused()
    // Pasted into a full slot it goes to the first empty one.
    await pasteFile(page, await madeUpPicture(page, 'second.png', 'image/png', '#207040'))
    await expect(slot(appPage, 'Medical report')).toContainText('second')
    await act(slot(appPage, 'Medical report'), 'second.jpg', 'Remove')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(appPage.field('Medical report')).toHaveText('Select a photo or PDF')

    // Chosen by keyboard, for the slot that has the focus.
    await appPage.field('Medical report').focus()
    const policyPaper = madeUpPdf('paper.pdf', 'made up policy')
    await chooseFile(page, () => page.keyboard.press('Enter'), policyPaper)
    await expect(slot(appPage, 'Medical report')).toContainText('paper.pdf')

    // Moved by keyboard: that was the wrong slot.
    await slot(appPage, 'Medical report').getByRole('button', { name: 'Change paper.pdf' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Replace' })).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Move to: Original policy certificate' })).toBeFocused()
    await page.keyboard.press('Enter')
    const policySlot = slot(appPage, 'Original policy certificate')
    await expect(policySlot).toContainText('paper.pdf')
    await expect(policySlot.getByRole('button', { name: 'Change paper.pdf' })).toBeFocused()
    await expect(page.getByText('paper.pdf was moved to: Original policy certificate.')).toBeAttached()
    await expect(slot(appPage, 'Medical report')).not.toContainText('paper.pdf')
    await expect(main).toContainText('1 field left')

    // Dropped on the form: what its name speaks of, if that is free, or else a further file.
    expect(await dropFiles(form(appPage), [madeUpPdf('medical report.pdf', 'a report')])).toBe(true)
    await expect(slot(appPage, 'Medical report')).toContainText('medical report.pdf')
    expect(await dropFiles(form(appPage), [madeUpPdf('another report.pdf', 'another report')])).toBe(true)
    await expect(further(appPage)).toHaveCount(1)
    await expect(main).toContainText('All fields filled in')
    await expectAccessible(page, 'filled slots')

    // Dragged onto another file: they change places.
    await slot(appPage, 'Picture of the incident')
      .getByText(photo.name)
      .dragTo(slot(appPage, 'Death certificate').getByText('image'))
    await expect(slot(appPage, 'Death certificate')).toContainText(photo.name)
    await expect(slot(appPage, 'Picture of the incident')).toContainText('image')

    // Replaced: the one before is gone. Removed: the slot is empty.
    await chooseFile(
      page,
      () => act(slot(appPage, 'Medical report'), 'medical report.pdf', 'Replace'),
      madeUpPdf('better report.pdf', 'a better report'),
    )
    await expect(slot(appPage, 'Medical report')).toContainText('better report.pdf')
    await expect(block(appPage)).not.toContainText('medical report.pdf')
    await act(policySlot, 'paper.pdf', 'Remove')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(main).toContainText('1 field left')
    await expect(appPage.field('Original policy certificate')).toBeFocused()
    await appPage.showClaims('Drafts')
    await expect(appPage.entry(policy).getByTitle('1 field left: Original policy certificate')).toBeVisible()

    // Killed and started again, they are where they were; what is kept now counts.
    await app.kill()
    await app.restart()
    const again = new AppPage(await app.window())
    await again.showClaims('Drafts')
    await again.entry(policy).click()
    await expect(slot(again, 'Death certificate').locator('img')).toBeVisible()
    await expect(slot(again, 'Medical report')).toContainText('better report.pdf')
    await act(further(again), 'another report.pdf', 'Move to: Original policy certificate')
    await expect(again.main).toContainText('All fields filled in')
    await again.submit()
    await again.showClaims()
    await again.openEntry(policy)
    await expect(again.main).toContainText('The practice insurer confirmed it.')
  })

  test('of a small picture too, neither EXIF nor a place is left, and it is upright', async ({ app }) => {
    const appPage = new AppPage(await app.window())
    const { page } = appPage
    await appPage.startPractice()
    await appPage.newClaim('keke')
    const photo = await phonePhoto(page, 'WhatsApp.jpg', 0, 400)
    const screen = pngOfPhone(await madeUpPicture(page, 'screen.png', 'image/png', '#205080'))
    await dropFiles(slot(appPage, 'Picture of the incident'), [photo])
    await dropFiles(slot(appPage, 'Medical report'), [screen])
    await expect(slot(appPage, 'Medical report').locator('img')).toBeVisible()
    const kept = await filesOfDraft(page)
    expect(kept.map(({ field }) => field)).toEqual(['incidentPictureUrl', 'medicalReportUrl'])
    for (const { bytes } of kept)
      for (const left of [exifWord, 'Exif', 'eXIf']) expect(bytes.includes(left)).toBe(false)
    for (const { bytes } of [photo, screen]) expect(bytes.includes(exifWord)).toBe(true)
    const { width, height, corner } = await lookAt(page, kept[0]?.bytes ?? Buffer.alloc(0))
    expect([width, height]).toEqual([300, 400])
    expect(corner[0]).toBeGreaterThan(150)
    expect(corner[1]).toBeLessThan(60)
  })

  test(
    'a link goes before a file, and what cannot be opened is refused',
    { tag: '@longer' },
    async ({ app }) => {
      const appPage = new AppPage(await app.window())
      const { page, main } = appPage
      await appPage.startPractice()
      await appPage.newClaim('okada')
      const link = 'https://files.example/report.pdf'
      await appPage.putLink('Medical report', link)
      await expect(appPage.field('Medical report')).toHaveValue(link)
      await expect(appPage.field('Medical report')).toBeFocused()
      // Where the officer puts a file in its place, the file goes.
      expect(await dropFiles(slot(appPage, 'Medical report'), [madeUpPdf('report.pdf', 'a report')])).toBe(
        true,
      )
      await expect(slot(appPage, 'Medical report')).toContainText('Sent with the claim')
      await expect(slot(appPage, 'Medical report').getByRole('textbox')).toHaveCount(0)
      await expect(main).toContainText('9 fields left')

      const broken = await phonePhoto(page, 'broken.jpg')
      const cut = { ...broken, bytes: Buffer.concat([broken.bytes.subarray(0, 400), Buffer.alloc(300)]) }
      const heic = { name: 'IMG.heic', type: 'image/heic', bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0') }
      expect(await dropFiles(form(appPage), [cut, heic])).toBe(true)
      const picture = slot(appPage, 'Picture of the incident')
      await expect(picture).toContainText('broken.jpg: damaged or too large')
      await expect(picture).toContainText('IMG.heic: this HEIC photo cannot be opened')
      expect((await filesOfDraft(page)).map(({ name }) => name)).toEqual(['report.pdf'])
    },
  )
})

test.describe('where there is no file store, photos and PDFs', () => {
  let connected: ConnectedApp
  let attachmentFolder: string

  test.beforeEach(async ({ launch, dataDir, server }) => {
    attachmentFolder = join(dataDir, 'desk', 'sandbox', 'attachments')
    connected = await launchConnected(launch, dataDir, server)
  })

  test('of one accident become one PDF, a HEIC among them, and one photo more a page of it', async () => {
    const appPage = await connected.page()
    const { page } = appPage
    await appPage.newClaim('keke')
    await appPage.field('Policy number').fill(policy)
    const photos = await Promise.all(
      ['#a04020', '#205080'].map((colour, n) => madeUpPicture(page, `IMG ${n}.jpg`, 'image/jpeg', colour)),
    )
    const heic = { name: 'IMG 2.HEIC', type: '', bytes: await readFile(madeUpHeic) }
    expect(await dropFiles(form(appPage), [...photos, heic])).toBe(true)
    const picture = slot(appPage, 'Picture of the incident')
    await expect(picture).toContainText('3 photos.pdf')
    await expect(picture.locator('img')).toBeVisible()
    const lying = await phonePhoto(page, 'IMG 3.jpg', 0, 400)
    expect(
      await dropFiles(picture, [lying, { ...heic, name: 'cut.heic', bytes: heic.bytes.subarray(0, 380) }]),
    ).toBe(true)
    await expect(picture).toContainText('4 photos.pdf')
    await expect(picture).toContainText('cut.heic: this HEIC photo cannot be opened')
    const [pdf, ...others] = await filesOfDraft(page)
    expect(others).toEqual([])
    expect(pdf).toMatchObject({ photos: 4, field: 'incidentPictureUrl' })
    const pages = photosOfPdf(new Uint8Array(pdf?.bytes ?? []))
    const seen = await Promise.all(pages.map((jpeg) => lookAt(page, Buffer.from(jpeg))))
    expect(seen.map(({ width, height }) => [width, height])).toEqual([
      [640, 420],
      [640, 420],
      [96, 64],
      [300, 400],
    ])
    expect(pdf?.bytes.includes('Exif')).toBe(false)

    await picture.getByRole('button', { name: 'Show beside the form' }).click()
    await page.getByRole('button', { name: 'Next photo' }).click()
    await expectAccessible(page, 'photos of a PDF beside the form')
  })

  test('are kept sealed, need a link that is typed or pasted, and are forgotten with their policy', async ({
    dataDir,
  }) => {
    const appPage = await connected.page()
    const { page } = appPage
    const front = await madeUpPicture(page, 'IMG 0042.jpg', 'image/jpeg', '#a04020')
    const report = madeUpPdf('medical report.pdf', 'made up report')
    const death = await madeUpPicture(page, 'scan.png', 'image/png', '#205080')
    await appPage.newClaim('keke')
    await appPage.field('Policy number').fill(policy)
    expect(await dropFiles(form(appPage), [front])).toBe(true)
    await expect(slot(appPage, 'Picture of the incident').locator('img')).toBeVisible()
    expect(await dropFiles(block(appPage).getByRole('region', { name: 'More files' }), [death])).toBe(true)
    await expect(slot(appPage, 'Picture of the incident')).toContainText('Link needed')
    await expect(appPage.main).toContainText('9 fields left')
    await act(further(appPage), 'scan.jpg', 'Move to: Death certificate')
    await expect(slot(appPage, 'Death certificate')).toContainText('scan.jpg')
    await block(appPage)
      .getByTestId('attachment-files')
      .setInputFiles([
        { name: report.name, mimeType: report.type, buffer: report.bytes },
        { name: 'IMG 0043.heic', mimeType: 'image/jpeg', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0') },
        { name: 'again.jpg', mimeType: 'image/jpeg', buffer: front.bytes },
      ])
    await expect(slot(appPage, 'Medical report')).toContainText(report.name)
    await expect(block(appPage)).toContainText('IMG 0043.heic: this HEIC photo cannot be opened')
    await expect(block(appPage)).toContainText('again.jpg: already added.')
    await expectAccessible(page, 'files of a draft')

    // Sealed: no part of a file or of its name is readable.
    const inMain = await filesOfDraft(page)
    const all = await filesIn(join(dataDir, 'desk'))
    for (const { bytes, name } of [front, ...inMain]) {
      const middle = bytes.subarray(Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 24)
      expect(all.some((file) => file.includes(middle))).toBe(false)
      expect(all.some((file) => file.includes(name))).toBe(false)
    }
    expect(await readdir(attachmentFolder)).toHaveLength(3)

    // Killed and started again, they are where they were.
    const again = await connected.killAndRestart()
    await again.showClaims('Needs you')
    await again.entry(policy).click()
    await expect(slot(again, 'Picture of the incident').locator('img')).toBeVisible()
    await expect(slot(again, 'Medical report')).toContainText(report.name)

    const links = ['https://files.example/a', 'https://files.example/b', 'https://files.example/c']
    await again.field('Picture of the incident').fill(links[0] ?? '')
    await again.field('Medical report').focus()
    await pasteText(again.page, ` ${links[1]} `)
    await expect(again.field('Medical report')).toHaveValue(links[1] ?? '')
    await again.field('Death certificate').fill(links[2] ?? '')
    for (const what of ['Picture of the incident', 'Medical report', 'Death certificate'])
      await expect(slot(again, what)).toContainText('link added')
    await expect(slot(again, 'Medical report')).toContainText(report.name)

    await again.fillClaim({
      policyNumber: policy,
      incidentPictureUrl: links[0] ?? '',
      medicalReportUrl: links[1] ?? '',
      deathCertificateUrl: links[2] ?? '',
    })
    await again.submit()
    await again.showClaims()
    await again.openEntry(policy)
    await expect(again.main).toContainText('The insurer confirmed it.')
    await expect(kept(again)).toHaveCount(3)
    await expect(kept(again).first().locator('img')).toBeVisible()
    await expect(attachments(again).getByRole('button', { name: 'Add photos or PDFs' })).toHaveCount(0)
    await expectAccessible(again.page, 'files of an entry')

    // One that was changed on the disk is reported and not shown.
    const [some = ''] = await readdir(attachmentFolder)
    await writeFile(join(attachmentFolder, some), 'cut')
    await again.goTo('Today')
    await again.showClaims()
    await again.openEntry(policy)
    await expect(attachments(again)).toContainText('The file on this computer is damaged')

    await again.openSettings('Backup and stored data')
    await again.main.getByRole('link', { name: 'Open stored data' }).click()
    await again.field('Policy number').fill(policy)
    await again.page.keyboard.press('Enter')
    await expect(again.main).toContainText('3 photos and PDFs')
    await again.main.getByRole('button', { name: 'Delete this policy’s data' }).click()
    await connected.app.answerDialog('Delete')
    await expect(again.main).toContainText(`Data of policy ${policy} deleted`)
    expect(await readdir(attachmentFolder)).toEqual([])
  })

  test(
    'are refused elsewhere, removed after a question by keyboard, and go with their draft',
    { tag: '@longer' },
    async () => {
      const appPage = await connected.page()
      const { page } = appPage
      const picture = await madeUpPicture(page, 'front.jpg', 'image/jpeg', '#306030')
      expect(await dropFiles(page.locator('main'), [picture])).toBe(false)
      await appPage.newClaim('okada')
      expect(await dropFiles(form(appPage), [picture])).toBe(true)
      const pictureSlot = slot(appPage, 'Picture of the incident')
      await pictureSlot.getByRole('button', { name: 'Change front.jpg' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Replace' })).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      const question = page.getByRole('alertdialog', { name: 'Remove front.jpg?' })
      await question.getByRole('button', { name: 'Remove' }).focus()
      await page.keyboard.press('Enter')
      await expect(pictureSlot).not.toContainText('front.jpg')
      await expect.poll(() => (existsSync(attachmentFolder) ? readdir(attachmentFolder) : [])).toEqual([])

      expect(await dropFiles(form(appPage), [picture])).toBe(true)
      // Its name is there before it is kept.
      await pictureSlot.getByRole('button', { name: 'Change front.jpg' }).waitFor()
      await appPage.main.getByRole('button', { name: 'Delete draft' }).click()
      await expect(page.getByText('Draft deleted', { exact: true })).toBeVisible()
      // Until it can no longer be undone, its files stay.
      expect(await readdir(attachmentFolder)).toHaveLength(1)
      await connected.app.passTime(undoMs)
      await expect.poll(() => readdir(attachmentFolder)).toEqual([])
    },
  )
})
