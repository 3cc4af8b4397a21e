import { DOMWrapper, flushPromises, type VueWrapper } from '@vue/test-utils'
import type { ComponentOptionsMixin } from 'vue'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { claimFieldNames, type ClaimFieldName } from '#shared/domain/claim.ts'
import type { Draft, Rejection } from '#shared/domain/draft.ts'
import { ok } from '#shared/result.ts'
import { knownDay } from '#shared/domain/told.ts'
import { parseDay } from '#shared/domain/written-day.ts'
import { flushDrafts } from '#renderer/data/draft-saver.ts'
import { newDraft } from '#renderer/claim/copy-as-new.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { madeUpListed } from '#testing/claims/made-up-claims.ts'
import { madeUpDetail } from '#testing/claims/made-up-detail.ts'
import { completeFields } from '#testing/claim/made-up.ts'
import { useCommandLayer } from '#renderer/commands/command-layer.ts'
import { press } from '#testing/page/buttons.ts'
import { aClaimRow, FakeMain } from '#testing/page/fake-main.ts'
import { onMadeUpDay } from '#testing/page/made-up-day.ts'
import { fieldId } from './claim-fields.ts'
import { mountForm } from '#testing/page/claim-form.ts'

onMadeUpDay()

let main: FakeMain
let form: VueWrapper

beforeEach(() => {
  main = new FakeMain()
})

function show(change: Partial<Draft> = {}, isKept = false, mixin: ComponentOptionsMixin = {}): Draft {
  const draft = { ...newDraft('keke'), ...change }
  if (isKept) main.drafts.set(draft.id, draft)
  form = mountForm(draft, { isKept, mixins: [mixin] })
  return draft
}
const type = (name: ClaimFieldName, text: string): Promise<void> =>
  form.get(`#${fieldId(name)}`).setValue(text)
const submit = (): Promise<void> => form.trigger('keydown', { key: 'Enter', ctrlKey: true })
const errorOf = (name: ClaimFieldName): string =>
  form.find(`#${fieldId(name)}-error`).exists() ? form.get(`#${fieldId(name)}-error`).text() : ''
const policySent = (id: string): string => {
  const body = main.accepted.get(id)
  return body?.kind === 'claim' ? body.claim.policyNumber : ''
}
/** The question once it says this: that of a form before may be closing still. */
async function dialog(text: string): Promise<DOMWrapper<HTMLElement>> {
  return await vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role=alertdialog]')
    if (found?.textContent.includes(text) !== true) throw new Error('There is no such question.')
    return new DOMWrapper(found)
  })
}
const footText = (): string => form.get('[data-testid="missing-count"]').text()
const stateText = (): string => form.get('[data-testid="save-state"]').text()

/** The rejection stored with a draft whose complete claim was rejected. */
function turnedDown(fieldErrors: Record<string, string[]>): Rejection {
  const at = '2026-03-14T09:00:00.000Z'
  const entryId = '01980000-0000-7000-8000-00000000000e'
  return { entryId, capturedAt: at, at, serverMessage: 'Invalid', fieldErrors, refused: completeFields }
}

async function fill(): Promise<void> {
  for (const name of claimFieldNames) await type(name, completeFields[name])
}

it('shows a problem of a field only after the officer leaves it', async () => {
  show()
  await type('medicalReportUrl', 'http://files.example/1')
  expect(errorOf('medicalReportUrl')).toBe('')
  await form.get(`#${fieldId('medicalReportUrl')}`).trigger('blur')
  expect(errorOf('medicalReportUrl')).toContain('https://')
  expect(errorOf('deathCertificateUrl')).toBe('')
})

it('stores nothing when nothing is typed', async () => {
  show()
  await flushPromises()
  form.unmount()
  await flushDrafts()
  expect(main.drafts.size).toBe(0)
})

it('submits a complete claim to main, and saves nothing of it after that', async () => {
  const draft = show()
  await fill()
  await submit()
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
  const sent = main.asked.length
  form.unmount()
  await flushDrafts()
  expect(main.accepted.has(draft.id)).toBe(true)
  expect(main.asked.length).toBe(sent)
})

it('is submitted by its key wherever the focus is, but not behind a dialog', async () => {
  show()
  await fill()
  const submitByKey = (): boolean =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  submitByKey()
  await flushPromises()
  expect(main.accepted.size).toBe(0)
  dialog.remove()
  submitByKey()
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
})

it.each([
  ['of another claim', 'policyNumber'],
  ['in place of a wrong one', 'repairEstimate'],
] as const)('that was made %s has the field selected that is to be another: %s', (_made, copiedField) => {
  const copy = { ...newDraft('keke'), fields: completeFields }
  const layer = useCommandLayer()
  Object.assign(layer, { copied: copy.id, copiedField })
  show(copy, true)
  const field = form.get<HTMLInputElement>(`#${fieldId(copiedField)}`).element
  expect([document.activeElement, field.selectionStart]).toEqual([field, 0])
  expect(field.selectionEnd).toBe(field.value.length)
  expect(layer.copied, 'once').toBe('')
})

it('asks whether an amount with points for thousands is one', async () => {
  show()
  await type('repairEstimate', '45.000')
  await form.get(`#${fieldId('repairEstimate')}`).trigger('blur')
  expect(errorOf('repairEstimate')).toBe('Did you mean 45,000? Use commas for thousands.')
})

it('ignores input and a second submit while main is asked, and looks disabled if that is slow', async () => {
  show()
  await fill()
  main.fail('outbox:accept', { type: 'disk-full' })
  const answer = main.hold('outbox:accept')
  const typing = (): boolean => {
    const event = new Event('beforeinput', { bubbles: true, cancelable: true })
    form.get(`#${fieldId('incidentDetails')}`).element.dispatchEvent(event)
    return !event.defaultPrevented
  }
  const field = form.get<HTMLElement>(`#${fieldId('incidentDetails')}`).element
  field.focus()
  expect(typing()).toBe(true)
  await submit()
  await answer.reached
  expect(typing()).toBe(false)
  await submit()
  const lock = form.get('fieldset')
  expect(lock.attributes('disabled')).toBeUndefined()
  await vi.waitFor(() => expect(lock.attributes('disabled')).toBeDefined())
  // As the browser does with a disabled field.
  field.blur()
  answer.release()
  await vi.waitFor(() => expect(lock.attributes('disabled')).toBeUndefined())
  expect(typing()).toBe(true)
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
  expect(main.askedOf('outbox:accept')).toHaveLength(1)
})

it('re-renders only the field and the save state when a letter is typed', async () => {
  const drawn: string[] = []
  show({}, false, {
    updated(this: { readonly $options: { readonly __name?: string } }) {
      drawn.push(this.$options.__name ?? '')
    },
  })
  await fill()
  await vi.waitFor(() => expect(stateText()).toMatch(/^Saved/))
  drawn.length = 0
  await type('incidentDetails', 'A bus turned')
  await vi.waitFor(() => expect(stateText()).toMatch(/^Saved/))
  expect(new Set(drawn)).toEqual(new Set(['TextArea', 'FormField', 'SaveStateLine']))
})

it('sends a policy number as typed if its normalisation was undone, even after reopening the draft', async () => {
  const draft = show()
  await fill()
  await type('policyNumber', ' kp / 2026')
  await form.get(`#${fieldId('policyNumber')}`).trigger('blur')
  await press('Undo', form)
  await vi.waitFor(() => expect(stateText()).toMatch(/^Saved/))
  const kept = main.drafts.get(draft.id)
  form.unmount()
  show(kept, true)
  expect(form.text()).toContain('Kept as typed')
  await submit()
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
  expect(policySent(draft.id)).toBe('kp / 2026')
})

it('shows the server’s reasons as text next to the field until the field changes', async () => {
  show({
    fields: completeFields,
    rejection: turnedDown({ policyNumber: ['<b>Not known.</b>'], product: ['Closed.'] }),
  })
  expect(form.text()).toContain('Policy number: “<b>Not known.</b>”')
  expect(form.text()).toContain('product: “Closed.”')
  expect(form.text()).not.toContain('Invalid')
  expect(errorOf('policyNumber')).toContain('Not known.')
  expect(footText()).toBe('1 field not changed yet')
  await type('policyNumber', 'KP/2026/000418/LAG')
  expect(errorOf('policyNumber')).toBe('')
  expect(footText()).toBe('All fields filled in')
  await type('policyNumber', ` ${completeFields.policyNumber.toLowerCase()}`)
  expect(errorOf('policyNumber')).toContain('Not known.')
})

it('focuses the first uncorrected field every time it opens', () => {
  const fields = { ...completeFields, policyNumber: 'KP/2026/000418/LAG' }
  const rejection = turnedDown({ repairEstimate: ['Too high.'], policyNumber: ['Not known.'] })
  show({ fields, rejection }, true)
  expect(document.activeElement?.id).toBe(fieldId('repairEstimate'))
})

it('asks before what the insurer named is sent again as it was', async () => {
  const rejection = turnedDown({ repairEstimate: ['Too high.'], policyNumber: ['Not known.'] })
  show({ fields: { ...completeFields, policyNumber: 'KP/2026/000418/LAG' }, rejection }, true)
  await submit()
  const question = await dialog('The insurer named this field, and it is not changed: Estimate of repair.')
  expect(main.accepted.size).toBe(0)
  await press('Submit all the same', question)
  await vi.waitFor(() => expect(main.accepted.size).toBe(1))
})

it('focuses the server’s message if it named no field', () => {
  show({ fields: completeFields, rejection: turnedDown({}) }, true)
  expect(document.activeElement?.textContent).toContain('The insurer said: “Invalid”')
  expect(footText()).toBe('Nothing was changed yet.')
})

it('announces a draft of the same policy near the date politely, and still submits', async () => {
  const other = newDraft('okada')
  const fields = { ...completeFields, occurrenceDate: '16/03/2026' }
  await useDrafts().save({ ...other, fields })
  show()
  await fill()
  const radar = form.get('aside[aria-label="Similar claims"]')
  await vi.waitFor(() => expect(radar.text()).toContain('1 claim of this policy near this date'))
  expect(radar.text()).toContain('16 March 2026 (2 days apart)')
  expect(radar.get('[role="status"]').text()).toBe('1 claim of this policy near this date')
  expect(radar.get('a').attributes('href')).toContain(other.id)
  await submit()
  const question = await dialog('1 claim of this policy near this date: 16 March 2026.')
  await press('Submit all the same', question)
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
})

it('says which claim was submitted before with the same contents, and does not advise to submit it', async () => {
  const fields = { ...completeFields, incidentDetails: 'A bus turned.' }
  const claim = madeUpListed({ policyNumber: fields.policyNumber, id: 7 })
  const same = {
    occurrenceDate: knownDay('2026-03-14'),
    occurrenceAddress: ` ${fields.occurrenceAddress.toUpperCase()}`,
  }
  const said = { incidentDetails: '[Ref 7Q5Z-4644] a bus turned.', repairEstimate: 185_000.5 }
  main.claims.keke = [{ ...claim, ...same, ...said, status: '1' }]
  show({ fields })
  await vi.waitFor(() => expect(form.text()).toContain('1 claim of this policy near this date'))
  await submit()
  const question = await dialog('Go back, unless it has to be submitted again.')
  expect(question.findAll('li').map((line) => line.text())).toEqual([
    expect.stringMatching(/^This is claim KP\/2026\/000417\/LAG again: In review, .+\.$/),
  ])
  await press('Go back', question)
  await type('repairEstimate', '185001')
  await submit()
  await dialog('1 claim of this policy near this date: 14 March 2026.')
})

it('remarks on an identification without figures once it is left, and on a day outside the saved policy', async () => {
  const { policyNumber } = completeFields
  const detail = madeUpDetail(policyNumber)
  const policy = { ...detail.policy!, endDate: knownDay('2025-01-26') }
  main.answer({
    'details:find': (asked) =>
      ok(
        asked.policyNumber === policyNumber
          ? { id: 'one', ...asked, fetchedAt: '', keptAt: '', detail: { ...detail, policy } }
          : null,
      ),
  })
  show()
  await type('claimantIdentification', 'adebayo funke')
  expect(form.text()).not.toContain('This has no figures.')
  await form.get(`#${fieldId('claimantIdentification')}`).trigger('blur')
  expect(form.text()).toContain('This has no figures.')
  await type('claimantIdentification', 'NIN 417')
  expect(form.text()).not.toContain('This has no figures.')
  await type('policyNumber', completeFields.policyNumber)
  await type('occurrenceDate', '14/3/2026')
  await vi.waitFor(() =>
    expect(form.text()).toContain('This policy ended on 26 January 2025, before the incident.'),
  )
})

it('asks about a claim like it that was not looked for yet when it was submitted', async () => {
  const occurrenceDate = knownDay(parseDay(completeFields.occurrenceDate) ?? '')
  const rows = [aClaimRow(madeUpListed({ policyNumber: 'KKP/2026/LA/000009', occurrenceDate }))]
  main.answer({
    'claims:of-policy': ({ policyNumber }) => ok(policyNumber === 'KKP/2026/LA/000009' ? rows : []),
  })
  show({ fields: completeFields })
  await vi.waitFor(() => expect(main.askedOf('claims:of-policy')).not.toEqual([]))
  await type('policyNumber', 'KKP/2026/LA/000009')
  await submit()
  await dialog('of this policy')
  expect(main.accepted.size).toBe(0)
})

it('asks about an estimate of nothing', async () => {
  show({ fields: completeFields })
  await type('repairEstimate', 'N0.00')
  await submit()
  const question = await dialog('The repair is estimated at 0 naira.')
  expect(main.accepted.size).toBe(0)
  await press('Submit all the same', question)
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
})

it('asks about a letter where figures are known', async () => {
  main.answer({ 'claims:known-of': () => ok({ products: [], meant: 'KKP/2025/000009' }) })
  show({ fields: completeFields })
  await type('policyNumber', 'kkp/2o25/000009')
  await submit()
  await press('Go back', await dialog('KKP/2O25/000009 has the letter O. Did you mean KKP/2025/000009?'))
  await vi.waitFor(() => expect(document.activeElement?.id).toBe(fieldId('policyNumber')))
  expect(main.accepted.size).toBe(0)
})

describe('with the policy of the other product', () => {
  const okada = 'OKP/2026/LA/000009'
  const productSent = (id: string) => {
    const body = main.accepted.get(id)
    return body?.kind === 'claim' ? body.product : null
  }
  beforeEach(() => {
    main.answer({
      'claims:known-of': ({ policyNumber }) =>
        ok({ products: policyNumber === okada ? ['okada'] : [], meant: null }),
    })
  })

  it('says so once the field is left, and changes the claim, which stays the same draft with all its fields', async () => {
    const draft = show()
    await fill()
    await type('policyNumber', okada.toLowerCase())
    await flushPromises()
    expect(form.text()).not.toContain('okada')
    await form.get(`#${fieldId('policyNumber')}`).trigger('blur')
    await vi.waitFor(() => expect(form.text()).toContain('This is an okada policy.'))
    await press('Change to an okada claim', form)
    expect(form.text()).toContain('Changed to an okada claim.')
    await vi.waitFor(() => expect(main.drafts.get(draft.id)?.product).toBe('okada'))
    const { occurrenceDate: _day, ...typed } = completeFields
    expect([...main.drafts.values()]).toMatchObject([
      { id: draft.id, branchReference: draft.branchReference, fields: { ...typed, policyNumber: okada } },
    ])
    await press('Change to a keke claim', form)
    expect(form.text()).toContain('This is an okada policy.')
    await press('Change to an okada claim', form)
    await submit()
    await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
    expect(productSent(draft.id)).toBe('okada')
  })

  it.each([
    ['Change and submit', 'okada'],
    ['Submit all the same', 'keke'],
  ] as const)('asks when it is submitted, with the change in focus: “%s”', async (answer, product) => {
    const draft = show()
    await fill()
    await type('policyNumber', okada)
    const looking = main.hold('claims:known-of')
    await submit()
    await looking.reached
    await flushPromises()
    looking.release()
    const question = await dialog('This is an okada policy.')
    expect(question.text()).toContain('Change it to an okada claim, unless a keke claim is right.')
    await vi.waitFor(() => expect(document.activeElement?.textContent.trim()).toBe('Change and submit'))
    expect(main.accepted.size).toBe(0)
    await press(answer, question)
    await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
    expect(productSent(draft.id)).toBe(product)
  })

  it('goes back to its field, and asks nothing where the policy is of both or unknown', async () => {
    show({ fields: { ...completeFields, policyNumber: okada } }, true)
    await vi.waitFor(() => expect(form.text()).toContain('This is an okada policy.'))
    await submit()
    await press('Go back', await dialog('This is an okada policy.'))
    await vi.waitFor(() => expect(document.activeElement?.id).toBe(fieldId('policyNumber')))
    main.answer({
      'claims:known-of': ({ policyNumber }) =>
        ok({ products: policyNumber === 'OKP/1' ? ['okada', 'keke'] : [], meant: null }),
    })
    for (const policyNumber of ['OKP/1', 'OKP/2']) {
      await type('policyNumber', policyNumber)
      expect(form.text()).not.toContain('okada')
      await form.get(`#${fieldId('policyNumber')}`).trigger('blur')
      await flushPromises()
      expect(form.text()).not.toContain('okada')
    }
    await submit()
    await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
  })
})

it('asks once about everything it remarked on, goes to the first, and asks no more once confirmed', async () => {
  const link = completeFields.incidentPictureUrl
  show({ fields: { ...completeFields, deathCertificateUrl: link, medicalReportUrl: link } })
  const said = 'The same link is in: Picture of the incident, Medical report, Death certificate.'
  expect(form.get('[data-slot="medicalReportUrl"]').text()).toContain(said)
  expect(form.get('[data-slot="originalPolicyCertificateUrl"]').text()).not.toContain('same link')
  await type('occurrenceDate', '1/1/2999')
  await submit()
  const question = await dialog(said)
  expect(question.findAll('li').map((line) => line.text())).toEqual([
    '1 January 2999 is in the future.',
    said,
  ])
  await press('Go back', question)
  await vi.waitFor(() => expect(document.activeElement?.id).toBe(fieldId('occurrenceDate')))
  expect(main.accepted.size).toBe(0)
  main.fail('outbox:accept', { type: 'disk-full' })
  await submit()
  await press('Submit all the same', await dialog(said))
  await vi.waitFor(() => expect(form.text()).toContain('The disk is full'))
  main.fail('outbox:accept', null)
  await submit()
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
})
