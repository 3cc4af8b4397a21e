import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import type { KeptDetail } from '#shared/domain/received-claim.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { press } from '#testing/page/buttons.ts'
import { anEntry, aStatus, FakeMain, signedIn } from '#testing/page/fake-main.ts'
import { madeUpPharmacies } from '#testing/page/made-up-pharmacies.ts'
import { madeUpDetail } from '#testing/claims/made-up-detail.ts'
import SendForm from './SendForm.vue'
import SentNotice from './SentNotice.vue'

let main: FakeMain
let form: VueWrapper

const ofCustomer = (name: string, phone: string, policyNumber: string, seq: number) =>
  anEntry({ id: `entry-${seq}`, seq, policyNumber, customer: { name, phone } })
const policy = 'KKP/2026/LA/000001'
const kept: KeptDetail = {
  id: 'kept',
  product: 'okada',
  policyNumber: 'OKP/KEPT/9',
  fetchedAt: '2026-03-04T09:00:00.000Z',
  keptAt: '2026-03-04T09:00:00.000Z',
  detail: madeUpDetail('OKP/KEPT/9'),
}

beforeEach(async () => {
  main = new FakeMain()
  main.pharmacies = madeUpPharmacies(1)
  main.entries = [
    ofCustomer('Amaka Made-up', '0803 555 0148', policy, 2),
    ofCustomer('Tunde Made-up', '0805 555 0199', 'OKP/2026/LA/000002', 1),
  ]
  await useDrafts().read()
  await show()
})
async function show(earlier?: EntrySummary): Promise<void> {
  const [pharmacy] = main.pharmacies
  if (pharmacy === undefined) throw new Error('no pharmacy')
  form = mount(SendForm, { props: { pharmacy, earlier }, attachTo: document.body })
  await flushPromises()
}

async function send(policyNumber: string): Promise<void> {
  await form.get('input').setValue(policyNumber)
  await form.get('form').trigger('submit')
  await flushPromises()
}

describe('a pharmacy', () => {
  it.each(['CHINEDU', '0803 555 0148'])('is not sent to %s, which is no policy number', async (typed) => {
    await send(typed)
    expect(form.text()).toContain('Enter the policy number as on the policy certificate, not a name or phone')
    for (const words of ['Will be changed to', 'No claim of this policy', 'to the customer of policy'])
      expect(form.text()).not.toContain(words)
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

  it('is corrected where it was not accepted: the other request takes the place of that one', async () => {
    form.unmount()
    const at = '2026-03-04T09:00:00.000Z'
    const state = { name: 'rejected', at, serverMessage: '', fieldErrors: {}, forbidden: false } as const
    await show(anEntry({ id: 'refused', kind: 'pharmacy-request', policyNumber: 'KKP/0', state }))
    await send(policy)
    const corrected = { corrects: 'refused', body: { policyNumber: policy } }
    expect(main.askedOf('outbox:accept')).toMatchObject([corrected])
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
        useAppStatus().status = aStatus({
          officers: signedIn('officer'),
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

it('a request says for which policy it is, and whose that is', async () => {
  main.answer({ 'outbox:list': () => ok(main.entries) })
  await useOutbox().read()
  const kind = { kind: 'pharmacy-request', pharmacyName: 'Made-up Pharmacy', policyNumber: policy } as const
  const request = anEntry(kind)
  const notice = mount(SentNotice, { props: { request }, global: { stubs: { BaseButton: true } } })
  expect(notice.text()).toContain(`Made-up Pharmacy, for the customer of policy ${policy} (Amaka Made-up).`)
})

describe('a customer', () => {
  const box = () => form.get<HTMLInputElement>('[role=combobox]')
  const suggested = () => form.findAll('[role=option]').map((option) => option.text())
  async function type(text: string): Promise<void> {
    await box().setValue(text)
    await flushPromises()
  }
  async function key(name: string): Promise<void> {
    await box().trigger('keydown', { key: name })
    await flushPromises()
  }

  it.each([
    ['name', 'tunde'],
    ['phone', '0805 555 0199'],
    ['half a policy number', 'okp/2026'],
  ])('is suggested by %s, and chosen by the keyboard', async (_, typed) => {
    await type(typed)
    expect(suggested()).toEqual([expect.stringMatching(/^Tunde Made-up\s*OKP\/2026\/LA\/000002/)])
    expect(box().attributes('aria-expanded')).toBe('true')
    await key('ArrowDown')
    expect(box().attributes('aria-activedescendant')).toBe(form.get('[aria-selected=true]').attributes('id'))
    await key('Enter')
    expect(box().element.value).toBe('OKP/2026/LA/000002')
    expect(suggested()).toEqual([])
    expect(main.accepted.size).toBe(0)
  })

  it('is waited for where a name was typed: Enter sends no name, and leads to the first that is found', async () => {
    const enter = (): boolean => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
      return !box().element.dispatchEvent(event)
    }
    await box().setValue('tunde')
    expect(enter(), 'before anybody is found').toBe(true)
    await flushPromises()
    expect(enter()).toBe(true)
    await flushPromises()
    await key('Enter')
    expect(box().element.value).toBe('OKP/2026/LA/000002')
    // A number goes out with it.
    expect(enter()).toBe(false)
  })

  it('of the last claim is first, each policy once; one that was kept comes behind', async () => {
    main.entries = [...main.entries, ofCustomer('', '', policy, 3)]
    main.answer({ 'details:all': () => ok([kept]) })
    form.unmount()
    await show()
    await key('ArrowDown')
    expect(suggested()).toEqual([
      expect.stringContaining(policy),
      expect.stringContaining('OKP/2026/LA/000002'),
      expect.stringContaining('OKP/KEPT/9'),
    ])
    await key('ArrowUp')
    await key('ArrowUp')
    expect(form.get('[aria-selected=true]').text()).toContain('Tunde')
  })

  it('who was kept is suggested by the phone as it is said, however the insurer wrote it', async () => {
    const { holder } = kept.detail
    if (holder === null) throw new Error('no holder')
    const detail = { ...kept.detail, holder: { ...holder, phone: '+234 (0) 803 555 0177' } }
    main.answer({ 'details:all': () => ok([{ ...kept, detail }]) })
    form.unmount()
    await show()
    await type('08035550177')
    expect(suggested()).toEqual([expect.stringContaining('OKP/KEPT/9')])
  })

  it('is not suggested by what else is found in a claim', async () => {
    await type('claim')
    expect(suggested()).toEqual([])
  })

  it('is chosen by a click, and Esc closes the suggestions alone', async () => {
    await type('made-up')
    let isHeard = false
    const hear = (): void => void (isHeard = true)
    window.addEventListener('keydown', hear)
    await key('Escape')
    window.removeEventListener('keydown', hear)
    expect(isHeard).toBe(false)
    expect(suggested()).toEqual([])
    await type('tunde m')
    await form.get('[role=option]').trigger('click')
    expect(box().element.value).toBe('OKP/2026/LA/000002')
  })

  it('is suggested no longer once a known number is typed in full, or the field is left', async () => {
    await type(policy.toLowerCase())
    expect(suggested()).toEqual([])
    await type('amaka')
    expect(suggested()).toHaveLength(1)
    await box().trigger('focusout')
    expect(suggested()).toEqual([])
    expect(box().element.value).toBe('amaka')
  })
})
