import { submissionWithFiles } from '#testing/outbox/made-up.ts'
import { testStoreAt } from '#testing/insurer/test-insurer.ts'
import { attachmentFields } from '#shared/domain/attachment.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { storeKey } from '../support/canary-values.ts'
import { accept, launchConnected } from '../support/connected.ts'
import { madeUpPdf, madeUpPicture } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { startStoreOverTls } from '../support/tls-front.ts'
import { keepDraft, setStore } from '../support/with-files.ts'

test.use({ practice: { accessKey: storeKey } })

/** Has main keep four files and accept the claim that they belong to, as the form does. */
async function submitWithFiles(appPage: AppPage, policyNumber: string): Promise<void> {
  const { page } = appPage
  const colours = ['#a04020', '#205080', '#408020']
  const pictures = await Promise.all(
    colours.map(async (colour, n) => await madeUpPicture(page, `IMG ${n}.jpg`, 'image/jpeg', colour)),
  )
  // Of many chunks: over TLS they leave a moment after they were read.
  const policy = madeUpPdf('policy.pdf', policyNumber.padEnd(600_000))
  const files = [...pictures, policy]
  const id = await keepDraft(page, policyNumber, files)
  await accept(appPage, [{ ...submissionWithFiles(attachmentFields, { policyNumber }), id }])
}

test('a claim that waits for its files says so wherever it is spoken of, and follows them by itself over TLS', async ({
  launch,
  dataDir,
  server,
}) => {
  const front = await startStoreOverTls(dataDir, server)
  const connected = await launchConnected(launch, dataDir, server, { options: { env: front.env } })
  const { app } = connected
  const appPage = await connected.page()
  const { main, page } = appPage
  const policyNumber = policyOf('keke')
  await setStore(app, page, front.store, storeKey)
  server.fileStore.behave({ bucket: 'missing' })
  await submitWithFiles(appPage, policyNumber)

  await appPage.showClaims('On its way')
  const row = appPage.entry(policyNumber)
  await expect(row).toContainText('Waiting for upload')
  await expect(row.getByRole('button', { name: 'Send now' })).toHaveCount(0)
  await expect(main.getByText('Files are not uploaded', { exact: true })).toBeVisible()
  await expect(appPage.statusLine).toContainText('Waiting for upload: 1.')
  expect((await app.tray()).tooltip).toContain('1 item is not yet received.')
  await expectAccessible(page, 'claims, one that waits for its files')

  await appPage.openEntry(policyNumber)
  const state = main.getByRole('status').filter({ hasText: 'Waiting for upload' })
  await expect(state).toContainText('0 of 4 files uploaded. The claim goes after that.')
  await expect(state).toContainText('The file store has no such bucket: correct its name in Settings.')
  await expect(main.getByRole('button', { name: 'Send now', exact: true })).toHaveCount(0)
  await expect(main.getByText('The link is added after the upload')).toHaveCount(4)
  await expect(main.getByText('Not uploaded yet', { exact: true })).toHaveCount(4)
  await appPage.openWholePage()
  await main.getByRole('heading', { level: 1, name: policyNumber }).waitFor()
  await expect(state).toContainText('correct its name in Settings')
  await expectAccessible(page, 'a claim that waits for its files')
  await main.getByRole('link', { name: 'What does this mean? Waiting for upload' }).click()
  await expect(main.getByRole('heading', { name: 'Photos and PDFs of a claim' })).toBeVisible()

  await appPage.goTo('Day report')
  await expect(main).toContainText('1 on its way.')
  await expectAccessible(page, 'day report, a claim that waits for its files')

  await appPage.statusLine.getByRole('link', { name: 'Connection', exact: true }).click()
  const store = main.getByRole('region', { name: 'File store' })
  await expect(store).toContainText('4 files of 1 claim still to upload')
  await expect(store).toContainText('The file store has no such bucket')
  await expect(store).toContainText('Next try: ')
  await expectAccessible(page, 'connection, with a file store that refuses')
  server.fileStore.behave({})
  await store.getByRole('button', { name: 'Try again' }).click()
  await expect(store).toContainText('Nothing is waiting for upload.')

  await appPage.showClaims('Received')
  await expect(row).toHaveAttribute('data-situation', 'received')
  expect(server.files()).toHaveLength(4)
  await appPage.openEntry(policyNumber)
  await expect(main.getByText(`${front.origin}/file-store/claims/`)).toHaveCount(4)
  await expect(main.getByText('Uploaded', { exact: true })).toHaveCount(4)
  expect([...front.versions]).toEqual(['TLSv1.3'])
  await front.close()
})

test(
  'a claim taken back has its uploads removed; where the store refuses, the screens say so',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const { main, page } = appPage
    const policyNumber = policyOf('keke')
    await setStore(connected.app, appPage.page, testStoreAt(server.port), storeKey)
    // The first file is taken, the next ones are not: some lie in the store when it is taken back.
    server.fileStore.faults.set('put', { type: 'slow-down', skip: 1 })
    server.fileStore.behave({ refuses: ['delete'] })
    await submitWithFiles(appPage, policyNumber)
    await appPage.showClaims('On its way')
    await appPage.act(policyNumber, 'Discard')
    await expect(main).toContainText('1 of 4 files uploaded.')
    await expect(main).toContainText('The file store is busy.')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Uploaded files are removed too')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(appPage.entry(policyNumber)).toHaveCount(0)
    await appPage.statusLine.getByRole('link', { name: 'Connection', exact: true }).click()
    const store = main.getByRole('region', { name: 'File store' })
    await expect(store).toContainText('4 unused files to remove')
    server.fileStore.faults.clear()
    await store.getByRole('button', { name: 'Try again' }).click()
    await expect(store).toContainText('4 unused files may not be removed')
    await expectAccessible(page, 'connection, with a file store that refuses to remove')
    server.fileStore.behave({})
    await store.getByRole('button', { name: 'Try again' }).click()
    await expect(store).not.toContainText('may not be removed')
    await expect.poll(() => server.files()).toEqual([])
  },
)
