import { mount, type VueWrapper } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEngine, FakeMain } from '#testing/page/fake-main.ts'
import HoldNotices from './HoldNotices.vue'

async function notices(props: { readonly onlyGrave?: boolean }): Promise<VueWrapper> {
  const holds = [
    { type: 'paused' },
    { type: 'key-refused' },
    { type: 'offline' },
    { type: 'disk-fault' },
  ] as const
  const main = new FakeMain({ 'engine:status': () => ok(anEngine({ holds })) })
  await useEngine().read()
  expect(main.asked).toHaveLength(1)
  return mount(HoldNotices, { props, global: { plugins: [aRouter()] } })
}

it('the notices of what holds sending are on other screens those alone that need someone, and that the status bar does not end', async () => {
  const text = (await notices({ onlyGrave: true })).text()
  expect(text).toContain('The insurer does not accept the key')
  expect(text).toContain('The disk reports an error')
  expect(text).toContain('Nothing is sent until it works')
  expect(text).not.toContain('Sending is paused')
  expect(text).not.toContain('No connection')
})
