import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AttachmentField, AttachmentFile } from '#shared/domain/attachment.ts'
import { today } from '#shared/domain/calendar-date.ts'
import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { AgreedLinks } from '#shared/domain/stand-in.ts'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import type { PhotoAnswer } from '#renderer/data/photos/smaller-photo.ts'
import { flushDrafts } from '#renderer/data/draft-saver.ts'
import { completeFields as madeUpFields } from '#renderer/data/repositories/testing/made-up.ts'
import { FakeMain } from '#renderer/testing/fake-main.ts'
import { fieldId } from './claim-fields.ts'
import { showForm } from './testing/claim-form.ts'

// Nothing warns of an incident of today.
const completeFields = { ...madeUpFields, occurrenceDate: today() }

const smaller = vi.fn<(photos: readonly Blob[]) => PhotoAnswer>()
/** In the place of the worker, not of its module: that may be loaded already, as test files share a process. */
class PhotoWorker extends EventTarget {
  postMessage(photos: readonly Blob[]): void {
    this.dispatchEvent(new MessageEvent('message', { data: smaller(photos) }))
  }
  terminate(): void {
    return undefined
  }
}

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
    'attachments:part': () => ok({ type: 'missing' }),
    'attachments:add-part': ({ claimId: _claim, index: _index, part: _part, ...file }) => {
      const added = aFile(file.name, file.field, { ...file })
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
afterEach(async () => {
  vi.unstubAllGlobals()
  form.unmount()
  await flushDrafts()
})

function aFile(
  name: string,
  field: AttachmentField | null,
  change: Partial<AttachmentFile> = {},
): AttachmentFile {
  const sealed = { sha256: newId(), addedAt: '2026-03-14T09:00:00.000Z', state: 'kept' } as const
  const about = { kind: 'pdf', size: 300_000, originalSize: null, number: files.length + 1 } as const
  return { id: newId(), name, field, ...about, ...sealed, ...change }
}

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
const slots = ['incidentPictureUrl', 'medicalReportUrl']
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

describe('the slots of a claim', () => {
  it('with a whole file are filled where there is a file store, and the claim says which links they give', async () => {
    files = [
      aFile('front.jpg', 'incidentPictureUrl'),
      aFile('report.pdf', 'medicalReportUrl', { state: 'missing' }),
    ]
    const draft = await show(true, { fields: withoutLinks })
    expect(footText()).toBe('1 field left')
    expect(slot('incidentPictureUrl').text()).toContain('Sent with the claim')
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

  it('send the link that was typed, until the officer wants the file or puts one there', async () => {
    files = [aFile('report.pdf', 'medicalReportUrl')]
    await show(true, { fields: completeFields })
    expect(slot('medicalReportUrl').text()).toContain('The link is sent, not this file')
    const send = slot('medicalReportUrl')
      .findAll('button')
      .find((button) => button.text() === 'Send the file')
    await send?.trigger('click')
    expect(slot('medicalReportUrl').text()).toContain('Sent with the claim')
    expect(footText()).toBe('All fields filled in')
    await drop('[data-slot="deathCertificateUrl"]', ['death.pdf'])
    await vi.waitFor(() => expect(slot('deathCertificateUrl').text()).toContain('Sent with the claim'))
    expect(slot('deathCertificateUrl').find('input').exists()).toBe(false)
  })

  it('take several photos of one accident as one picture, and what cannot be drawn one by one', async () => {
    smaller.mockImplementation((photos) => ({
      type: 'drawn',
      kind: 'jpeg',
      bytes: new Uint8Array(photos.length),
    }))
    await show(true)
    await drop('form', ['1.jpg', 'medical.jpg', '2.jpg', '3.jpg'])
    await vi.waitFor(() => expect(files).toHaveLength(2))
    expect(files).toMatchObject([
      { name: '3 photos.jpg', size: 3, field: 'incidentPictureUrl' },
      { name: 'medical.jpg', size: 1, field: 'medicalReportUrl' },
    ])
    // Now the slot is taken: they go beside it.
    await drop('form', ['4.jpg', '5.jpg'])
    await vi.waitFor(() => expect(files.map(({ field }) => field)).toEqual([...slots, null, null]))
    smaller.mockImplementation((photos) =>
      photos.length > 1 ? { type: 'undecodable' } : { type: 'drawn', kind: 'jpeg', bytes: new Uint8Array(9) },
    )
    await drop('[data-slot="incidentPictureUrl"]', ['6.jpg', '7.jpg'])
    await vi.waitFor(() => expect(files).toHaveLength(6))
    expect(files.find(({ field }) => field === 'incidentPictureUrl')?.name).toBe('6.jpg')
  })

  it('say so where head office no longer offers what was chosen, and count it as missing', async () => {
    const fields = { ...completeFields, deathCertificateUrl: '' }
    await show(true, { fields, standIns: { deathCertificateUrl: 'not-available' } })
    expect(footText()).toBe('1 field left')
    expect(slot('deathCertificateUrl').text()).toContain('“Not available yet” is no longer offered')
    expect(slot('deathCertificateUrl').find('input').exists()).toBe(true)
  })

  it('are refused by name while the draft cannot be saved', async () => {
    await show(true, {})
    main.fail('drafts:save', { type: 'disk-full' })
    await drop('[data-slot="deathCertificateUrl"]', ['death.pdf'])
    await vi.waitFor(() => expect(form.text()).toContain('death.pdf: nothing can be saved now.'))
    expect(form.text()).toContain('What you type is not saved: The disk is full')
    expect(main.asked.map(({ channel }) => channel)).not.toContain('attachments:add-part')
    main.fail('drafts:save', null)
  })

  it('refuse a photo that cannot be decoded, in words', async () => {
    smaller.mockReturnValue({ type: 'undecodable' })
    await show(true)
    await drop('[data-slot="incidentPictureUrl"]', ['IMG_1.jpg'])
    await vi.waitFor(() => expect(form.text()).toContain('IMG_1.jpg: damaged or too large'))
    expect(files).toEqual([])
  })
})
