import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { beforeEach, expect, it, vi } from 'vitest'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import type { Draft } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { practiceLinks } from '#shared/domain/stand-in.ts'
import type { Environment } from '#shared/domain/product.ts'
import { ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { flushDrafts } from '#renderer/data/draft-saver.ts'
import { aKeptFile, completeFields } from '#testing/claim/made-up.ts'
import { FakeMain } from '#testing/page/fake-main.ts'
import { onMadeUpDay } from '#testing/page/made-up-day.ts'
import { showForm } from '#testing/page/claim-form.ts'

onMadeUpDay()

const report = aKeptFile({ field: 'medicalReportUrl' })
const withoutBoth = { ...completeFields, medicalReportUrl: '', deathCertificateUrl: '' }
const notNeededLink = 'https://files.example/not-needed'

let main: FakeMain
let form: VueWrapper
let files: AttachmentFile[]

beforeEach(() => {
  files = []
  main = new FakeMain({
    'attachments:list': () => ok({ files, unreadable: 0 }),
    'attachments:part': () => ok({ type: 'missing' }),
    'attachments:change': ({ id, field }) => {
      files = files.map((file) => (file.id === id ? { ...file, field } : file))
      return ok(null)
    },
  })
})

async function show(
  change: Partial<Draft>,
  { link = notNeededLink, environment = 'live' }: { link?: string; environment?: Environment } = {},
): Promise<Draft> {
  const settings = { ...defaultSettings, notNeededLink: link }
  const shown = await showForm({ fields: withoutBoth, ...change }, { environment, settings })
  form = shown.form
  return shown.draft
}
async function answer(words: string): Promise<void> {
  await form
    .findAll('label:has([type=radio])')
    .find((label) => label.text() === words)
    ?.get('input')
    .setValue()
  await flushPromises()
}
const answerShown = (): string =>
  form
    .findAll('label')
    .find((label) => label.find(':checked').exists())
    ?.text() ?? ''
const slots = (): readonly string[] =>
  form
    .findAll('[data-slot]')
    .map((slot) => slot.attributes('data-slot') ?? '')
    .filter((name) => /medical|death/.test(name))
const left = (): string => form.get('[data-testid="missing-count"]').text()

it('hides what is not needed, fills it with the agreed link, and can be answered again', async () => {
  const draft = await show({})
  expect([slots(), left()]).toEqual([['medicalReportUrl', 'deathCertificateUrl'], '2 fields left'])
  await answer('Someone was hurt')
  expect([slots(), left()]).toEqual([['medicalReportUrl'], '1 field left'])
  await answer('Someone died')
  expect([slots(), left()]).toEqual([['medicalReportUrl', 'deathCertificateUrl'], '2 fields left'])
  await answer('No one was hurt')
  expect([slots(), left()]).toEqual([[], 'All fields filled in'])
  await form.trigger('keydown', { key: 'Enter', ctrlKey: true })
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
  expect(main.accepted.get(draft.id)).toMatchObject({
    claim: { medicalReportUrl: notNeededLink, deathCertificateUrl: notNeededLink },
    standIns: { harm: 'nobody' },
  })
})

it('is answered as before when the draft is opened again, also that someone died', async () => {
  await show({})
  await answer('Someone died')
  await flushDrafts()
  const [kept] = main.drafts.values()
  expect(kept?.standIns).toEqual({ harm: 'died' })
  form.unmount()
  await show({ standIns: { harm: 'died' } })
  expect(answerShown()).toBe('Someone died')
})

it('has links of its own in practice, whatever is set', async () => {
  const draft = await show({}, { link: '', environment: 'practice' })
  await answer('No one was hurt')
  expect(left()).toBe('All fields filled in')
  await form.trigger('keydown', { key: 'Enter', ctrlKey: true })
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
  const { notNeededLink: link } = practiceLinks
  expect(main.accepted.get(draft.id)).toMatchObject({ claim: { medicalReportUrl: link } })
})

it('says what to do where no link is set, and takes a file or a link to each', async () => {
  await show({}, { link: '' })
  expect(form.text()).not.toContain('is not set in Settings yet')
  await answer('No one was hurt')
  expect([slots(), left()]).toEqual([['medicalReportUrl', 'deathCertificateUrl'], '2 fields left'])
  expect(form.text()).toContain('the link for “not needed” is not set in Settings yet')
  expect(form.text()).not.toContain('no longer offered')
  const clipboardData = { files: [], getData: () => 'https://files.example/letter.pdf' }
  await form.get('#claim-medicalReportUrl').trigger('paste', { clipboardData })
  expect([answerShown(), left()]).toEqual(['No one was hurt', '1 field left'])
})

it('takes a file out of a slot that is not needed, and a typed link', async () => {
  files = [report]
  await show({ fields: { ...withoutBoth, deathCertificateUrl: 'https://files.example/wrong.pdf' } })
  await answer('No one was hurt')
  expect([slots(), files[0]?.field, left()]).toEqual([[], null, 'All fields filled in'])
  expect(form.text()).toContain('Not sent, because in no field: front.pdf.')
})

it('does not ask for a paper that is not needed again once its file was moved elsewhere', async () => {
  files = [{ ...report, field: null }]
  await show({ fields: { ...withoutBoth, originalPolicyCertificateUrl: '' } })
  await answer('No one was hurt')
  const moveTo = async (slot: string): Promise<void> => {
    const items = form.findAll('[role=menuitem]')
    await items.find((item) => item.text() === `Move to: ${slot}`)?.trigger('click')
    await flushPromises()
  }
  await moveTo('Death certificate')
  expect([slots(), left()]).toEqual([['deathCertificateUrl'], '1 field left'])
  await moveTo('Original policy certificate')
  expect([slots(), left()]).toEqual([[], 'All fields filled in'])
})

it('shows a slot whose link the insurer did not accept', async () => {
  const refused = { ...completeFields, medicalReportUrl: notNeededLink, deathCertificateUrl: notNeededLink }
  const at = '2026-03-14T09:00:00.000Z'
  const fieldErrors = { medicalReportUrl: ['A report is required.'] }
  const rejection = { entryId: newId(), capturedAt: at, at, serverMessage: '', fieldErrors, refused }
  const needless = { medicalReportUrl: 'not-needed', deathCertificateUrl: 'not-needed' } as const
  await show({ rejection, standIns: { ...needless, harm: 'nobody' } })
  expect([slots(), left()]).toEqual([['medicalReportUrl'], '1 field not changed yet'])
  expect(form.text()).toContain('A report is required.')
  // A tick says that a part of the form is done: this one is not.
  const ticks = form.findAll('h2').map((title) => title.find('svg').exists())
  expect(ticks).toEqual([true, true, false])
})
