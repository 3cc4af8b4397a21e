import { flushPromises, mount, RouterLinkStub, type VueWrapper } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UploadStatus } from '#shared/outbox/entry-files.ts'
import { ok } from '#shared/result.ts'
import HoldNotices from '#renderer/claim/HoldNotices.vue'
import { useUploads } from '#renderer/stores/announced.ts'
import { FakeMain, uploadStatus } from '#testing/page/fake-main.ts'
import StoreCard from './StoreCard.vue'

const now = new Date('2026-03-04T09:00:00.000Z')
let main: FakeMain

beforeEach(() => {
  main = new FakeMain({ 'uploads:try-now': () => ok(null) })
})

async function shown(change: Partial<UploadStatus>, screen: object = StoreCard): Promise<VueWrapper> {
  main.answer({ 'uploads:status': () => ok(uploadStatus(change)) })
  await useUploads().read()
  return mount(screen, { props: { now }, global: { stubs: { RouterLink: RouterLinkStub } } })
}

describe('the file store on the screen “Connection”', () => {
  it.each<[Partial<UploadStatus>, string]>([
    [{}, 'Nothing is waiting for upload.'],
    [{ claims: 1, files: 1, bytes: 900, leftMs: null }, '1 file of 1 claim still to upload (900 bytes).'],
    [{ claims: 1, files: 1, bytes: 900, leftMs: 900 }, 'Less than a minute left.'],
    [{ toRemove: 2 }, '2 unused files to remove.'],
    [{ toRemove: 1, refusedRemovals: 1 }, '1 unused file may not be removed'],
    [{ hold: 'no-store' }, 'No file store or access key is set'],
  ])('of %o says so', async (change, text) => {
    expect((await shown(change)).text()).toContain(text)
  })

  it('names the problem, the next try and the place to put it right, and tries again', async () => {
    const nextTryAt = '2026-03-04T09:05:00.000Z'
    // In this computer's time zone, which may be half an hour off.
    const at = new Date(nextTryAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    const card = await shown({
      claims: 1,
      files: 2,
      bytes: 900,
      sentBytes: 300,
      hold: 'wrong-key',
      nextTryAt,
    })
    expect(card.text()).toContain('The file store does not accept the access key')
    expect(card.text()).toContain(`Next try: ${at}.`)
    expect(card.text()).toContain('Show setting')
    expect(card.find('progress').exists()).toBe(false)
    await card.get('button').trigger('click')
    await flushPromises()
    expect(main.askedOf('uploads:try-now')).toHaveLength(1)
  })

  it('names no moment that has passed', async () => {
    const card = await shown({ hold: 'busy', nextTryAt: now.toISOString() })
    expect(card.text()).not.toContain('Next try')
  })
})

describe('the notice above the outbox', () => {
  it.each<[Partial<UploadStatus>, string]>([
    [{ claims: 1, hold: 'wrong-key' }, 'Show setting'],
    [{ claims: 1, hold: 'full' }, 'What is wrong?'],
  ])('names what holds back the files that wait: %o', async (change, button) => {
    const notices = await shown(change, HoldNotices)
    expect(notices.text()).toContain('Files are not uploaded')
    expect(notices.text()).toContain(button)
  })

  it.each<Partial<UploadStatus>>([
    { claims: 0, hold: 'wrong-key' },
    { claims: 1, hold: 'busy' },
    { claims: 1, hold: 'offline' },
    { claims: 1, hold: 'file-lost' },
    { claims: 1 },
  ])('is not there for %o', async (change) => {
    expect((await shown(change, HoldNotices)).text()).toBe('')
  })
})
