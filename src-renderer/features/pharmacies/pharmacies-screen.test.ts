import 'fake-indexeddb/auto'
import { flushPromises, mount, shallowMount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setRepositories } from '#renderer/data/repositories/current.ts'
import type { Repositories } from '#renderer/data/repositories/open-repositories.ts'
import { button } from '#testing/page/buttons.ts'
import { practiceRepositories } from '#testing/page/practice-repositories.ts'
import { madeUpPharmacies } from '#testing/page/made-up-pharmacies.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { useCommandLayer } from '#renderer/commands/command-layer.ts'
import { useDirectory } from '#renderer/stores/directory.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { usePharmacies } from '#renderer/stores/pharmacies.ts'
import { anEngine, anEntry, FakeMain } from '#testing/page/fake-main.ts'
import { correcting } from '#renderer/claim/correcting.ts'
import PharmaciesScreen from './PharmaciesScreen.vue'
import PharmacyDialog from './PharmacyDialog.vue'

let main: FakeMain
let repositories: Repositories
let screen: VueWrapper
let isWide: boolean

beforeEach(() => {
  isWide = true
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query !== 'print',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  main = new FakeMain()
  main.pharmacies = madeUpPharmacies(3)
  repositories = practiceRepositories()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function show(): Promise<void> {
  screen = mount(PharmaciesScreen, { global: { plugins: [aRouter()] }, attachTo: document.body })
  await read()
}
async function read(): Promise<void> {
  await vi.waitFor(() => expect(usePharmacies().isReading).toBe(false), 10_000)
  await flushPromises()
}
const box = (): DOMWrapper<HTMLInputElement> => screen.find<HTMLInputElement>('input[type=search]')
const rows = (): DOMWrapper<Element>[] => screen.findAll('[role=option]')
const names = (): string[] => rows().map((row) => row.get('.font-semibold').text())
const pane = (): DOMWrapper<Element> => screen.find('aside')
async function press(key: string, on: DOMWrapper<Element> = box()): Promise<void> {
  await on.trigger('keydown', { key })
  await flushPromises()
}
async function submit(): Promise<void> {
  await screen.get('form[role=search]').trigger('submit')
  await read()
}

it('a search that failed for want of a connection offers none of what is not kept, and is repeated once there is one', async () => {
  const engine = useEngine()
  const store = usePharmacies()
  store.text = 'market'
  engine.status = anEngine({ connection: 'offline' })
  main.fail('pharmacies:search-by-name', { type: 'offline' })
  main.fail('pharmacies:search', { type: 'offline' })
  await show()
  expect(store.failure).toEqual({ type: 'offline' })
  expect(screen.html()).toContain('Try again')
  expect(screen.html(), 'nothing is kept').not.toContain('Search offline')
  main.fail('pharmacies:search-by-name', null)
  main.fail('pharmacies:search', null)
  engine.status = anEngine({ connection: 'online' })
  await vi.waitFor(() => expect(store.shown?.source.type).toBe('api'))
  expect(store.shown?.value.total).toBe(3)
})

it('the dialog of a pharmacy closes when another insurer is asked, and not when the first is opened', async () => {
  const [pharmacy] = main.pharmacies
  if (pharmacy === undefined) throw new Error('no pharmacy')
  setRepositories(null)
  screen = shallowMount(PharmacyDialog, { props: { pharmacy, open: true } })
  setRepositories(repositories)
  await flushPromises()
  expect(screen.emitted('update:open')).toBeUndefined()
  setRepositories(null)
  await flushPromises()
  expect(screen.emitted('update:open')).toEqual([[false]])
})

it('the pharmacy of a request is selected again, until the request is corrected', async () => {
  const [pharmacy] = main.pharmacies
  const state = { name: 'rejected', at: '', serverMessage: '', fieldErrors: {}, forbidden: false } as const
  const request = anEntry({ kind: 'pharmacy-request', pharmacyName: 'Made-up Pharmacy', state })
  useOutbox().byId = new Map([[request.id, request]])
  correcting.value = { request, pharmacy: null }
  await show()
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

describe('one list', () => {
  it('goes on with the insurer’s next page, says how much is known, and keeps what it has where that fails', async () => {
    main.pharmacies = madeUpPharmacies(40)
    await show()
    // What fills the window is asked for by itself.
    await vi.waitFor(() => expect(usePharmacies().further).toBeNull())
    const before = usePharmacies().shown?.value.pharmacies.length ?? 0
    expect(before).toBeLessThan(40)
    expect(screen.text()).toContain(`${before} of 40 pharmacies`)
    main.fail('pharmacies:page', { type: 'timeout' })
    await button('Show more').trigger('click')
    await flushPromises()
    expect(screen.text()).toContain('No more could be loaded.')
    expect(screen.text()).toContain(`${before} of 40 pharmacies`)
    main.fail('pharmacies:page', null)
    await button('Try again').trigger('click')
    await vi.waitFor(() => expect(usePharmacies().shown?.value.pharmacies.length).toBe(before + 15))
  })

  it('has the field under the hands at once, and asks the insurer for what is typed with Enter alone', async () => {
    await show()
    expect(document.activeElement).toBe(box().element)
    await box().setValue('dove')
    expect(screen.text()).toContain('Press Enter to ask the insurer.')
    expect(main.askedOf('pharmacies:search-by-name')).toEqual([])
    main.pharmacies = madeUpPharmacies(8)
    await submit()
    expect(names()).toEqual(['Dove Pharmacy 4', 'Dove Pharmacy 8'])
    expect(
      rows()[0]
        ?.findAll('mark')
        .map((mark) => mark.text()),
    ).toEqual(['Dove'])
    expect(screen.text()).toContain('2 pharmacies')
  })

  it('says in one place what is on this computer', async () => {
    await repositories.directory.read()
    await vi.waitFor(() => expect(repositories.directory.status.kept).not.toBeNull())
    useDirectory().status = repositories.directory.status
    await show()
    await box().setValue('dove')
    expect(screen.text()).not.toContain('Press Enter')
    expect(button('Ask the insurer').element.closest('[popover]')).not.toBeNull()
    expect(screen.text().match(/3 offline · /g)).toHaveLength(1)
    expect(screen.text()).not.toContain('offline pharmacies, updated')
  })
})

describe('the pharmacy beside the list', () => {
  it('follows the arrows, which need no insurer, while the focus stays in the search', async () => {
    await show()
    await press('ArrowDown')
    expect(pane().exists(), 'it is opened by Enter').toBe(false)
    expect(box().attributes('aria-activedescendant')).toBe(rows()[0]?.attributes('id'))
    await submit()
    expect(pane().text()).toContain('Adeola Pharmacy 1')
    expect(main.askedOf('pharmacies:one')).toHaveLength(1)
    await press('ArrowDown')
    await press('ArrowDown', screen.find('[role=listbox]'))
    expect(pane().text()).toContain('Chidera Pharmacy 3')
    expect(rows().map((row) => row.attributes('aria-selected'))).toEqual(['false', 'false', 'true'])
    expect(main.askedOf('pharmacies:one')).toHaveLength(1)
    expect(document.activeElement).toBe(box().element)
    await press('Escape')
    expect(pane().exists()).toBe(false)
  })

  it('is the first of the results where Enter was faster than they are', async () => {
    await show()
    await box().setValue('dove')
    main.pharmacies = madeUpPharmacies(8)
    const held = main.hold('pharmacies:search')
    await screen.get('form[role=search]').trigger('submit')
    await held.reached
    await screen.get('form[role=search]').trigger('submit')
    expect(pane().exists()).toBe(false)
    held.release()
    await read()
    expect(pane().text()).toContain('Dove Pharmacy 4')
  })

  it('keeps what is typed for the customer while the arrows walk on, and forgets it once it is closed', async () => {
    await show()
    await submit()
    await button('Send to the customer').trigger('click')
    await flushPromises()
    const policy = (): DOMWrapper<HTMLInputElement> => screen.find<HTMLInputElement>('[role=combobox]')
    await policy().setValue('KKP/2026/')
    box().element.focus()
    await press('ArrowDown')
    expect(policy().element.value).toBe('KKP/2026/')
    expect(pane().text()).toContain('gets Bright Pharmacy 2')
    expect(document.activeElement).toBe(box().element)
    await press('Escape')
    await submit()
    expect(screen.find('[role=combobox]').exists()).toBe(false)
    await press('ArrowDown')
    const send = button('Send to the customer')
    send.element.focus()
    await send.trigger('click')
    await flushPromises()
    expect(policy().element.value).toBe('')
    expect(document.activeElement).toBe(policy().element)
  })

  it('is a dialog over the list where there is no room', async () => {
    isWide = false
    await show()
    await rows()[1]?.trigger('click')
    await flushPromises()
    expect(pane().exists()).toBe(false)
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Bright Pharmacy 2')
  })
})
