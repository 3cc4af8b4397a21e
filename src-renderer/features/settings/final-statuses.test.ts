import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unmanaged } from '#shared/managed-settings.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus, FakeMain } from '#renderer/testing/fake-main.ts'
import StatusNamesSection from './StatusNamesSection.vue'

let settings: Settings
let diskTakes: boolean
let section: VueWrapper

function open(managed = unmanaged): void {
  settings = { ...defaultSettings, statusNames: { '2': 'Paid' }, finalStatuses: ['4'] }
  new FakeMain({
    'settings:change': (patch): Result<ReturnType<typeof aStatus>, { readonly type: 'disk-full' }> => {
      if (!diskTakes) return err({ type: 'disk-full' })
      settings = { ...settings, ...patch } as Settings
      return ok(aStatus({ settings, managed }))
    },
  })
  useAppStatus().status = aStatus({ settings, managed })
  const app = useAppStatus()
  section = mount({
    components: { StatusNamesSection },
    setup: () => ({ app }),
    template: '<StatusNamesSection :status="app.status" />',
  })
}
beforeEach(() => {
  setActivePinia(createPinia())
  diskTakes = true
})
afterEach(() => section.unmount())

const tickOf = (value: string) => section.get<HTMLInputElement>(`[aria-label="Status ${value} is final"]`)
async function click(value: string): Promise<void> {
  await tickOf(value).setValue(!tickOf(value).element.checked)
  await flushPromises()
}

it('a value is ticked as final, or no longer, and that is saved at once', async () => {
  open()
  expect([tickOf('2').element.checked, tickOf('4').element.checked]).toEqual([false, true])
  await click('2')
  expect(settings.finalStatuses).toEqual(['4', '2'])
  await click('4')
  expect(settings.finalStatuses).toEqual(['2'])
  expect(settings.statusNames).toEqual({ '2': 'Paid' })
})

it('a tick that cannot be saved is not left there', async () => {
  open()
  diskTakes = false
  await click('2')
  expect(tickOf('2').element.checked).toBe(false)
})

it('what the organisation set cannot be ticked', () => {
  open({ ...unmanaged, source: 'file', fields: ['finalStatuses'] })
  expect(tickOf('2').element.disabled).toBe(true)
})
