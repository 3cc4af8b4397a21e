import type { AccessKey } from '#main/file-store/signing.ts'
import { testStoreAt, testAccessKey, type TestInsurer } from '#proofs/insurer/test-insurer.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { acceptWithFiles, giveFileStore, madeUpPdfOf } from '../support/files-of-claims.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { startTestStore } from '../support/real-file-store.ts'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'

const kilobyte = 1000
const uploadBytes = 120 * kilobyte
let claims = 0

/** A policy that no claim of this test was for yet. */
function nextPolicy(): string {
  claims += 1
  return policyOf('keke', claims)
}

/** The rows of a policy at the insurer. */
function rowsOf(server: TestInsurer, policyNumber: string): readonly { readonly medical_report: string }[] {
  return server.claims('keke').filter((row) => row.policy_number === policyNumber)
}

/** Every link of a received claim answers with the very bytes, and the claim is there once. */
async function expectReceived(
  appPage: AppPage,
  server: TestInsurer,
  policyNumber: string,
  bytes: Buffer,
): Promise<void> {
  await expect(appPage.entry(policyNumber)).toContainText('The insurer confirmed it.')
  const rows = rowsOf(server, policyNumber)
  expect(rows).toHaveLength(1)
  const shown = await fetch(rows[0]?.medical_report ?? '')
  expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true)
}

test('a merchant’s file store in all its moods', { tag: '@longer' }, async ({ connected, server }) => {
  const { app } = connected
  const appPage = await connected.page()
  const real = await startTestStore(server)
  test.info().annotations.push({ type: 'file store', description: real.name })
  const { store, accessKey, front } = real
  const holds = async (policyNumber: string, words: string): Promise<void> => {
    await expect(appPage.entry(policyNumber)).toContainText(words)
    expect(rowsOf(server, policyNumber)).toHaveLength(0)
  }
  const submit = async (): Promise<{ readonly policyNumber: string; readonly bytes: Buffer }> => {
    const policyNumber = nextPolicy()
    const bytes = madeUpPdfOf(uploadBytes, policyNumber)
    await acceptWithFiles(appPage, { policyNumber }, { medicalReportUrl: bytes })
    return { policyNumber, bytes }
  }

  await test.step('the card says what is wrong with a store, and uses one that works', async () => {
    await appPage.openSettings('Connection')
    const card = appPage.main.getByRole('region', { name: 'File store' })
    await card.getByRole('button', { name: 'Set up a file store' }).click()
    const type = async (label: string, text: string): Promise<void> =>
      await card.getByRole('textbox', { name: label, exact: true }).fill(text)
    const fill = async (typed: FileStore, key: AccessKey): Promise<void> => {
      await type('Region', typed.region)
      await type('Address of the store', typed.endpoint)
      await type('Bucket', typed.bucket)
      await type('Folder in the bucket', typed.prefix)
      await type('Address of the links', typed.links.type === 'public' ? typed.links.base : '')
      await type('Access key ID', key.id)
      await card.getByLabel('Secret access key').fill(key.secret)
    }
    const use = async (words: string, isNew: boolean): Promise<void> => {
      await card.getByRole('button', { name: 'Check and use' }).click()
      if (isNew) await app.answerDialog('Send them there')
      await expect(card).toContainText(words)
    }
    await fill(store, { ...accessKey, secret: 'not-the-secret' })
    await use('The store does not accept the access key', true)
    await fill({ ...store, bucket: 'absent' }, accessKey)
    await use('The bucket does not exist', true)
    await fill({ ...store, endpoint: server.url }, accessKey)
    await use('This is not a file store', true)
    // A real store's clock is out of reach: this is the practice server's.
    server.moveClock(20 * 60_000)
    await fill(testStoreAt(server.port), testAccessKey)
    await use('This computer’s clock is wrong', true)
    await expect(card).toContainText('It is 20 minutes behind.')
    await expectAccessible(appPage.page, 'the clock is wrong for the file store')
    server.moveClock(-20 * 60_000)
    await fill(await real.listable(), accessKey)
    await use('Anyone can list the files of this store', true)
    await expectAccessible(appPage.page, 'a file store that anybody can list')
    await card.getByRole('button', { name: 'Change' }).click()
    await fill(store, accessKey)
    await use('The file store works', false)
    await expect(card).not.toContainText('Anyone can list')
  })

  await test.step('a wrong secret holds it back, and the right one lets it go', async () => {
    await front.down()
    const wrong = { ...accessKey, secret: 'not-the-secret' }
    expect(await giveFileStore(appPage, app, store, wrong, false)).toBe('no-connection')
    await appPage.goTo('Outbox')
    const { policyNumber, bytes } = await submit()
    await holds(policyNumber, 'The file store cannot be reached')
    await front.up()
    await app.passTime(5 * 60_000)
    await holds(policyNumber, 'The file store does not accept the access key')
    const other = nextPolicy()
    await accept(appPage, [claimSubmission({ policyNumber: other }, { branchReference: '2222-2222' })])
    await expect(appPage.entry(other)).toContainText('The insurer confirmed it.')
    expect(await giveFileStore(appPage, app, store, accessKey, false)).toBeNull()
    await expectReceived(appPage, server, policyNumber, bytes)
  })

  await test.step('no such bucket', async () => {
    await front.down()
    const absent = { ...store, bucket: 'absent' }
    expect(await giveFileStore(appPage, app, absent, accessKey, false)).toBe('no-connection')
    const { policyNumber, bytes } = await submit()
    await holds(policyNumber, 'The file store cannot be reached')
    await front.up()
    await app.passTime(5 * 60_000)
    await holds(policyNumber, 'The file store has no such bucket')
    expect(await giveFileStore(appPage, app, store, accessKey, false)).toBeNull()
    await expectReceived(appPage, server, policyNumber, bytes)
  })

  await test.step('asked to slow down, it waits as long as asked', async () => {
    front.next({ type: 'slow-down', retryAfterSeconds: 90 })
    const { policyNumber, bytes } = await submit()
    await holds(policyNumber, 'The file store is busy')
    await app.passTime(80_000)
    await holds(policyNumber, 'The file store is busy')
    await app.passTime(40_000)
    await expectReceived(appPage, server, policyNumber, bytes)
  })

  await test.step('cut in the middle, it goes again', async () => {
    const before = front.puts
    front.next({ type: 'cut' })
    const { policyNumber, bytes } = await submit()
    await front.putsReached(before + 1)
    await asTimePasses(app, 5_000, () => front.puts > before + 1)
    await expectReceived(appPage, server, policyNumber, bytes)
    expect(front.puts).toBe(before + 2)
  })

  await test.step('slow and hanging, claims without files overtake it', async () => {
    const before = front.puts
    front.next({ type: 'slow', bytesPerSecond: 40 * kilobyte }, { type: 'hang' })
    const slow = await submit()
    await front.putsReached(before + 1)
    const hanging = await submit()
    await front.putsReached(before + 2)
    const other = nextPolicy()
    await accept(appPage, [claimSubmission({ policyNumber: other }, { branchReference: '3333-3333' })])
    await expect(appPage.entry(other)).toContainText('The insurer confirmed it.')
    await holds(slow.policyNumber, 'Its file is not uploaded yet')
    await expectReceived(appPage, server, slow.policyNumber, slow.bytes)
    await holds(hanging.policyNumber, 'Its file is not uploaded yet')
    // It is given up after a minute of silence, and the seconds that the system may take to send; then tried again.
    await app.passTime(70_000, 1)
    await asTimePasses(app, 5_000, () => front.puts > before + 2)
    await expectReceived(appPage, server, hanging.policyNumber, hanging.bytes)
  })
  await real.stop()
})
