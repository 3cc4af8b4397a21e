import { createHash, randomBytes } from 'node:crypto'
import { attachmentFields, type AttachmentField } from '#shared/domain/attachment.ts'
import { testStoreAt, testAccessKey, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { submissionWithFiles } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { OfficeComputer } from '../support/office-computer.ts'
import { keepDraft, setStore } from '../support/with-files.ts'

// Deriving a key is slow on a busy computer.
test.setTimeout(240_000)

const waiting = policyOf('keke')
const drafted = policyOf('keke', 1)
type Pictures = Readonly<Record<AttachmentField, Buffer>>

/** A JPEG by its first bytes, and unlike every other. */
function aPicture(size: number): Buffer {
  const bytes = randomBytes(size)
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  return bytes
}

const fourPictures = (): Pictures => ({
  incidentPictureUrl: aPicture(400_000),
  medicalReportUrl: aPicture(6_000),
  deathCertificateUrl: aPicture(7_000),
  originalPolicyCertificateUrl: aPicture(8_000),
})

/** The server's own store, as its merchant's. */
const setOwnStore = ({ app, appPage: { page } }: OfficeComputer, server: TestInsurer): Promise<void> =>
  setStore(app, page, testStoreAt(server.port), testAccessKey)

const keepWith = (
  { appPage: { page } }: OfficeComputer,
  policy: string,
  pictures: Pictures,
): Promise<string> =>
  keepDraft(
    page,
    policy,
    attachmentFields.map((field) => ({ name: `${field}.jpg`, bytes: pictures[field] })),
  )

/** A claim that waits for its four files, and a draft with four files. */
async function fill(computer: OfficeComputer): Promise<readonly [Pictures, Pictures]> {
  const pictures = [fourPictures(), fourPictures()] as const
  const { body } = submissionWithFiles(attachmentFields, { policyNumber: waiting })
  await accept(computer.appPage, [{ id: await keepWith(computer, waiting, pictures[0]), body }])
  await keepWith(computer, drafted, pictures[1])
  return pictures
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** What the four links of a policy's only claim at the insurer show to anybody. */
async function shownFor(server: TestInsurer, policy: string): Promise<readonly string[]> {
  const claims = server.claims('keke').filter((claim) => claim.policy_number === policy)
  expect(claims).toHaveLength(1)
  const links = claims.flatMap((claim) => [
    claim.picture_of_incident,
    claim.medical_report,
    claim.death_certificate,
    claim.original_policy_certificate,
  ])
  return await Promise.all(
    links.map(async (link) => sha256(new Uint8Array(await (await fetch(link)).arrayBuffer()))),
  )
}

const sums = (pictures: Pictures): readonly string[] =>
  attachmentFields.map((field) => sha256(pictures[field]))

/** Submits the draft that came, and waits until the insurer has its claim. */
async function submitDraft({ app, appPage }: OfficeComputer, server: TestInsurer): Promise<void> {
  await appPage.showClaims('Drafts')
  await appPage.entry(drafted).click()
  await appPage.submit()
  await asTimePasses(app, 1_000, () => server.claims('keke').some((claim) => claim.policy_number === drafted))
}

test(
  'a copy goes on with what is in the store already',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    const one = await OfficeComputer.start('one', dataDir, server, launch)
    await setOwnStore(one, server)
    const before = server.storeRequests().put
    // Everything goes up, and nothing can be seen: the claim waits.
    server.fileStore.behave({ refuses: ['open'] })
    const [waits, draft] = await fill(one)
    await asTimePasses(one.app, 1_000, () => server.files().length === 4)
    await one.write()
    await one.app.kill()
    server.fileStore.behave({})

    const uploaded = server.storeRequests().put - before
    const two = await OfficeComputer.start('two', dataDir, server, launch)
    await setOwnStore(two, server)
    const since = server.storeRequests().put
    await two.takeIn()
    await two.appPage.showClaims()
    // Its first computer is gone: an officer decides, once it was looked for.
    await asTimePasses(two.app, 60_000, async () =>
      (await two.appPage.entry(waiting).innerText()).includes('Needs your decision'),
    )
    await two.appPage.act(waiting, 'Send again')
    await two.appPage.page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click()
    await asTimePasses(two.app, 5_000, () => server.claims('keke').some((c) => c.policy_number === waiting))
    expect(await shownFor(server, waiting)).toEqual(sums(waits))
    await submitDraft(two, server)
    expect(await shownFor(server, drafted)).toEqual(sums(draft))
    expect(server.files()).toHaveLength(8)
    expect([uploaded, server.storeRequests().put - since]).toEqual([4, 4])
  },
)
