import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { aStatus, FakeMain, noLists } from '#testing/page/fake-main.ts'
import { announcement } from '#renderer/ui/announcer.ts'
import ListReadings from './ListReadings.vue'

it('a list is called read once it was', async () => {
  setActivePinia(createPinia())
  const main = new FakeMain({ 'claims:lists': () => ok(noLists), 'claims:read-list': () => ok(null) })
  useAppStatus().status = aStatus({ settings: { ...defaultSettings, saveData: true } })
  await useClaims().read()
  const readings = mount(ListReadings)
  main.fail('claims:read-list', { type: 'not-possible-now' })
  await readings.get('button').trigger('click')
  await flushPromises()
  expect(announcement.value).not.toBe('keke list updated.')
  main.fail('claims:read-list', null)
  await readings.get('button').trigger('click')
  await flushPromises()
  expect(announcement.value).toBe('keke list updated.')
  readings.unmount()
})

it('the focus is on “Stop” where “Read” had it, and the other way round', async () => {
  setActivePinia(createPinia())
  new FakeMain({ 'claims:lists': () => ok(noLists) })
  const claims = useClaims()
  await claims.read()
  const main = new FakeMain({ 'claims:read-list': () => ok(null) })
  const stop = claims.listen()
  useAppStatus().status = aStatus({ settings: { ...defaultSettings, saveData: true } })
  const readings = mount(ListReadings, { attachTo: document.body })
  readings.get('button').element.focus()
  const progress = { isWaiting: false, bytes: 0, totalBytes: null, claims: 0, msLeft: null }
  main.announce('claims:lists-changed', {
    ...noLists,
    keke: { ...noLists.keke, isFetching: true, progress },
  })
  await flushPromises()
  expect(document.activeElement?.textContent.trim()).toBe('Stop')
  readings.unmount()
  stop()
})
