import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import { defineComponent, h, type Component } from 'vue'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { unmanaged, type ManagedSettings, type ManagedProblem } from '#shared/managed-settings.ts'
import { defaultSettings } from '#shared/settings.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus, FakeMain, signedIn } from '#testing/page/fake-main.ts'
import ManagedSection from './ManagedSection.vue'
import { managedProblemWords } from './managed-words.ts'
import FrameNotices from '#renderer/app/layout/FrameNotices.vue'

beforeEach(() => {
  new FakeMain()
})

function statusUnder(managed: Partial<ManagedSettings>): AppStatus {
  return aStatus({
    environment: 'live',
    officers: signedIn('manager'),
    settings: {
      ...defaultSettings,
      environment: 'live',
      sandboxBaseUrl: '',
      liveBaseUrl: 'https://api.insurer.example',
      updateFeed: 'https://updates.merchant.example',
    },
    managed: { ...unmanaged, source: 'file', place: '/etc/claims-desk/policy.json', ...managed },
  })
}

function shown(component: Component, status: AppStatus, props: object = { status }): VueWrapper {
  useAppStatus().status = status
  const screen = defineComponent({ render: () => h(component, props) })
  const wrapper = mount(screen, { global: { stubs: { RouterLink: true } }, attachTo: document.body })
  return wrapper
}

const secret: ManagedProblem = { type: 'looks-secret', name: 'secretKey' }
const bad: ManagedProblem = { type: 'bad-value', field: 'lockAfterMinutes' }

it('is explained with what to do', () => {
  expect(managedProblemWords(bad)).toEqual({
    title: '“lockAfterMinutes” is not valid and is ignored',
    text: 'Valid: whole minutes from 0 to 480; 0 never locks.',
  })
  const screen = shown(ManagedSection, statusUnder({ problems: [bad, secret] }))
  expect(screen.text()).toContain('None of it applies.')
  expect(screen.text()).toContain('“secretKey” looks like a secret')
})

it('that leaves it unread says what applies, and to start again', () => {
  const unread: ManagedProblem = { type: 'not-read', why: 'not-asked' }
  const screen = shown(ManagedSection, statusUnder({ problems: [unread], fields: ['branchName'] }))
  expect(screen.text()).toContain('Nothing is sent and nothing can be changed')
  expect(screen.text()).not.toContain('branch')
  expect(screen.text()).toContain('start Claims Desk again')
})

it.each<[ManagedProblem[], string | null]>([
  [[], null],
  [[bad], 'Some of your organisation’s settings do not apply'],
  [[{ type: 'not-read', why: 'unprotected' }], 'Your organisation’s settings could not be read'],
  [[bad, secret], 'This computer’s policy may contain a secret'],
])('%j is shown on every screen until dismissed', async (problems, title) => {
  const screen = shown(FrameNotices, statusUnder({ problems }))
  if (title === null) {
    expect(screen.text()).toBe('')
    return
  }
  expect(screen.text()).toContain(title)
  await screen.get('button').trigger('click')
  await flushPromises()
  expect(screen.text()).toBe('')
})
