import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { ListState } from '#shared/domain/claim-list.ts'
import { ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { button, press } from '#testing/page/buttons.ts'
import { aStatus, FakeMain, noLists } from '#testing/page/fake-main.ts'
import { announcement } from '#renderer/ui/announcer.ts'
import ListReadings from './ListReadings.vue'

const progress = { isWaiting: false, bytes: 0, totalBytes: null, claims: 0, msLeft: null }
const isRead: Partial<ListState> = { isFetching: true, progress }

let main: FakeMain
let chip: VueWrapper

beforeEach(async () => {
  main = new FakeMain({
    'claims:lists': () => ok(noLists),
    'claims:read-list': () => ok(null),
    'claims:stop-list': () => ok(null),
  })
  useAppStatus().status = aStatus({ settings: { ...defaultSettings, saveData: true } })
  await useClaims().read()
  onTestFinished(useClaims().listen())
  chip = mount(ListReadings, { attachTo: document.body })
})

async function tell(keke: Partial<ListState>, okada: Partial<ListState> = {}): Promise<void> {
  main.announce('claims:lists-changed', {
    keke: { ...noLists.keke, ...keke },
    okada: { ...noLists.okada, ...okada },
  })
  await flushPromises()
}

it('a list is called read once it was', async () => {
  main.fail('claims:read-list', { type: 'not-possible-now' })
  await press('Update the keke list')
  expect(announcement.value).not.toBe('keke list updated.')
  main.fail('claims:read-list', null)
  await press('Update the keke list')
  expect(announcement.value).toBe('keke list updated.')
})

it('both are read at once, and what is being read is stopped at once, which is said', async () => {
  await button('Update both').trigger('click')
  expect(main.askedOf('claims:read-list')).toEqual([{ product: 'keke' }, { product: 'okada' }])
  await tell({}, isRead)
  await chip.get('[aria-label="Stop reading the lists"]').trigger('click')
  expect(main.askedOf('claims:stop-list')).toEqual([{ product: 'okada' }])
  await tell({}, { wasStopped: true })
  expect(announcement.value).toBe('Stopped. No list is saved.')
})

it('the focus is on “Stop” where “Update” had it, and the other way round', async () => {
  button('Update the keke list').element.focus()
  await tell(isRead)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Stop reading the keke list')
  await tell({})
  expect(document.activeElement?.textContent.trim()).toBe('Update the keke list')
})

const kept = { fetchedAt: new Date().toISOString(), count: 3, listed: 3, oldestCreatedAt: null }

it('the chip is marked where a list that is read only when asked is not here, and is not read', async () => {
  const isMarked = (): boolean => chip.get('button').classes('text-warning')
  expect(isMarked()).toBe(true)
  await tell(isRead)
  expect(isMarked()).toBe(false)
  await tell({ kept }, { kept })
  expect(isMarked()).toBe(false)
})
