import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Router } from 'vue-router'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { err, ok } from '#shared/result.ts'
import { practiceRepositories } from '#testing/page/practice-repositories.ts'
import { useClaimsView } from '#renderer/stores/claims-view.ts'
import SubmittedPanel from '#renderer/features/claim-form/SubmittedPanel.vue'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEngine, anEntry, aStatus, FakeMain } from '#testing/page/fake-main.ts'
import CommandLayer from './CommandLayer.vue'

let layer: VueWrapper
let router: Router
let main: FakeMain

async function show(): Promise<void> {
  main = new FakeMain({
    'app:status': () => ok(aStatus()),
    'engine:status': () => ok(anEngine()),
    'engine:pause': () => ok(anEngine({ holds: [{ type: 'paused' }] })),
    'engine:try-now': () => err({ type: 'storage-unavailable' }),
  })
  main.entries = [anEntry(), anEntry({ id: 'b', seq: 2, policyNumber: 'OKP/2026/LA/000007' })]
  await Promise.all([useAppStatus().start(), useEngine().read(), useOutbox().read()])
  router = aRouter()
  layer = mount(CommandLayer, { global: { plugins: [router] }, attachTo: document.body })
}
afterEach(() => {
  layer.unmount()
  document.body.innerHTML = ''
})

/** Presses keys on the focused element. @returns whether they were handled. */
function press(key: string, held: KeyboardEventInit = {}, target: EventTarget = document.body): boolean {
  return !target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }),
  )
}
const dialog = (): HTMLElement | null => document.querySelector('[role=dialog]')
const options = (): string[] =>
  [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
async function typed(text: string): Promise<HTMLInputElement> {
  const box = document.querySelector<HTMLInputElement>('[role=combobox]')
  if (box === null) throw new Error('The palette is not open.')
  box.value = text
  box.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
  return box
}
/** Waits for lazy components and their effects. */
async function settle(): Promise<void> {
  await import('./CommandPalette.vue')
  await import('./ShortcutSheet.vue')
  await flushPromises()
  await flushPromises()
}

async function togglePalette(): Promise<void> {
  press('k', { ctrlKey: true })
  await settle()
}
async function showPalette(): Promise<void> {
  await show()
  await togglePalette()
}

describe('the shortcuts', () => {
  it('open a screen from anywhere, and override the browser', async () => {
    await show()
    expect(press('3', { ctrlKey: true, code: 'Digit3' })).toBe(true)
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/pharmacies')
    expect(press('x', { ctrlKey: true })).toBe(false)
  })

  it('run once while their keys are held down, and the browser is not asked either', async () => {
    await show()
    press('k', { ctrlKey: true })
    expect(press('k', { ctrlKey: true, repeat: true })).toBe(true)
    await settle()
    expect(dialog()).not.toBeNull()
  })

  it('do nothing while a dialog is open', async () => {
    await show()
    document.body.insertAdjacentHTML('beforeend', '<div role="alertdialog"></div>')
    press('3', { ctrlKey: true, code: 'Digit3' })
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/')
  })
})

describe('the palette', () => {
  it('offers only the commands available now', async () => {
    await showPalette()
    expect(options()).toContain('Pause sending')
    expect(options()).not.toContain('Resume sending')
    expect(options().join()).not.toContain('Lock Claims Desk')
  })

  it('says that offline pharmacies could not be searched, and not that there is nothing', async () => {
    await show()
    vi.spyOn(practiceRepositories().pharmacies, 'search').mockResolvedValue(
      err({ type: 'storage-unavailable' }),
    )
    await togglePalette()
    await typed('zzz')
    await expect.poll(() => dialog()?.textContent).toContain('Offline pharmacies could not be searched')
    expect(dialog()?.textContent).not.toContain('Nothing on this computer')
  })
})

it('all that was found is what is shown in the list of claims', async () => {
  await show()
  main.entries = Array.from({ length: 7 }, (_, n) => anEntry({ id: `many-${n}`, policyNumber: `MANY/${n}` }))
  await togglePalette()
  await typed('many')
  await expect.poll(() => options().join()).toContain('Show all 7')
  ;[...document.querySelectorAll<HTMLElement>('[role=option]')]
    .find(({ textContent }) => textContent.includes('Show all 7'))
    ?.click()
  await expect.poll(() => router.currentRoute.value.path).toBe('/claims')
  expect(useClaimsView().filter.search).toBe('many')
})

describe('Enter that comes with the last letter, as from a scanner', () => {
  it('opens what is found for the whole text, and nothing that was found before', async () => {
    await showPalette()
    await typed('0')
    await expect.poll(() => options().join()).toContain(anEntry().policyNumber)
    const answer = main.hold('claims:query')
    const box = await typed('OKP/2026/LA/000007')
    press('Enter', {}, box)
    await answer.reached
    await settle()
    expect(router.currentRoute.value.path).toBe('/')
    answer.release()
    await expect.poll(() => router.currentRoute.value.path).toBe('/claims/b')
  })

  it('with Ctrl opens the slip of what is marked', async () => {
    await showPalette()
    const box = await typed('OKP/2026/LA/000007')
    await expect.poll(() => options()[0]).toContain('OKP/2026/LA/000007')
    press('Enter', { ctrlKey: true }, box)
    await expect.poll(() => dialog()?.textContent).toContain('Submitted, not yet received by the insurer')
  })

  it('waits for no claims where a command answers to the text', async () => {
    await showPalette()
    const answer = main.hold('claims:query')
    const box = await typed('day report')
    press('Enter', {}, box)
    await expect.poll(() => router.currentRoute.value.path).toBe('/day-report')
    answer.release()
  })
})

describe('what is typed while the palette opens', () => {
  it('lands in its box, and not on the screen behind', async () => {
    await show()
    const behind = document.body.appendChild(document.createElement('input'))
    press('k', { ctrlKey: true }, behind)
    for (const key of ['p', 'x', 'Backspace', 'a', 'Enter']) expect(press(key, {}, behind), key).toBe(true)
    await settle()
    expect(document.querySelector<HTMLInputElement>('[role=combobox]')?.value).toBe('pa')
    expect(options()).toContain('Pause sending')
    // Once it is open, the box takes its letters itself.
    expect(press('u', {}, document.querySelector('[role=combobox]') ?? behind)).toBe(false)
    await togglePalette()
    expect(press('x', {}, behind)).toBe(false)
    await togglePalette()
    expect(document.querySelector<HTMLInputElement>('[role=combobox]')?.value).toBe('')
  })

  it('is dropped with Escape', async () => {
    await show()
    press('k', { ctrlKey: true })
    press('x')
    press('Escape')
    await settle()
    expect(dialog()).toBeNull()
    await togglePalette()
    expect(document.querySelector<HTMLInputElement>('[role=combobox]')?.value).toBe('')
  })
})

const slipOf = (entry: EntrySummary): VueWrapper =>
  mount(SubmittedPanel, { props: { entry }, global: { plugins: [router] }, attachTo: document.body })

it('the command for a slip opens the slip of the claim on the screen, and is offered while there is one', async () => {
  await show()
  press('p', { ctrlKey: true })
  await settle()
  expect(dialog()).toBeNull()
  const entry = anEntry()
  useOutbox().byId = new Map([[entry.id, entry]])
  const shown = slipOf(entry)
  press('p', { ctrlKey: true })
  await expect.poll(() => dialog()?.textContent).toContain('Submitted, not yet received by the insurer')
  shown.unmount()
  await togglePalette()
  expect(options()).not.toContain('Customer’s slip')
})

it('a command that fails shows a message', async () => {
  await show()
  press('F5')
  await flushPromises()
  expect(dialog()?.textContent).toContain('Not done')
})
