import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
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
})
