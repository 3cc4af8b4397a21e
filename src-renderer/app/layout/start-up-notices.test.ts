import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StartUpFailure } from '#renderer/data/repositories/start-up.ts'
import StartUpNotices from './StartUpNotices.vue'

beforeEach(() => setActivePinia(createPinia()))

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
