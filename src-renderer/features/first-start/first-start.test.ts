import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import type { AppStatus } from '#shared/ipc/app-status.ts'
import { unmanaged, type ManagedSettings } from '#shared/policy.ts'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus, FakeDesk } from '#renderer/test-support/fake-desk.ts'
import FirstStartScreen from './FirstStartScreen.vue'

const screen = (): VueWrapper => mount(FirstStartScreen, { global: { plugins: [createPinia()] } })

async function connect(shown: VueWrapper, address: string, key: string): Promise<void> {
  await shown.findAll('button')[1]?.trigger('click')
  await shown.get('input[type=url]').setValue(address)
  await shown.get('input[type=password]').setValue(key)
  await shown.get('form').trigger('submit')
  await flushPromises()
}

describe('the first start', () => {
  it('starts in practice with one click, and ends', async () => {
    const desk = new FakeDesk({ 'settings:change': () => ok(aStatus()) })
    const shown = screen()
    await shown.get('button').trigger('click')
    await flushPromises()
    expect(desk.asked).toEqual([
      { channel: 'settings:change', input: { environment: 'practice', configured: true } },
    ])
    expect(shown.emitted('done')).toHaveLength(1)
  })

  it('opens the environment before it hands over the key, and then checks', async () => {
    const desk = new FakeDesk({
      'settings:change': () => ok(aStatus({ environment: 'live' })),
      'key:set': () => ok({ type: 'kept' }),
      'connection:check': () => ok({ type: 'key-refused' }),
    })
    const shown = screen()
    await connect(shown, 'https://api.insurer.example/', 'made-up-key')
    expect(desk.asked).toEqual([
      {
        channel: 'settings:change',
        input: {
          environment: 'live',
          baseUrls: { ...defaultSettings.baseUrls, live: 'https://api.insurer.example' },
          configured: true,
        },
      },
      { channel: 'key:set', input: { key: 'made-up-key' } },
      { channel: 'connection:check', input: undefined },
    ])
    expect(shown.text()).toContain('The insurer refuses the key')
    expect(shown.emitted('done')).toBeUndefined()
  })

  it('asks main nothing while the address or the key cannot be right', async () => {
    const desk = new FakeDesk()
    const shown = screen()
    await connect(shown, 'http://api.insurer.example', '')
    expect(desk.asked).toEqual([])
    expect(shown.text()).toContain('must begin with https://')
    expect(shown.text()).toContain('Enter the key')
    expect(shown.findAll('[aria-invalid=true]')).toHaveLength(2)
  })

  it('keeps the key back and says why when the settings cannot be kept', async () => {
    const desk = new FakeDesk({ 'settings:change': () => err({ type: 'disk-full' }) })
    const shown = screen()
    await connect(shown, 'https://api.insurer.example', 'made-up-key')
    expect(desk.asked.map(({ channel }) => channel)).toEqual(['settings:change'])
    expect(shown.text()).toContain('The disk of this computer is full')
  })

  it('asks for the key alone where the organisation set environment and address', async () => {
    const desk = new FakeDesk({
      'app:status': () => ok(managed({ environments: ['live'], fields: ['environments', 'liveBaseUrl'] })),
      'settings:change': () => ok(aStatus({ environment: 'live' })),
      'key:set': () => ok({ type: 'kept' }),
      'connection:check': () => ok({ type: 'works' }),
    })
    const shown = await managedScreen()
    expect(shown.findAll('input').map((input) => input.attributes('type'))).toEqual(['password'])
    expect(shown.text()).toContain('Set by your organisation')
    expect(shown.text()).toContain(liveUrl)
    expect(shown.text()).not.toContain('practice')
    await shown.get('input[type=password]').setValue('made-up-key')
    await shown.get('form').trigger('submit')
    await flushPromises()
    expect(desk.asked.slice(1)).toEqual([
      {
        channel: 'settings:change',
        input: { environment: 'live', baseUrls: { sandbox: '', live: liveUrl }, configured: true },
      },
      { channel: 'key:set', input: { key: 'made-up-key' } },
      { channel: 'connection:check', input: undefined },
    ])
  })

  it('offers what the organisation allows and nothing else', async () => {
    new FakeDesk({ 'app:status': () => ok(managed({ environments: ['practice', 'sandbox'] })) })
    const shown = await managedScreen()
    await shown.findAll('button')[1]?.trigger('click')
    expect(shown.text()).toContain('Sandbox')
    expect(shown.find('[role=radiogroup]').exists()).toBe(false)
    expect(shown.find('input[type=url]').exists()).toBe(true)
    expect(shown.findAll('button').some((button) => button.text() === 'Back')).toBe(true)
  })
})

const liveUrl = 'https://api.insurer.example'

function managed(change: Partial<ManagedSettings>): AppStatus {
  const settings = { ...defaultSettings, baseUrls: { sandbox: '', live: liveUrl } }
  return aStatus({ settings, managed: { ...unmanaged, source: 'file', ...change } })
}

async function managedScreen(): Promise<VueWrapper> {
  const pinia = createPinia()
  setActivePinia(pinia)
  await useAppStatus().start()
  return mount(FirstStartScreen, { global: { plugins: [pinia] } })
}
