import { flushPromises } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { emptyFields } from '#shared/domain/draft.ts'
import { flushDrafts } from '#renderer/data/draft-saver.ts'
import { newDraft } from '#renderer/claim/copy-as-new.ts'
import { completeFields } from '#testing/claim/made-up.ts'
import { FakeMain } from '#testing/page/fake-main.ts'
import { onMadeUpDay } from '#testing/page/made-up-day.ts'
import { copiedFromEntry, forAccident, forOwner } from '#renderer/claim/copy-as-new.ts'
import { mountForm } from '#testing/page/claim-form.ts'

onMadeUpDay()

it('saves the customer with the draft, submits without, keeps both beside the claim, and copies them for the owner', async () => {
  const main = new FakeMain()
  const draft = { ...newDraft('keke'), fields: completeFields }
  const form = mountForm(draft)
  expect(form.get('[data-testid="missing-count"]').text()).toBe('All fields filled in')
  const customer = { name: 'Ngozi Made-up', phone: '0803 123 4567' }
  await form.get('#claim-customer-name').setValue(` ${customer.name}`)
  await form.get('#claim-customer-phone').setValue(customer.phone)
  await flushDrafts()
  expect(main.drafts.get(draft.id)?.customer).toEqual(customer)
  await form.trigger('keydown', { key: 'Enter', ctrlKey: true })
  await vi.waitFor(() => expect(form.emitted('accepted')).toHaveLength(1))
  await flushPromises()
  const body = main.accepted.get(draft.id)
  if (body?.kind !== 'claim') throw new Error('No claim.')
  expect(body.customer).toEqual(customer)
  expect(JSON.stringify(body.claim)).not.toContain('Ngozi')
  const copied = copiedFromEntry(body)
  expect([copied.customer, forOwner(copied).customer]).toEqual([customer, customer])
  expect(forAccident(copied)).not.toHaveProperty('customer')
  expect(forOwner({ fields: emptyFields() })).not.toHaveProperty('customer')
})

it('says where a mobile number has too many digits or too few, once its field is left', async () => {
  const main = new FakeMain()
  const form = mountForm(newDraft('keke'))
  expect(main.drafts.size).toBe(0)
  const phone = form.get('#claim-customer-phone')
  const says = async (typed: string): Promise<boolean> => {
    await phone.setValue(typed)
    await phone.trigger('blur')
    return form.text().includes('A mobile number has 11 digits.')
  }
  for (const odd of ['0803 555 01', '0803 555 01422', 'o8o3 555 01']) expect(await says(odd), odd).toBe(true)
  for (const fine of ['', '0803 555 0142', '+234 803 555 0142', '052 123456', '0803 555 0142 / 0805 555 01'])
    expect(await says(fine), fine).toBe(false)
  await phone.setValue('0803')
  expect(form.text()).not.toContain('11 digits')
})
