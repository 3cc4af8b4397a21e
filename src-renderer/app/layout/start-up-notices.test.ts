import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus } from '#renderer/testing/fake-main.ts'
import type { StartUpFailure } from '#renderer/data/repositories/start-up.ts'
import StartUpNotices from './StartUpNotices.vue'

beforeEach(() => setActivePinia(createPinia()))

describe('settings that are lost', () => {
  it.each(['settings.sealed.unreadable-1', null])('are reported until dismissed: %s', async (keptAs) => {
    useAppStatus().status = aStatus({ settingsLost: { keptAs } })
    const notices = mount(StartUpNotices, { props: { failure: null } })
    expect(notices.text()).toContain('enters the address and the key again')
    expect(notices.text().includes('kept as')).toBe(keptAs !== null)
    await notices.get('button').trigger('click')
    expect(notices.text()).toBe('')
  })
})

describe('a database that cannot be opened', () => {
  it.each([
    [{ type: 'database-newer', found: 90, known: 10 }, 'Install the newer version'],
    [{ type: 'database-unavailable', reason: 'disk-full' }, 'The disk is full.'],
    [{ type: 'database-unavailable', reason: 'other' }, 'Your own claims are still sent.'],
  ] satisfies [StartUpFailure, string][])(
    'because of %j are reported without naming the outbox',
    (failure, said) => {
      const notice = mount(StartUpNotices, { props: { failure } }).get('[role=alert]').text()
      expect(notice).toContain('Offline pharmacies cannot be opened now')
      expect(notice).toContain(said)
      expect(notice).not.toContain('outbox')
    },
  )
})
