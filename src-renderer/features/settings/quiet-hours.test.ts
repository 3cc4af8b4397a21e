import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import type { QuietHours } from '#shared/quiet-hours.ts'
import type { Settings } from '#shared/settings.ts'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus, FakeMain } from '#renderer/testing/fake-main.ts'
import NotificationsSection from './NotificationsSection.vue'
import { quietProblem } from './quiet-form.ts'
import './texts.ts'

const night: QuietHours = { from: '19:00', until: '06:00' }

function section(settings: Partial<Settings> = {}, showsNotifications = true) {
  const status = (change: Partial<Settings> = {}) =>
    aStatus({ showsNotifications, settings: { ...aStatus().settings, ...settings, ...change } })
  const main = new FakeMain({ 'settings:change': () => ok(status()) })
  setActivePinia(createPinia())
  useAppStatus().status = status()
  const shown: VueWrapper = mount(NotificationsSection)
  return { main, shown, status }
}

const times = (shown: VueWrapper) => shown.findAll<HTMLInputElement>('input[type=time]')

describe('the hours of a form', () => {
  it.each([
    [night, null],
    [
      { from: '', until: '06:00' },
      { field: 'from', text: 'notifications.time-needed' },
    ],
    [
      { from: '19:00', until: '6' },
      { field: 'until', text: 'notifications.time-needed' },
    ],
    [
      { from: '19:00', until: '19:00' },
      { field: 'until', text: 'notifications.times-same' },
    ],
  ] as const)('%j have the problem %j', (hours, problem) => {
    expect(quietProblem(hours)).toEqual(problem)
  })
})

describe('the settings of notifications', () => {
  it('save the typed hours, and refuse invalid ones', async () => {
    const { main, shown } = section({ quietHours: night })
    await times(shown)[0]?.setValue('06:00')
    await times(shown)[0]?.trigger('blur')
    expect(shown.text()).toContain('Enter two different times.')
    expect(main.asked).toEqual([])
    await times(shown)[0]?.setValue('20:15')
    await times(shown)[0]?.trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(main.asked).toEqual([
      { channel: 'settings:change', input: { quietHours: { from: '20:15', until: '06:00' } } },
    ])
  })

  it('keep the second time as it is typed while the first is being saved', async () => {
    const { shown, status } = section({ quietHours: night })
    await times(shown)[0]?.setValue('20:00')
    await times(shown)[0]?.trigger('blur')
    await times(shown)[1]?.setValue('20:00')
    useAppStatus().status = status({ quietHours: { from: '20:00', until: '06:00' } })
    await flushPromises()
    expect(times(shown).map(({ element }) => element.value)).toEqual(['20:00', '20:00'])
  })

  it('keep what is being typed when main reports another change', async () => {
    const { shown, status } = section({ quietHours: night })
    await times(shown)[0]?.setValue('20:15')
    useAppStatus().status = status({ theme: 'dark', quietHours: { ...night } })
    await flushPromises()
    expect(times(shown).map(({ element }) => element.value)).toEqual(['20:15', '06:00'])
    useAppStatus().status = status({ quietHours: { from: '21:00', until: '05:00' } })
    await flushPromises()
    expect(times(shown).map(({ element }) => element.value)).toEqual(['21:00', '05:00'])
  })

  it('hide the hours if notifications are off, and say if the computer cannot show any', () => {
    expect(section({ notifications: false, quietHours: night }).shown.text()).not.toContain('Quiet hours')
    expect(section({}, false).shown.text()).toContain('This computer cannot show notifications')
    expect(section().shown.text()).not.toContain('This computer cannot show notifications')
  })
})
