import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { testStoreAt } from '#testing/insurer/test-insurer.ts'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { storeKey } from '../support/canary-values.ts'
import { accept } from '../support/connected.ts'
import {
  dropFiles,
  exifWord,
  madeUpPdf,
  madeUpPicture,
  phonePhoto,
  pngOfPhone,
  type DroppedFile,
} from '../support/dropped-files.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'
import { setStore } from '../support/with-files.ts'

test.describe.configure({ mode: 'default' })
test.use({ practice: { accessKey: storeKey } })

const form = ({ main }: AppPage): Locator => main.locator('form')
/** Of an entry. */
const attachments = ({ main }: AppPage): Locator =>
  main.getByRole('region', { name: 'Photos and PDFs of this claim' })

/** Chooses what is done with a file. */
async function act(of: Locator, name: string, what: string): Promise<void> {
  await of.getByRole('button', { name: `Change ${name}` }).click()
  await of.getByRole('menuitem', { name: what }).click()
}

/** Every file of a folder, that may come and go while it is read. */
async function filesIn(folder: string): Promise<readonly { name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const read = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const name = join(entry.parentPath, entry.name)
      return { name, bytes: await readFile(name).catch(() => Buffer.alloc(0)) }
    })
  return await Promise.all(read)
}

/** Names of the files that hold any of these. */
async function holding(folder: string, wanted: readonly Buffer[]): Promise<readonly string[]> {
  const files = await filesIn(folder)
  return files.filter(({ bytes }) => wanted.some((part) => bytes.includes(part))).map(({ name }) => name)
}

/** A text in the forms in which a browser or a database may write it. */
function plainForms(text: string): readonly Buffer[] {
  return [text, encodeURIComponent(text), Buffer.from(text).toString('base64').slice(0, -4)].flatMap(
    (form) => [Buffer.from(form), Buffer.from(form, 'utf16le')],
  )
}

/** Everything sealed of a claim and of a draft in main's file now. */
function sealedOf(file: string, claimId: string, draftId: string): readonly Buffer[] {
  using database = new DatabaseSync(file, { readOnly: true })
  const rows = [
    database.prepare('SELECT body, state_data FROM entry WHERE id = ?').get(claimId),
    database.prepare('SELECT sealed FROM follow_up WHERE entry_id = ?').get(claimId),
    database.prepare('SELECT sealed FROM draft WHERE id = ?').get(draftId),
  ]
  return rows.flatMap((row = {}) =>
    Object.values(row).flatMap((value) => (value instanceof Uint8Array ? [Buffer.from(value)] : [])),
  )
}

/** Opens the screen by keyboard. */
async function openKeptData(appPage: AppPage): Promise<void> {
  await appPage.openSettings('Backup and stored data')
  await appPage.main.getByRole('link', { name: 'Open stored data' }).focus()
  await appPage.page.keyboard.press('Enter')
  await appPage.main.getByRole('heading', { level: 1, name: 'Stored data' }).waitFor()
}

async function look(appPage: AppPage, policyNumber: string): Promise<void> {
  await appPage.field('Policy number').fill(policyNumber)
  await appPage.page.keyboard.press('Enter')
}

const forgetButton = (appPage: AppPage): Locator =>
  appPage.main.getByRole('button', { name: 'Delete this policy’s data' })

/** Bytes that no other file has: a flat part of a picture is the same in any. */
function partOf(bytes: Buffer): Buffer {
  for (let start = Math.floor(bytes.length / 2); start >= 0; start -= 8) {
    const part = bytes.subarray(start, start + 24)
    if (new Set(part).size > 12) return part
  }
  throw new Error('The file is flat.')
}

/** The files of the only draft, with the bytes that main kept; each is so small that it is one part. */
async function filesOfDraft(page: Page): Promise<readonly (AttachmentFile & { readonly bytes: Buffer })[]> {
  const { drafts } = await request(page, 'drafts:list')
  const { files } = await request(page, 'attachments:list', { claimId: drafts[0]?.id ?? '' })
  return await Promise.all(
    files.map(async (file) => {
      const kept = await request(page, 'attachments:part', { id: file.id, index: 0 })
      return { ...file, bytes: Buffer.from('part' in kept ? kept.part : '', 'base64') }
    }),
  )
}

/** Width, height, and the colour at the upper left of a picture. */
async function lookAt(page: Page, bytes: Buffer): Promise<readonly number[]> {
  return await page.evaluate(async (data) => {
    const blob = new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))])
    const image = await createImageBitmap(blob, { imageOrientation: 'none' })
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    context?.drawImage(image, 0, 0)
    return [image.width, image.height, ...(context?.getImageData(100, 100, 1, 1).data ?? [])]
  }, bytes.toString('base64'))
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

test('without a file store photos and PDFs are kept sealed, need a link, and are forgotten with their policy', async ({
  connected,
  dataDir,
}) => {
  const policy = policyOf('keke')
  const folder = join(dataDir, 'desk', 'sandbox', 'attachments')
  const appPage = await connected.page()
  const { page, main } = appPage
  const picture = appPage.slot('Picture of the incident')
  const photo = await phonePhoto(page, 'WhatsApp.jpg', 0, 400)
  const screen = pngOfPhone(await madeUpPicture(page, 'screen.png', 'image/png', '#205080'))
  const report = madeUpPdf('medical report.pdf', 'made up report')
  await appPage.newClaim('keke')
  await appPage.fillTyped({ policyNumber: policy })
  await dropFiles(picture, [photo])
  await dropFiles(appPage.slot('Death certificate'), [screen])
  await dropFiles(form(appPage), [report])
  for (const slot of ['Picture of the incident', 'Death certificate', 'Medical report'] as const)
    await expect(appPage.slot(slot)).toContainText('Link needed')
  await expect(picture.locator('img')).toBeVisible()

  await test.step('of a photo neither EXIF nor a place is left, and it is upright', async () => {
    const kept = await filesOfDraft(page)
    expect(kept).toHaveLength(3)
    for (const { bytes } of [photo, screen]) expect(bytes.includes(exifWord)).toBe(true)
    for (const { bytes } of kept)
      for (const left of [exifWord, 'Exif', 'eXIf']) expect(bytes.includes(left)).toBe(false)
    const upright = kept.find(({ name }) => name === photo.name)
    const [width, height, red, green] = await lookAt(page, upright?.bytes ?? Buffer.alloc(0))
    expect([width, height]).toEqual([300, 400])
    expect(red).toBeGreaterThan(150)
    expect(green).toBeLessThan(60)
  })

  await test.step('no part of a file or of its name is readable on the disk', async () => {
    for (const { bytes, name } of [photo, ...(await filesOfDraft(page))])
      expect(await holding(join(dataDir, 'desk'), [partOf(bytes), Buffer.from(name)])).toEqual([])
    expect(await readdir(folder)).toHaveLength(3)
  })

  await test.step('with their links the claim is complete, and they stay beside it', async () => {
    for (const [at, slot] of ['Picture of the incident', 'Death certificate', 'Medical report'].entries())
      await appPage.field(slot).fill(`https://files.example/${at}`)
    await appPage.field('Original policy certificate').fill('https://files.example/certificate')
    await expect(picture).toContainText('link added')
    await expectAccessible(page, 'files of a draft')
    await appPage.submit()
    await appPage.openEntryFrom('Received', policy)
    const kept = attachments(appPage).getByRole('list', { name: 'Photos and PDFs' }).getByRole('listitem')
    await expect(kept).toHaveCount(3)
    await expect(kept.locator('img').first()).toBeVisible()
    await expectAccessible(page, 'files of an entry')
  })

  await test.step('one that was changed on the disk is reported and not shown', async () => {
    const [some = ''] = await readdir(folder)
    await writeFile(join(folder, some), 'cut')
    await appPage.goTo('Today')
    await appPage.openEntryFrom('Received', policy)
    await expect(attachments(appPage)).toContainText('The file on this computer is damaged')
  })

  await test.step('the policy is forgotten with them', async () => {
    await openKeptData(appPage)
    await look(appPage, policy)
    await expect(main).toContainText('3 photos and PDFs')
    await main.getByRole('button', { name: 'Delete this policy’s data' }).click()
    await connected.app.answerDialog('Delete')
    await expect(main).toContainText(`Data of policy ${policy} deleted`)
    expect(await readdir(folder)).toEqual([])
  })
})

test(
  'with a file store a claim is complete with four files: dropped, pasted, chosen by keyboard and moved',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const { page, main } = appPage
    const slot = (what: Parameters<AppPage['slot']>[0]): Locator => appPage.slot(what)
    const further = main.getByRole('list', { name: 'More files' }).getByRole('listitem')
    await setStore(connected.app, page, testStoreAt(server.port), storeKey)
    page.on('filechooser', () => undefined)
    await appPage.newClaim('okada')
    await appPage.fillTyped({ policyNumber: policyOf('okada') })
    await expect(main).toContainText('4 fields left')
    await expectAccessible(page, 'empty slots')
    const picture = await madeUpPicture(page, 'front.jpg', 'image/jpeg', '#306030')
    expect(await dropFiles(page.locator('main'), [picture]), 'beside the form').toBe(false)
    expect(await dropFiles(slot('Picture of the incident'), [picture])).toBe(true)
    await expect(slot('Picture of the incident')).toContainText('Goes with the claim')

    // Pasted where the focus is, which stays in the slot; into a full slot, it goes to the first empty one.
    await appPage.field('Death certificate').focus()
    await pasteFile(page, await madeUpPicture(page, 'image.png', 'image/png', '#205080'))
    await expect(slot('Death certificate').getByRole('button', { name: /^Change/ })).toBeFocused()
    await pasteFile(page, await madeUpPicture(page, 'second.png', 'image/png', '#207040'))
    await expect(slot('Medical report')).toContainText('second')
    await act(slot('Medical report'), 'second.jpg', 'Remove')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(appPage.field('Medical report')).toBeFocused()

    // Chosen for the slot that has the focus, which was the wrong one.
    await chooseFile(page, () => page.keyboard.press('Enter'), madeUpPdf('paper.pdf', 'made up policy'))
    await expect(slot('Medical report')).toContainText('paper.pdf')
    await slot('Medical report').getByRole('button', { name: 'Change paper.pdf' }).press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Replace' })).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Move to: Original policy certificate' })).toBeFocused()
    await page.keyboard.press('Enter')
    const policySlot = slot('Original policy certificate')
    await expect(policySlot.getByRole('button', { name: 'Change paper.pdf' })).toBeFocused()
    await expect(page.getByText('paper.pdf was moved to: Original policy certificate.')).toBeAttached()

    // Dropped on the form: what its name speaks of, if that is free, or else a further file.
    await dropFiles(form(appPage), [madeUpPdf('medical report.pdf', 'a report')])
    await expect(slot('Medical report')).toContainText('medical report.pdf')
    await dropFiles(form(appPage), [madeUpPdf('another report.pdf', 'another report')])
    await expect(further).toHaveCount(1)
    await expect(main).toContainText('All fields filled in')
    await expectAccessible(page, 'filled slots')

    // Dragged onto another file, they change places; replaced, the one before is gone.
    const from = slot('Picture of the incident').getByText('front.jpg')
    await from.dragTo(slot('Death certificate').getByText('image'))
    await expect(slot('Death certificate')).toContainText('front.jpg')
    await expect(slot('Picture of the incident')).toContainText('image')
    await chooseFile(
      page,
      () => act(slot('Medical report'), 'medical report.pdf', 'Replace'),
      madeUpPdf('better report.pdf', 'a better report'),
    )
    await expect(slot('Medical report')).toContainText('better report.pdf')
    await expect(form(appPage)).not.toContainText('medical report.pdf')

    // Deleted with its files, and brought back with them.
    await main.getByRole('button', { name: 'Delete draft' }).click()
    await main.getByRole('heading', { level: 1, name: 'Claims' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await appPage.entry(policyOf('okada')).click()
    await act(policySlot, 'paper.pdf', 'Remove')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await act(further, 'another report.pdf', 'Move to: Original policy certificate')
    await expect(main).toContainText('All fields filled in')
    await appPage.submit()
    await expect(main).toContainText('The insurer confirmed it.')

    // The right claim in place of a wrong one has them too. In a window as narrow a claim has a page of its own.
    await page.setViewportSize({ width: 1024, height: 700 })
    await appPage.openEntryFrom('Received', policyOf('okada'))
    await appPage.choose('Something is wrong')
    const dialog = page.getByRole('dialog', { name: 'Something is wrong with this claim' })
    await dialog.getByRole('button', { name: 'Submit the right claim now' }).click()
    await expect(slot('Medical report')).toContainText('better report.pdf')
    await expect(main).toContainText('All fields filled in')
  },
)

// Two pixels by two, as in the public test of browsers.
const madeUpAvif =
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A='

test(
  'photos as they come from phones are kept: an AVIF, a JPEG that ends early, a WebP that lies on its side',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await connected.page()
    const { page } = appPage
    await appPage.newClaim('keke')
    await appPage.fillTyped({ policyNumber: policyOf('keke', 1) })
    const [picture, report] = [appPage.slot('Picture of the incident'), appPage.slot('Medical report')]
    const [whole, half] = [
      await madeUpPicture(page, 'whole.jpg', 'image/jpeg', '#a04020'),
      await phonePhoto(page, 'half.jpg'),
    ]
    const avif = { name: 'IMG.avif', type: 'image/avif', bytes: Buffer.from(madeUpAvif, 'base64') }
    const cut = [
      { ...whole, bytes: whole.bytes.subarray(0, -2) },
      { ...half, bytes: half.bytes.subarray(0, half.bytes.length / 2) },
    ]
    expect(await dropFiles(picture, [avif, ...cut])).toBe(true)
    await expect(picture).toContainText('3 photos')
    await expect(picture).toContainText('half.jpg: part of this photo is missing.')
    await expect(picture).not.toContainText('whole.jpg')
    const flat = await madeUpPicture(page, 'side.webp', 'image/webp', '#205080')
    expect(await dropFiles(report, [{ ...flat, bytes: onItsSide(flat.bytes) }])).toBe(true)
    await expect(report).toContainText('side.jpg')
    const isUpright = ({ naturalHeight, naturalWidth }: HTMLImageElement): boolean =>
      naturalHeight > naturalWidth
    await expect.poll(async () => await report.locator('img').evaluate(isUpright)).toBe(true)
  },
)

/** A WebP, of the extended form in which Chromium writes them, whose EXIF says that it is to be turned by a quarter. */
function onItsSide(webp: Buffer): Buffer {
  const exif = Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex')
  const size = Buffer.alloc(4)
  size.writeUInt32LE(exif.length)
  const turned = Buffer.concat([webp, Buffer.from('EXIF', 'latin1'), size, exif])
  turned.writeUInt32LE(turned.length - 8, 4)
  turned[20] = (turned[20] ?? 0) | 0x08
  return turned
}

test(
  'a customer’s policy is shown with all that is kept, and forgotten so that no file gives it back',
  { tag: '@longer' },
  async ({ connected, dataDir, server }) => {
    const policy = policyOf('keke', 2)
    const folder = join(dataDir, 'desk')
    const outboxFile = join(folder, 'sandbox', 'outbox.sqlite')
    const appPage = await connected.page()
    const claim = claimSubmission({ policyNumber: policy })
    await accept(appPage, [claim])
    await appPage.showClaims()
    await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
    await appPage.newClaim('keke')
    await appPage.field('Policy number').fill(policy)
    await appPage.field('Place of the incident').fill('1 Made-up Street')
    await appPage.lookUp('Keke', policy)
    await appPage.main.getByRole('button', { name: 'Save for offline use' }).click()
    await expect(appPage.main).toContainText('Saved on this computer')
    await appPage.showClaims('Drafts')
    await expect(appPage.entry(policy)).toBeVisible()
    await appPage.page.evaluate(() => window.dispatchEvent(new Event('blur')))
    const { drafts } = await request(appPage.page, 'drafts:list')
    const draftId = drafts.find(({ fields }) => fields.policyNumber === policy)?.id ?? ''
    const sealedNow = (): readonly Buffer[] => sealedOf(outboxFile, claim.id, draftId)
    await expect.poll(() => sealedNow().length).toBe(4)
    const sealed = sealedNow()
    expect(await holding(folder, sealed)).not.toEqual([])

    await openKeptData(appPage)
    await look(appPage, policy)
    await expect(appPage.main).toContainText('Keke claim, saved')
    await expect(appPage.main).toContainText('1 draft')
    await expect(appPage.main).toContainText('1 saved claim')
    await expect(appPage.main).toContainText('1 row in claim lists')
    await expectAccessible(appPage.page, 'kept data, found')
    await forgetButton(appPage).focus()
    await appPage.page.keyboard.press('Enter')
    const question = `Delete everything about policy ${policy}?`
    await expect.poll(async () => (await connected.app.dialog())?.message).toBe(question)
    await connected.app.answerDialog('Delete')
    await expect(appPage.main).toContainText(`Data of policy ${policy} deleted`)
    await expect(appPage.main).toContainText('1 item with their history, 1 draft')

    expect(await holding(folder, sealed)).toEqual([])
    await look(appPage, policy)
    await expect(appPage.main).toContainText(`Nothing is stored about policy ${policy}`)
    // The insurer would list it again.
    await server.disconnect()
    await appPage.showClaims()
    await appPage.main.getByRole('grid', { name: 'Claims' }).waitFor()
    await expect(appPage.entry(policy)).toHaveCount(0)
    await connected.app.kill()
    expect(await holding(folder, plainForms(policy))).toEqual([])
    expect(await holding(folder, sealed)).toEqual([])
  },
)
