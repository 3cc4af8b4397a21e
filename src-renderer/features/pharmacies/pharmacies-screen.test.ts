import 'fake-indexeddb/auto'
import { flushPromises, shallowMount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setRepositories } from '#renderer/data/repositories/current.ts'
import { openRepositories, type Repositories } from '#renderer/data/repositories/open-repositories.ts'
import { createPharmacyStore } from '#renderer/data/repositories/pharmacy-store.ts'
import { madeUpPharmacies } from '#testing/page/made-up-pharmacies.ts'
import { useCommandLayer } from '#renderer/commands/command-layer.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { usePharmacies } from '#renderer/stores/pharmacies.ts'
import { anEngine, anEntry, FakeMain } from '#testing/page/fake-main.ts'
import { correcting } from '#renderer/claim/correcting.ts'
import PharmaciesScreen from './PharmaciesScreen.vue'
import PharmacyDialog from './PharmacyDialog.vue'

let main: FakeMain
let repositories: Repositories

beforeEach(() => {
  setActivePinia(createPinia())
  main = new FakeMain()
  main.pharmacies = madeUpPharmacies(3)
  repositories = openRepositories('practice', createPharmacyStore('practice'))
  setRepositories(repositories)
})
afterEach(() => {
  setRepositories(null)
  repositories.close()
})

it('a search that failed for want of a connection offers none of what is not kept, and is repeated once there is one', async () => {
  const engine = useEngine()
  const store = usePharmacies()
  store.text = 'market'
  engine.status = anEngine({ connection: 'offline' })
  main.fail('pharmacies:search-by-name', { type: 'offline' })
  main.fail('pharmacies:search', { type: 'offline' })
  const shown = { ScreenFrame: false, FailureNotice: false, NoticeBox: false, BaseButton: false }
  const screen = shallowMount(PharmaciesScreen, { global: { stubs: shown } })
  await vi.waitFor(() => expect(store.failure).toEqual({ type: 'offline' }))
  await flushPromises()
  expect(screen.html()).toContain('Try again')
  expect(screen.html(), 'nothing is kept').not.toContain('Search offline')
  main.fail('pharmacies:search-by-name', null)
  main.fail('pharmacies:search', null)
  engine.status = anEngine({ connection: 'online' })
  await vi.waitFor(() => expect(store.shown?.source.type).toBe('api'))
  expect(store.shown?.value.total).toBe(3)
  screen.unmount()
})

it('the dialog of a pharmacy closes when another insurer is asked, and not when the first is opened', async () => {
  const [pharmacy] = main.pharmacies
  if (pharmacy === undefined) throw new Error('no pharmacy')
  setRepositories(null)
  const dialog = shallowMount(PharmacyDialog, { props: { pharmacy, open: true } })
  setRepositories(repositories)
  await flushPromises()
  expect(dialog.emitted('update:open')).toBeUndefined()
  setRepositories(null)
  await flushPromises()
  expect(dialog.emitted('update:open')).toEqual([[false]])
  dialog.unmount()
})

it('the pharmacy of a request is selected again, until the request is corrected', async () => {
  const [pharmacy] = main.pharmacies
  const state = { name: 'rejected', at: '', serverMessage: '', fieldErrors: {}, forbidden: false } as const
  const request = anEntry({ kind: 'pharmacy-request', pharmacyName: 'Made-up Pharmacy', state })
  useOutbox().byId = new Map([[request.id, request]])
  correcting.value = { request, pharmacy: null }
  const screen = shallowMount(PharmaciesScreen, { global: { stubs: { ScreenFrame: false } } })
  expect(screen.html()).toContain('Made-up Pharmacy was selected at another address')
  expect(usePharmacies().text).toBe('Made-up Pharmacy')
  useCommandLayer().wantedPharmacy = pharmacy ?? null
  await flushPromises()
  const dialog = (): unknown => screen.getComponent(PharmacyDialog).props('corrects')
  expect(dialog()).toEqual(request)
  const corrected = { name: 'withdrawn', at: '', to: 'corrected' } as const
  useOutbox().byId = new Map([[request.id, { ...request, state: corrected }]])
  await flushPromises()
  expect(dialog()).toBeUndefined()
  screen.unmount()
  expect(correcting.value).toBeNull()
})
