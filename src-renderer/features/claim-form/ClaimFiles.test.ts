import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AttachmentField, AttachmentFile } from '#shared/domain/attachment.ts'
import { today } from '#shared/domain/calendar-date.ts'
import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import type { AgreedLinks } from '#shared/domain/stand-in.ts'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import type { PhotoAnswer, PhotoQuestion } from '#renderer/data/photos/smaller-photo.ts'
import { photosOfPdf } from '#renderer/data/photos/photo-pdf.ts'
import { aKeptFile, completeFields as madeUpFields } from '#testing/claim/made-up.ts'
import { button, press } from '#testing/page/buttons.ts'
import { FakeMain } from '#testing/page/fake-main.ts'
import { fieldId } from './claim-fields.ts'
import { showForm } from '#testing/page/claim-form.ts'

// Nothing warns of an incident of today.
const completeFields = { ...madeUpFields, occurrenceDate: today() }

const smaller = vi.fn<(question: PhotoQuestion) => PhotoAnswer>()
/** In the place of the worker, not of its module: that may be loaded already, as test files share a process. */
class PhotoWorker extends EventTarget {
  postMessage(question: PhotoQuestion): void {
    this.dispatchEvent(new MessageEvent('message', { data: smaller(question) }))
  }
  terminate(): void {
    return undefined
  }
}

/** The head of a JPEG of one pixel, then bytes of its own. */
const aJpeg = (seed: number, length = 40): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, at) => [255, 216, 255, 192, 0, 17, 8, 0, 1, 0, 1, 3][at] ?? seed)
/** The bytes that main has of each file. */
const kept = new Map<string, Uint8Array<ArrayBuffer>>()

let main: FakeMain
let form: VueWrapper
let files: AttachmentFile[]

beforeEach(() => {
  files = []
  vi.stubGlobal('Worker', PhotoWorker)
  // Workers are started from the application's own origin alone, which is a file's here.
  vi.stubGlobal('location', { origin: 'null' })
  smaller.mockReturnValue({ type: 'as-it-is' })
  main = new FakeMain({
    'attachments:list': () => ok({ files, unreadable: 0 }),
    'attachments:part': ({ id }) => {
      const bytes = kept.get(id)
      return ok(
        bytes === undefined
          ? { type: 'missing' }
          : { type: 'part', part: btoa(String.fromCharCode(...bytes)) },
      )
    },
    'attachments:add-part': ({ claimId: _claim, index: _index, part, ...file }) => {
      kept.set(
        file.id,
        Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0)),
      )
      const kind = file.name.endsWith('.jpg') ? 'jpeg' : 'pdf'
      const added = aFile(file.name, file.field, { ...file, kind })
      files = [...files.map((one) => (one.field === file.field ? { ...one, field: null } : one)), added]
      return ok({ type: 'kept', file: added })
    },
    'attachments:change': ({ id, ...change }) => {
      if (!files.some((file) => file.id === id)) return err({ type: 'unknown-entry' })
      files = files.map((file) => {
        if (file.id === id) return { ...file, ...change }
        return change.field !== null && file.field === change.field ? { ...file, field: null } : file
      })
      return ok(null)
    },
    'attachments:remove': ({ id }) => {
      files = files.filter((file) => file.id !== id)
      return ok(null)
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

const aFile = (
  name: string,
  field: AttachmentField | null,
  change: Partial<AttachmentFile> = {},
): AttachmentFile => aKeptFile({ name, field, number: files.length + 1, ...change })

async function show(
  hasFileStore: boolean,
  change: Partial<Draft> = {},
  links: Partial<AgreedLinks> = {},
): Promise<Draft> {
  const settings = { ...defaultSettings, ...links }
  const shown = await showForm(change, { environment: 'live', hasFileStore, settings })
  form = shown.form
  return shown.draft
}
const slot = (name: AttachmentField) => form.get(`[data-slot="${name}"]`)
const footText = (): string => form.get('[data-testid="missing-count"]').text()
const submit = (): Promise<void> => form.trigger('keydown', { key: 'Enter', ctrlKey: true })
const withoutLinks = {
  ...completeFields,
  incidentPictureUrl: '',
  medicalReportUrl: '',
}
async function drop(place: string, names: readonly string[], size = 7): Promise<void> {
  const dropped = names.map((name) => {
    const type = name.endsWith('.jpg') ? 'image/jpeg' : 'application/pdf'
    return new File([new Uint8Array(size)], name, { type })
  })
  const event = new Event('drop', { bubbles: true, cancelable: true })
  const dataTransfer = { types: ['Files'], files: dropped, getData: () => '' }
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
  form.get(place).element.dispatchEvent(event)
  await flushPromises()
}

it('with a whole file are filled where there is a file store, and the claim says which links they give', async () => {
  files = [
    aFile('front.jpg', 'incidentPictureUrl'),
    aFile('report.pdf', 'medicalReportUrl', { state: 'missing' }),
  ]
  const draft = await show(true, { fields: withoutLinks })
  expect(footText()).toBe('1 field left')
  expect(slot('incidentPictureUrl').text()).toContain('Goes with the claim')
  expect(slot('medicalReportUrl').text()).toContain('The file is missing on this computer')
  await drop('[data-slot="medicalReportUrl"]', ['better.pdf'])
  await vi.waitFor(() => expect(footText()).toBe('All fields filled in'))
  await submit()
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
  expect(main.accepted.get(draft.id)).toMatchObject({
    claim: {
      incidentPictureUrl: '',
      medicalReportUrl: '',
      deathCertificateUrl: completeFields.deathCertificateUrl,
    },
    fromFiles: ['incidentPictureUrl', 'medicalReportUrl'],
  })
})

it('need a link beside the file where there is none, and the claim says nothing of files', async () => {
  files = [aFile('front.jpg', 'incidentPictureUrl')]
  const draft = await show(false, { fields: withoutLinks })
  expect(footText()).toBe('2 fields left')
  expect(slot('incidentPictureUrl').text()).toContain('Link needed')
  for (const name of ['incidentPictureUrl', 'medicalReportUrl'] as const)
    await form.get(`#${fieldId(name)}`).setValue(completeFields[name])
  await submit()
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
  expect(main.accepted.get(draft.id)).not.toHaveProperty('fromFiles')
})

it('get what is dropped on the form by its name while they are free, and the rest is kept beside them', async () => {
  await show(true, { fields: { ...emptyFields(), deathCertificateUrl: 'https://files.example/1' } })
  await drop('form', ['Medical report.pdf', 'hospital.pdf', 'death.pdf', 'scan.pdf'])
  await vi.waitFor(() => expect(files).toHaveLength(4))
  expect(files.map(({ field }) => field)).toEqual(['medicalReportUrl', null, null, null])
})

it('speak of a photo or PDF where there is a file store, and of a link where there is none', async () => {
  await show(true, { fields: withoutLinks })
  await submit()
  await vi.waitFor(() => expect(slot('medicalReportUrl').text()).toContain('Select a photo or PDF.'))
  expect(form.text()).not.toMatch(/https:|paste a link/)
  expect(slot('medicalReportUrl').find('input').exists()).toBe(false)
  form.unmount()
  await show(false, { fields: { ...withoutLinks, medicalReportUrl: 'report.pdf' } })
  await submit()
  await vi.waitFor(() => expect(slot('medicalReportUrl').text()).toContain('begins with https://'))
  expect(slot('incidentPictureUrl').text()).toContain('Enter a link.')
  expect(form.text()).toContain('Picture of the incident: Enter a link.')
})

it('send the link that was typed, until the officer wants the file or puts one there', async () => {
  files = [aFile('report.pdf', 'medicalReportUrl')]
  await show(true, { fields: completeFields })
  expect(slot('medicalReportUrl').text()).toContain('The link is sent, not this file')
  await press('Send the file', slot('medicalReportUrl'))
  expect(slot('medicalReportUrl').text()).toContain('Goes with the claim')
  expect(footText()).toBe('All fields filled in')
  await drop('[data-slot="deathCertificateUrl"]', ['death.pdf'])
  await vi.waitFor(() => expect(slot('deathCertificateUrl').text()).toContain('Goes with the claim'))
  expect(slot('deathCertificateUrl').find('input').exists()).toBe(false)
})

it('take several photos together as one PDF, and more of them behind these; none is left out in silence', async () => {
  let seed = 0
  smaller.mockImplementation(({ photo }) =>
    photo instanceof Blob && photo.type === 'application/pdf'
      ? { type: 'as-it-is' }
      : { type: 'drawn', kind: 'jpeg', bytes: aJpeg((seed += 1)) },
  )
  await show(true)
  await drop('form', ['1.jpg', 'medical.jpg', '2.jpg', 'scan.pdf', '3.jpg'])
  await vi.waitFor(() => expect(files).toHaveLength(3))
  expect(files).toMatchObject([
    { name: '3 photos.pdf', photos: 3, field: 'incidentPictureUrl' },
    { name: 'medical.jpg', photos: 1, field: 'medicalReportUrl' },
    { name: 'scan.pdf', photos: null, field: null },
  ])
  await vi.waitFor(() => expect(slot('incidentPictureUrl').text()).toContain('3 photos'))
  await drop('form', ['4.jpg'])
  await vi.waitFor(() => expect(files.at(-1)?.name).toBe('4 photos.pdf'))
  await drop('[data-slot="medicalReportUrl"]', ['5.jpg', '6.jpg'])
  await vi.waitFor(() => expect(files.at(-1)?.name).toBe('3 photos.pdf'))
  expect(files.map(({ field, photos }) => [field, photos])).toEqual([
    [null, null],
    ['incidentPictureUrl', 4],
    ['medicalReportUrl', 3],
  ])
  expect(photosOfPdf(kept.get(files[1]?.id ?? '') ?? new Uint8Array())).toEqual(
    [1, 2, 3, 5].map((n) => aJpeg(n)),
  )

  smaller
    .mockReturnValueOnce({ type: 'undecodable' })
    .mockReturnValueOnce({ type: 'drawn', kind: 'jpeg', bytes: aJpeg(1) })
  smaller
    .mockReturnValueOnce({ type: 'drawn', kind: 'jpeg', bytes: aJpeg(90, 8_000_000) })
    .mockReturnValueOnce({ type: 'broken-off' })
  await drop('[data-slot="incidentPictureUrl"]', ['cut.jpg', 'again.jpg', 'huge.jpg', 'letter.pdf'])
  await vi.waitFor(() =>
    expect(slot('incidentPictureUrl').text()).toContain('huge.jpg: the photos of one field take'),
  )
  expect(slot('incidentPictureUrl').text()).toContain('cut.jpg: damaged or too large')
  expect(slot('incidentPictureUrl').text()).toContain('again.jpg: already added')
  // Said where it was dropped, although a slot with photos would not take it.
  await vi.waitFor(() => expect(slot('incidentPictureUrl').text()).toContain('letter.pdf: could not be read'))
  expect(files).toHaveLength(3)
})

it('keep a photo of which a part is missing, and say so', async () => {
  smaller.mockReturnValueOnce({ type: 'drawn', kind: 'jpeg', bytes: aJpeg(1), isPartial: true })
  await show(true)
  await drop('[data-slot="incidentPictureUrl"]', ['cut.jpg'])
  await vi.waitFor(() => expect(files).toMatchObject([{ name: 'cut.jpg', photos: 1 }]))
  expect(slot('incidentPictureUrl').text()).toContain('cut.jpg: part of this photo is missing. It is kept')
})

it.each([
  [1, 'alone'],
  [10, 'a-page'],
  [11, 'one-of-many'],
] as const)('take %d photos, each drawn as %s', async (count, purpose) => {
  let seed = 0
  smaller.mockImplementation(() => ({ type: 'drawn', kind: 'jpeg', bytes: aJpeg((seed += 1)) }))
  await show(true)
  await drop(
    '[data-slot="incidentPictureUrl"]',
    Array.from({ length: count }, (_, n) => `${n}.jpg`),
  )
  await vi.waitFor(() => expect(files).toMatchObject([{ photos: count }]))
  expect(smaller).toHaveBeenLastCalledWith(expect.objectContaining({ purpose }))
})

it('say so where head office no longer offers what was chosen, and count it as missing', async () => {
  const fields = { ...completeFields, deathCertificateUrl: '' }
  await show(true, { fields, standIns: { deathCertificateUrl: 'not-available' } })
  expect(footText()).toBe('1 field left')
  expect(slot('deathCertificateUrl').text()).toContain('“Not available yet” is no longer offered')
  expect(slot('deathCertificateUrl').get('button').text()).toBe('Select a photo or PDF')
})

it('are refused by name while the draft cannot be saved', async () => {
  await show(true, {})
  main.fail('drafts:save', { type: 'disk-full' })
  await drop('[data-slot="deathCertificateUrl"]', ['death.pdf'])
  await vi.waitFor(() => expect(form.text()).toContain('death.pdf: nothing can be saved now.'))
  expect(form.text()).toContain('What you type is not saved: The disk is full')
  expect(main.askedOf('attachments:add-part')).toEqual([])
  main.fail('drafts:save', null)
})

it('can be added again once what failed works', async () => {
  await show(true)
  main.fail('attachments:add-part', { type: 'disk-full' })
  await drop('[data-slot="deathCertificateUrl"]', ['death.pdf'])
  await vi.waitFor(() => expect(form.text()).toContain('The disk is full'))
  main.fail('attachments:add-part', null)
  await drop('[data-slot="deathCertificateUrl"]', ['death.pdf'])
  await vi.waitFor(() => expect(files).toHaveLength(1))
  expect(form.text()).not.toContain('The disk is full')
})

it('that are still being added are waited for in words, and submit no claim whose form was left', async () => {
  await show(false, { fields: completeFields })
  const arriving = main.hold('attachments:add-part')
  await drop('[data-slot=""]', ['receipt.pdf'])
  await arriving.reached
  expect(form.text()).not.toContain('Waiting until the files are added')
  await submit()
  expect(form.text()).toContain('Waiting until the files are added')
  form.unmount()
  arriving.release()
  await flushPromises()
  expect(files).toHaveLength(1)
  expect(main.accepted.size).toBe(0)
})

it('are removed once, however often that is confirmed', async () => {
  files = [aFile('scan.pdf', null)]
  await show(true)
  await vi.waitFor(() => expect(form.text()).toContain('scan.pdf'))
  const menu = form.findAll('[role=menu]').find((one) => one.text().includes('Remove'))
  await menu?.findAll('button').at(1)?.trigger('click')
  const confirm = (): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].at(-1)
  await vi.waitFor(() => expect(confirm()?.textContent.trim()).toBe('Remove'))
  const held = main.hold('attachments:remove')
  confirm()?.click()
  await held.reached
  await flushPromises()
  confirm()?.click()
  held.release()
  await flushPromises()
  expect(main.askedOf('attachments:remove')).toHaveLength(1)
})

it('that cannot be decoded are refused in words, and once these were read the focus is on the way to add others', async () => {
  smaller.mockReturnValueOnce({ type: 'undecodable' }).mockReturnValueOnce({ type: 'heic' })
  await show(true)
  await drop('[data-slot=""]', ['IMG_1.jpg', 'IMG_2.jpg'])
  await vi.waitFor(() => expect(form.text()).toContain('IMG_1.jpg: damaged or too large'))
  expect(form.text()).toContain('IMG_2.jpg: this HEIC photo cannot be opened')
  expect(files).toEqual([])
  button('OK', form).element.focus()
  await press('OK', form)
  expect(document.activeElement?.textContent.trim()).toBe('Add photos or PDFs')
})

it('say once what was refused, also of the same files dropped again meanwhile, until that was read', async () => {
  smaller.mockReturnValue({ type: 'undecodable' })
  await show(true)
  const place = '[data-slot="incidentPictureUrl"]'
  await Promise.all([drop(place, ['IMG_1.jpg', 'IMG_2.jpg']), drop(place, ['IMG_1.jpg', 'IMG_2.jpg'])])
  await vi.waitFor(() => expect(smaller).toHaveBeenCalledTimes(4))
  await flushPromises()
  expect(
    slot('incidentPictureUrl')
      .text()
      .match(/IMG_\d/g),
  ).toEqual(['IMG_1', 'IMG_2'])
  await press('OK', slot('incidentPictureUrl'))
  expect(slot('incidentPictureUrl').text()).not.toContain('IMG_')
  expect(document.activeElement?.id).toBe(fieldId('incidentPictureUrl'))
})
