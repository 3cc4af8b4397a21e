import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
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

async function walkOf(
  work: () => Promise<void>,
  isOnTheWay = (path: string) => way.test(path),
): Promise<Walk> {
  const files = (await enteredFiles(work)).filter((path) => !path.startsWith(otherSide))
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
  const submit = async (): Promise<void> => {
    const submission = claimSubmission({ policyNumber: knownPolicy })
    await app.accept(submission)
    await app.received(submission.id)
  }
  // The first one learns what a later one knows.
  await submit()
  const claim = await walkOf(submit)

  const setting = await walkOf(
    async () => {
      expect(await app.handlers['settings:change']({ branchName: 'Ikeja' })).toMatchObject({ ok: true })
    },
    (path) => settingsWay.test(path),
  )

  const withFile = submissionWithFiles(['incidentPictureUrl'], { policyNumber: knownPolicy })
  const draft = { ...madeUpDraft(), id: withFile.id }
  await app.handlers['drafts:save']({ draft, isNew: true, isOpen: true })
  const bytes = aPicture(100)
  const photo = await walkOf(async () => {
    const added = await app.handlers['attachments:add-part']({
      id: newId(),
      claimId: draft.id,
      name: 'a.jpg',
      size: bytes.length,
      photos: null,
      field: 'incidentPictureUrl',
      index: 0,
      part: bytes.toString('base64'),
    })
    expect(added).toMatchObject({ ok: true, value: { type: 'kept' } })
  })
  const photoSent = await walkOf(async () => {
    await app.accept(withFile)
    await app.received(withFile.id)
  })

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
