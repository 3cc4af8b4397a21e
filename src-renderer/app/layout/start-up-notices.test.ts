import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus } from '#renderer/testing/fake-main.ts'
import type { StartUpFailure } from '#renderer/data/repositories/start-up.ts'
import StartUpNotices from './StartUpNotices.vue'

beforeEach(() => setActivePinia(createPinia()))

describe('a settings file that was changed from outside', () => {
  it.each([
    ['last-good', 'settings.json.changed-1', 'the settings last saved in Claims Desk apply'],
    ['standard', null, 'look through Settings again'],
  ] as const)('is reported until dismissed: %s', async (to, keptAs, said) => {
    useAppStatus().status = aStatus({ settingsRestored: { to, keptAs } })
    const notices = mount(StartUpNotices, { props: { failure: null } })
    expect(notices.text()).toContain(said)
    expect(notices.text().includes('kept as')).toBe(keptAs !== null)
    await notices.get('button').trigger('click')
    expect(notices.text()).toBe('')
  })
})

describe('drafts that cannot be opened', () => {
  it.each([
    [{ type: 'database-newer', found: 90, known: 10 }, 'Install the newer version again'],
    [{ type: 'database-unavailable', reason: 'disk-full' }, 'The disk of this computer is full.'],
    [{ type: 'database-unavailable', reason: 'other' }, 'What was submitted goes on being sent.'],
    [{ type: 'locked' }, 'Sign in to this computer'],
  ] satisfies [StartUpFailure, string][])(
    'because of %j are reported without naming the outbox',
    (failure, said) => {
      const notice = mount(StartUpNotices, { props: { failure } }).get('[role=alert]').text()
      expect(notice).toContain('Drafts cannot be opened now')
      expect(notice).toContain(said)
      expect(notice).not.toContain('outbox')
    },
  )
})
