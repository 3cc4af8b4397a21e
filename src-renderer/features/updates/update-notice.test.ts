import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { ok } from '#shared/result.ts'
import type { UpdateStatus } from '#shared/updates.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useUpdates } from '#renderer/stores/updates.ts'
import { aStatus, FakeMain } from '#renderer/testing/fake-main.ts'
import UpdateNotice from './UpdateNotice.vue'

const noNews: UpdateStatus = {
  type: 'failed',
  reason: 'expired',
  at: '2026-11-20T09:00:00.000Z',
  noNewsSince: '2026-11-01T09:00:00.000Z',
}

async function noticeFor(role: 'manager' | 'officer', status: UpdateStatus): Promise<VueWrapper> {
  const officer = { id: '01939c5f-0000-7000-8000-00000000000a', name: 'Ada Test', role } as const
  const officers = { type: 'signed-in', officer, officers: [officer], place: null } as const
  new FakeMain({ 'app:status': () => ok(aStatus({ officers })), 'updates:status': () => ok(status) })
  const pinia = createPinia()
  await useAppStatus(pinia).start()
  await useUpdates(pinia).read()
  const history = createMemoryHistory()
  const router = createRouter({ history, routes: [{ path: '/:rest(.*)*', component: UpdateNotice }] })
  const notice = mount(UpdateNotice, { global: { plugins: [pinia, router] } })
  await flushPromises()
  return notice
}

it('tells managers alone that the feed has had no news for a year, until it is put away', async () => {
  expect((await noticeFor('officer', noNews)).text()).toBe('')
  const notice = await noticeFor('manager', noNews)
  expect(notice.text()).toContain('No news since 1 Nov 2026')
  await notice.get('button').trigger('click')
  expect(notice.text()).toBe('')
})

it('tells everybody of a version that is ready, and nobody of a check that failed once', async () => {
  const byItselfFrom = '2026-11-21T09:00:00.000Z'
  const notice = await noticeFor('officer', { type: 'ready', version: '9.9.9', byItselfFrom })
  expect(notice.text()).toContain('9.9.9')
  expect((await noticeFor('manager', { ...noNews, reason: 'unreachable', noNewsSince: null })).text()).toBe(
    '',
  )
})
