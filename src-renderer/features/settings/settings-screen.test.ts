import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { press } from '#testing/page/buttons.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { aStatus, FakeMain } from '#testing/page/fake-main.ts'
import ConnectionSection from './ConnectionSection.vue'
import SettingsScreen from './SettingsScreen.vue'
import SettingsSection from './SettingsSection.vue'

let shown: VueWrapper

it('what is open already gets the focus again when it is asked for again', async () => {
  new FakeMain()
  useAppStatus().status = aStatus()
  const router = aRouter()
  await router.push('/settings/printing#branchName')
  const template = '<p id="branchName"><input></p>'
  shown = mount(SettingsScreen, {
    global: { plugins: [router], stubs: { RouterView: { template } } },
    attachTo: document.body,
  })
  await flushPromises()
  const field = shown.get('#branchName input').element
  expect(document.activeElement).toBe(field)
  shown.get<HTMLElement>('#branchName input').element.blur()
  await router.push('/settings/printing#branchName')
  await flushPromises()
  expect(document.activeElement).toBe(field)
})

it('a check without a key leads to the card of the key, which says so already', async () => {
  new FakeMain({ 'connection:check': () => ok({ type: 'no-key' }) })
  const status = aStatus({ environment: 'live', key: { type: 'none' } })
  useAppStatus().status = status
  shown = mount(ConnectionSection, {
    props: { status },
    global: { plugins: [aRouter()] },
    attachTo: document.body,
  })
  await press('Check connection')
  expect(shown.text().match(/No key is set/g)).toHaveLength(1)
  expect(document.activeElement).toBe(shown.get('#key input').element)
})

it('asks for one key while the address is changed, and keeps what was typed of it', async () => {
  new FakeMain()
  const status = aStatus({ environment: 'live', key: { type: 'kept' } })
  useAppStatus().status = status
  shown = mount(SettingsSection, { props: { section: 'connection' }, global: { plugins: [aRouter()] } })
  const keys = (): string[] =>
    shown.findAll<HTMLInputElement>('input[type=password]').map(({ element }) => element.value)
  expect(keys()).toEqual([''])
  await shown.get('#key input').setValue('typed and not saved')
  await press('Change address', shown)
  expect(shown.find('form input[type=url]').exists()).toBe(true)
  expect(keys()).toEqual(['typed and not saved'])
  await press('Cancel', shown)
  expect(shown.find('#key').exists()).toBe(true)
  expect(keys()).toEqual(['typed and not saved'])
})

it('takes a newer file of head office on a computer that was set up from one, and asks none elsewhere', async () => {
  const main = new FakeMain({
    'set-up:choose': () => ok({ type: 'chosen', fileName: 'Ikeja.cdsetup' }),
    'set-up:take-in': ({ passphrase }) =>
      ok(
        passphrase === 'right'
          ? { type: 'renewed', says: 'Done.' }
          : { type: 'refused', why: 'wrong-passphrase', says: 'The passphrase is not the one of this file.' },
      ),
  })
  const props = { section: 'advanced' } as const
  const global = { plugins: [aRouter()] }
  useAppStatus().status = aStatus()
  shown = mount(SettingsSection, { props, global })
  expect(shown.text()).not.toContain('A newer file of head office')
  useAppStatus().status = aStatus({ headOffice: { keyNumber: 1, lastChange: null, problem: null } })
  await flushPromises()
  const takeIn = async (passphrase: string): Promise<void> => {
    await shown.get('input[type=password]').setValue(passphrase)
    await shown.get('form').trigger('submit')
    await flushPromises()
  }
  await press('Select file', shown)
  await takeIn('wrong')
  expect(shown.text()).toContain('The passphrase is not the one of this file.')
  await takeIn('right')
  // Main says what was done; nothing is left to be opened.
  expect(shown.find('input[type=password]').exists()).toBe(false)
  expect(main.asked.map(({ channel }) => channel).filter((name) => name.startsWith('set-up:'))).toHaveLength(
    3,
  )
})
