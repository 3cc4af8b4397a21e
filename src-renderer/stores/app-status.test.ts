import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { aStatus, FakeMain } from '#testing/page/fake-main.ts'
import { useAppStatus } from './app-status.ts'

it('main that answers late does answer', async () => {
  setActivePinia(createPinia())
  const main = new FakeMain()
  const app = useAppStatus()
  const stop = await app.start()
  expect(app.failure).not.toBeNull()
  main.announce('app:status-changed', aStatus())
  expect(app.failure).toBeNull()
  stop()
})
