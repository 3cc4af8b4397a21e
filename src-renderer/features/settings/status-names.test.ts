import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { aStanding } from '#testing/claim/made-up.ts'
import { otherStatuses } from '#shared/domain/claim-list.ts'
import { unmanaged } from '#shared/managed-settings.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { aStatus, anEntry, FakeMain } from '#testing/page/fake-main.ts'
import StatusNamesSection from './StatusNamesSection.vue'

const groups = { 'needs-you': 0, 'on-its-way': 0, drafts: 0, received: 8 }
let main: FakeMain
let settings: Settings
let diskTakes: boolean
let section: VueWrapper

function open(managed = unmanaged): void {
  settings = { ...defaultSettings, statusNames: { '2': 'Paid' }, finalStatuses: ['4'] }
  main = new FakeMain({
    'app:status': () => ok(aStatus({ settings, managed })),
    'settings:change': (patch): Result<null, { readonly type: 'disk-full' }> => {
      if (!diskTakes) return err({ type: 'disk-full' })
      settings = { ...settings, ...patch } as Settings
      main.announce('app:status-changed', { settings })
      return ok(null)
    },
  })
  const app = useAppStatus()
  app.status = aStatus({ settings, managed })
  void app.start()
  section = mount({
    components: { StatusNamesSection },
    setup: () => ({ app }),
    template: '<StatusNamesSection :status="app.status" />',
  })
}
beforeEach(() => {
  diskTakes = true
})

const tickOf = (value: string) => section.get<HTMLInputElement>(`[aria-label="Status ${value} is final"]`)
async function click(value: string): Promise<void> {
  await tickOf(value).setValue(!tickOf(value).element.checked)
  await flushPromises()
}

it('the values that have a name, are final or were seen at the insurer are there, each once, in order', async () => {
  open()
  const counts = [['4', 1] as const, ['3', 2] as const, [otherStatuses, 5] as const]
  const window = { offset: 0, rows: [], count: 0, groups, inAllGroups: 8, all: 8 }
  main.answer({ 'claims:query': () => ok({ ...window, statuses: { key: 'made-up', counts } }) })
  useClaims().renewals += 1
  await flushPromises()
  const says = { status: '10', estimate: null, isDeleted: false }
  useOutbox().byId = new Map([['one', anEntry({ standing: aStanding({ says }) })]])
  await nextTick()
  const labels = section.findAll('input[maxlength]').map((field) => field.attributes('aria-label'))
  expect(labels).toEqual(['Name of status 2', 'Name of status 3', 'Name of status 4', 'Name of status 10'])
})

it('a name is saved on leaving its field or with Enter, and one that was emptied is removed', async () => {
  open()
  const four = section.get('[aria-label="Name of status 4"]')
  await four.setValue(' Refused ')
  expect(settings.statusNames).toEqual({ '2': 'Paid' })
  await four.trigger('blur')
  await flushPromises()
  expect(settings.statusNames).toEqual({ '2': 'Paid', '4': 'Refused' })
  const two = section.get('[aria-label="Name of status 2"]')
  await two.setValue('')
  await two.trigger('keydown', { key: 'Enter' })
  await flushPromises()
  expect(settings.statusNames).toEqual({ '4': 'Refused' })
})

it('names that are left one after the other are all saved, with what is typed meanwhile', async () => {
  open()
  const held = main.hold('settings:change')
  const field = (value: string) => section.get<HTMLInputElement>(`[aria-label="Name of status ${value}"]`)
  await field('4').setValue('Refused')
  await field('4').trigger('blur')
  await field('2').setValue('Settled')
  await field('2').trigger('blur')
  await field('4').setValue('Refused for good')
  held.release()
  await flushPromises()
  expect(settings.statusNames).toEqual({ '2': 'Settled', '4': 'Refused' })
  expect(field('4').element.value).toBe('Refused for good')
  section.unmount()
  await flushPromises()
  expect(settings.statusNames).toEqual({ '2': 'Settled', '4': 'Refused for good' })
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
