import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { unmanaged, type ManagedSettings } from '#shared/managed-settings.ts'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus, FakeMain } from '#testing/page/fake-main.ts'
import FirstStartScreen from './FirstStartScreen.vue'

const screen = (): VueWrapper => mount(FirstStartScreen, { global: { plugins: [createPinia()] } })

async function connect(shown: VueWrapper, address: string, key: string): Promise<void> {
  await shown.findAll('button')[1]?.trigger('click')
  await shown.get('input[type=url]').setValue(address)
  await shown.get('input[type=password]').setValue(key)
  await shown.get('form').trigger('submit')
  await flushPromises()
}

it('says what else has to be set once it is connected', async () => {
  const status = aStatus({ environment: 'live', hasFileStore: false })
  const main = new FakeMain({
    'app:status': () => ok(aStatus()),
    'environment:connect': () => {
      main.announce('app:status-changed', status)
      return ok({ type: 'connected', check: { type: 'works' } })
    },
  })
  const shown = await managedScreen()
  await connect(shown, 'https://api.insurer.example', 'made-up-key')
  expect(shown.text()).toContain('Files have no store yet')
  expect(shown.findAll('li').map((line) => line.text())).toEqual([
    'Settings, Printing: the branch name on slips',
    'Settings, Officers: who works here, each with a PIN',
    'Today: download the pharmacies',
    'Settings, Backup and stored data: a backup now and then',
  ])
  expect(shown.text()).toContain('Ask the insurer which link to send where no one was hurt or died')
})

it('says why if nothing can be stored', async () => {
  new FakeMain({ 'environment:connect': () => err({ type: 'disk-full' }) })
  const shown = screen()
  await connect(shown, 'https://api.insurer.example', 'made-up-key')
  expect(shown.text()).toContain('The disk is full')
  expect(shown.emitted('done')).toBeUndefined()
})

it('warns beside the key that a computer without a keyring forgets it', async () => {
  const forgets = 'This computer cannot store the key'
  const protection = { level: 'session', backend: 'basic_text' } as const
  new FakeMain({ 'app:status': () => ok(aStatus({ protection })) })
  const shown = await managedScreen()
  await shown.findAll('button')[1]?.trigger('click')
  expect(shown.text()).toContain(forgets)
  new FakeMain({ 'app:status': () => ok(aStatus()) })
  const keeping = await managedScreen()
  await keeping.findAll('button')[1]?.trigger('click')
  expect(keeping.text()).not.toContain(forgets)
})

it('offers only what the organisation allows', async () => {
  new FakeMain({ 'app:status': () => ok(managed({ environments: ['practice', 'sandbox'] })) })
  const shown = await managedScreen()
  await shown.findAll('button')[1]?.trigger('click')
  expect(shown.text()).toContain('Sandbox')
  expect(shown.find('[role=radiogroup]').exists()).toBe(false)
  expect(shown.find('input[type=url]').exists()).toBe(true)
  expect(shown.findAll('button').some((button) => button.text() === 'Back')).toBe(true)
})

const liveUrl = 'https://api.insurer.example'

function managed(change: Partial<ManagedSettings>): AppStatus {
  const settings = { ...defaultSettings, sandboxBaseUrl: '', liveBaseUrl: liveUrl }
  return aStatus({ settings, managed: { ...unmanaged, source: 'file', ...change } })
}

async function managedScreen(): Promise<VueWrapper> {
  const pinia = createPinia()
  setActivePinia(pinia)
  await useAppStatus().start()
  return mount(FirstStartScreen, { global: { plugins: [pinia] } })
}
