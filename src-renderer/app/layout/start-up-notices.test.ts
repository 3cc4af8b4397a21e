import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus } from '#renderer/testing/fake-main.ts'
import StartUpNotices from './StartUpNotices.vue'

beforeEach(() => setActivePinia(createPinia()))

describe('settings that are lost', () => {
  it.each(['settings.sealed.unreadable-1', null])('are reported until dismissed: %s', async (keptAs) => {
    useAppStatus().status = aStatus({ settingsLost: { keptAs } })
    const notices = mount(StartUpNotices)
    expect(notices.text()).toContain('enters the address and the key again')
    expect(notices.text().includes('kept as')).toBe(keptAs !== null)
    await notices.get('button').trigger('click')
    expect(notices.text()).toBe('')
  })
})
