import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeptDetail } from '#shared/domain/received-claim.ts'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { anEntry, aStatus, FakeMain } from '#testing/page/fake-main.ts'
import { madeUpClaims, madeUpDetail, madeUpPharmacies } from '#testing/page/made-up-pharmacies.ts'
import SendForm from './SendForm.vue'

let main: FakeMain
let form: VueWrapper

const ofCustomer = (name: string, phone: string, policyNumber: string, seq: number) =>
  anEntry({ id: `entry-${seq}`, seq, policyNumber, customer: { name, phone } })
const policy = 'KKP/2026/LA/000001'
const [listed] = madeUpClaims('okada', 1)
if (listed === undefined) throw new Error('no claim')
const kept: KeptDetail = {
  id: 'kept',
  product: 'okada',
  policyNumber: 'OKP/KEPT/9',
  fetchedAt: '2026-03-04T09:00:00.000Z',
  keptAt: '2026-03-04T09:00:00.000Z',
  detail: madeUpDetail(listed),
}

beforeEach(async () => {
  setActivePinia(createPinia())
  main = new FakeMain()
  main.pharmacies = madeUpPharmacies(1)
  main.entries = [
    ofCustomer('Amaka Made-up', '0803 555 0148', policy, 2),
    ofCustomer('Tunde Made-up', '0805 555 0199', 'OKP/2026/LA/000002', 1),
  ]
  await useDrafts().read()
  const [pharmacy] = main.pharmacies
  if (pharmacy === undefined) throw new Error('no pharmacy')
  form = mount(SendForm, { props: { pharmacy }, attachTo: document.body })
  await flushPromises()
})
afterEach(() => form.unmount())

async function send(policyNumber: string): Promise<void> {
  await form.get('input').setValue(policyNumber)
  await form.get('form').trigger('submit')
  await flushPromises()
}
async function press(label: string): Promise<void> {
  await form
    .findAll('button')
    .find((button) => button.text() === label)
    ?.trigger('click')
  await flushPromises()
}

describe('a pharmacy', () => {
  it('is not sent to a name, and says what a policy number has', async () => {
    await send('CHINEDU')
    expect(form.text()).toContain('A policy number has figures or slashes.')
    expect(main.accepted.size).toBe(0)
  })

  it('is sent at once where a claim of the policy is known, however the number is written', async () => {
    await send('kkp 2026 la 000001')
    expect([...main.accepted.values()]).toMatchObject([{ policyNumber: policy }])
    expect(form.emitted('sent')).toHaveLength(1)
  })

  it('is sent at once to a customer who was kept here', async () => {
    main.answer({ 'details:all': () => ok([kept]) })
    await send('okp/kept/9')
    expect(form.emitted('sent')).toHaveLength(1)
  })

  it('is asked about where no claim of the policy is known, and sent only by the officer’s decision', async () => {
    await send('KKP/2026/LA/999999')
    expect(form.text()).toContain('No claim of this policy is known on this computer')
    // Enter in the field is no decision.
    await form.get('form').trigger('submit')
    await flushPromises()
    await press('Do not send')
    expect(form.emitted('cancel')).toHaveLength(1)
    expect(main.accepted.size).toBe(0)
    await press('Send all the same')
    expect([...main.accepted.values()]).toMatchObject([{ policyNumber: 'KKP/2026/LA/999999' }])
  })

  it('is asked about again with another number, and looks at one without slashes as the claim form does', async () => {
    await send('KKP/2026/LA/999999')
    await form.get('input').setValue('999998')
    expect(form.text()).not.toContain('Send all the same')
    expect(form.text()).toContain('Policy numbers usually have slashes.')
    await form.get('form').trigger('submit')
    await flushPromises()
    expect(form.text()).toContain('No claim of this policy is known on this computer')
    expect(main.accepted.size).toBe(0)
  })

  it.each([
    ['claims cannot be read', () => main.fail('claims:of-policy', { type: 'storage-unavailable' })],
    ['kept customers cannot be read', () => main.fail('details:all', { type: 'storage-unavailable' })],
    ['a claim does not open', () => (useDrafts().unreadable = ['2026-03-04T09:00:00.000Z'])],
    [
      'colleagues’ claims are not shown',
      () => {
        const officer = { id: 'o', name: 'Ada', role: 'officer' } as const
        useAppStatus().status = aStatus({
          officers: { type: 'signed-in', officer, officers: [officer], place: null },
          settings: { ...aStatus().settings, sharedOutbox: false },
        })
      },
    ],
  ])('is asked about without calling the policy unknown where %s', async (_, happens) => {
    happens()
    await send('KKP/2026/LA/999999')
    expect(form.text()).toContain('This policy could not be checked')
    expect(form.text()).not.toContain('No claim of this policy')
    expect(main.accepted.size).toBe(0)
  })
})
