import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { knownPolicy, Office } from '#testing/app/office.ts'
import { aPicture } from '#testing/attachments/attachment-store.ts'
import { enteredFiles } from '#testing/entered-files.ts'
import { claimSubmission, madeUpDraft, submissionWithFiles } from '#testing/outbox/made-up.ts'
import { recordFigure } from '#testing/proof.ts'

/** Practice is the other side here, and passes nothing. */
const otherSide = 'practice/'
/** Rooms that a claim and its files pass; in any other somebody only hears of it. */
const way = /^(app\/handlers|outbox|delivery|file-store|insurer|network|platform)\//

interface Walk {
  readonly onTheWay: readonly string[]
  readonly listening: readonly string[]
}

/** What is entered each of two times: a timer that comes meanwhile is no part of the walk. */
async function walkOf<T>(
  prepare: () => Promise<T>,
  work: (prepared: T) => Promise<void>,
  isOnTheWay = (path: string) => way.test(path),
): Promise<Walk> {
  const entered = async (): Promise<readonly string[]> => {
    const prepared = await prepare()
    return await enteredFiles(() => work(prepared))
  }
  const [once, again] = [await entered(), new Set(await entered())]
  const files = once.filter((path) => again.has(path) && !path.startsWith(otherSide))
  return {
    onTheWay: files.filter(isOnTheWay),
    listening: files.filter((path) => !isOnTheWay(path)),
  }
}

/** What a change of the settings passes: who may, the call, the settings, their key, the disk, and what the page is told. */
const settingsWay =
  /^(office\/officers\/|app\/(handlers\/|app-status)|office\/settings\/|office\/environment\/(workspace|installation-key)|platform\/)/

/** How many files a walk enters, and in how many of them somebody only hears of it: less is better, more needs a reason. */
const most = { claim: [43, 17], setting: [13, 0], photo: [14, 4], photoSent: [57, 17] } as const

it('enters these numbers of main’s files with a claim, a setting and a photo', async () => {
  const app = await Office.open()
  const submit = async (submission: Submission): Promise<void> => {
    await app.accept(submission)
    await app.received(submission.id)
  }
  const aClaim = (): Promise<Submission> => Promise.resolve(claimSubmission({ policyNumber: knownPolicy }))
  // The first one learns what a later one knows.
  await submit(await aClaim())
  const claim = await walkOf(aClaim, submit)

  let branches = 0
  const setting = await walkOf(
    () => Promise.resolve(`Ikeja ${(branches += 1)}`),
    async (branchName) => {
      expect(await app.handlers['settings:change']({ branchName })).toMatchObject({ ok: true })
    },
    (path) => settingsWay.test(path),
  )

  const bytes = aPicture(100)
  const addPhoto = async ({ id: claimId }: Submission): Promise<void> => {
    const about = { id: newId(), claimId, name: 'a.jpg', size: bytes.length, photos: null } as const
    const part = { field: 'incidentPictureUrl', index: 0, part: bytes.toString('base64') } as const
    const added = await app.handlers['attachments:add-part']({ ...about, ...part })
    expect(added).toMatchObject({ ok: true, value: { type: 'kept' } })
  }
  const withoutPhoto = async (): Promise<Submission> => {
    const submission = submissionWithFiles(['incidentPictureUrl'], { policyNumber: knownPolicy })
    const draft = { ...madeUpDraft(), id: submission.id }
    await app.handlers['drafts:save']({ draft, isNew: true, isOpen: true })
    return submission
  }
  const photo = await walkOf(withoutPhoto, addPhoto)
  const photoSent = await walkOf(async () => {
    const submission = await withoutPhoto()
    await addPhoto(submission)
    return submission
  }, submit)

  const walks = { claim, setting, photo, photoSent }
  const file = process.env['CLAIMS_DESK_WALKS']
  if (file !== undefined) writeFileSync(file, JSON.stringify(walks, null, 1))
  for (const [of, { onTheWay, listening }] of Object.entries(walks)) {
    const seen = { 'on the way': onTheWay.length, 'only listen': listening.length }
    recordFigure({ proof: 'walks', tried: { of }, seen })
  }
  const entered = Object.entries(walks).map(([name, { onTheWay, listening }]) => [
    name,
    [onTheWay.length, listening.length],
  ])
  expect(Object.fromEntries(entered)).toEqual(most)
})
