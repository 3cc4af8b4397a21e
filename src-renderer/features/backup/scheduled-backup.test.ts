import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { press } from '#testing/page/buttons.ts'
import { aStatus, FakeMain } from '#testing/page/fake-main.ts'
import ScheduledBackup from './ScheduledBackup.vue'

const at = { endpoint: 'https://store.example', region: 'auto', bucket: 'merchant-office', prefix: '' }
const officeStore = { ...at, style: 'path' } as const

it('says no longer what stood in the way of a backup once one was written since', async () => {
  new FakeMain({ 'office:backup-now': () => ok('own-disk') })
  const before = aStatus()
  const settings = { ...before.settings, officeStore }
  const backup = { ...before.forHeadOffice.backup, passphrase: 'kept' } as const
  const status = { ...before, environment: 'live', settings } as const
  const props = { status: { ...status, forHeadOffice: { ...before.forHeadOffice, backup } } }
  const screen = mount(ScheduledBackup, { props })
  await press('Back up now', screen)
  expect(screen.find('[role=alert], [role=status]').exists()).toBe(true)
  const written = { ...backup, lastAt: '2026-03-04T09:00:00.000Z' }
  await screen.setProps({
    status: { ...status, forHeadOffice: { ...before.forHeadOffice, backup: written } },
  })
  expect(screen.find('[role=alert], [role=status]').exists()).toBe(false)
})
