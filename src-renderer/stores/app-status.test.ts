import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { aStatus, FakeMain } from '#testing/page/fake-main.ts'
import { useAppStatus } from './app-status.ts'

it('main that answers late does answer', async () => {
  const main = new FakeMain()
  const app = useAppStatus()
  const stop = await app.start()
  expect(app.failure).not.toBeNull()
  main.answer({ 'app:status': () => ok(aStatus({ environment: 'live' })) })
  main.announce('app:status-changed', { keysFor: [] })
  await flushPromises()
  expect([app.failure, app.environment]).toEqual([null, 'live'])
  stop()
})
