import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import type { UpdateStatus } from '#shared/updates.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useUpdates } from '#renderer/stores/announced.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { aStatus, FakeMain, signedIn } from '#testing/page/fake-main.ts'
import FrameNotices from './FrameNotices.vue'

async function noticeFor(status: UpdateStatus, role: 'manager' | 'officer' = 'officer'): Promise<VueWrapper> {
  const officers = signedIn(role)
  new FakeMain({ 'app:status': () => ok(aStatus({ officers })), 'updates:status': () => ok(status) })
  await useAppStatus().start()
  await useUpdates().read()
  const notice = mount(FrameNotices, { global: { plugins: [aRouter()] } })
  await flushPromises()
  return notice
}

it('tells everybody of a version that is ready until it is put away, and nobody of a check that failed', async () => {
  const notice = await noticeFor({ type: 'ready', version: '9.9.9' })
  expect(notice.text()).toContain('9.9.9')
  await notice.get('button:last-of-type').trigger('click')
  expect(notice.text()).toBe('')
  expect((await noticeFor({ type: 'failed', reason: 'unreachable' })).text()).toBe('')
})

it('tells managers alone that the feed has had no news for a year, until it is put away', async () => {
  const noNews = { type: 'failed', reason: 'expired' } as const
  expect((await noticeFor(noNews)).text()).toBe('')
  const notice = await noticeFor(noNews, 'manager')
  expect(notice.text()).toContain('No news of updates for a year')
  await notice.get('button').trigger('click')
  expect(notice.text()).toBe('')
})
