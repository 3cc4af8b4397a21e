import { DOMWrapper, flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OfficerAnswer, OfficerStatus } from '#shared/contract/officers.ts'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOfficers } from '#renderer/stores/officers.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { aStatus, FakeMain } from '#testing/page/fake-main.ts'
import SignInScreen from './SignInScreen.vue'

const ada = { id: '01939c5f-0000-7000-8000-00000000000a', name: 'Ada Test', role: 'manager' } as const
const bayo = { id: '01939c5f-0000-7000-8000-00000000000b', name: 'Bayo Test', role: 'officer' } as const
const officers = [ada, bayo]
const signedIn: OfficerAnswer = {
  type: 'done',
  officers: { type: 'signed-in', officer: ada, officers, place: '/drafts/1' },
}
let answers: OfficerAnswer[]
let main: FakeMain

async function locked(status: OfficerStatus = { type: 'locked', officers, last: null }): Promise<VueWrapper> {
  main = new FakeMain({
    'app:status': () => ok(aStatus({ officers: status })),
    'officers:sign-in': () => ok(answers.shift() ?? signedIn),
    'officers:recover': () => ok(answers.shift() ?? signedIn),
  })
  await useAppStatus().start()
  const screen = mount(SignInScreen, { attachTo: document.body, global: { plugins: [aRouter()] } })
  await flushPromises()
  return screen
}
async function enter(screen: VueWrapper, secret: string): Promise<void> {
  await screen.get(`input[value="${ada.id}"]`).setValue(true)
  await screen.get('input[type=password]').setValue(secret)
  await screen.get('form').trigger('submit')
  await flushPromises()
}

beforeEach(() => {
  answers = []
})

it('has the officer selected who was signed in before, and the cursor at the secret', async () => {
  const screen = await locked({ type: 'locked', officers, last: bayo.id })
  expect(screen.get('input:checked').element).toHaveProperty('value', bayo.id)
  expect(document.activeElement).toBe(screen.get('input[type=password]').element)
})

it('goes on to the secret from a tile that is pressed, and stays among the tiles with an arrow key', async () => {
  const screen = await locked()
  const tiles = screen.findAll<HTMLInputElement>('[role=radiogroup] input[type=radio]')
  expect(tiles.map(({ element }) => element.labels?.[0]?.textContent)).toEqual([
    'ATAda TestManager',
    'BTBayo TestOfficer',
  ])
  expect(document.activeElement).toBe(tiles[0]?.element)
  tiles[1]?.element.focus()
  await tiles[1]?.trigger('click', { detail: 0 })
  expect(screen.get('input:checked').element).toHaveProperty('value', bayo.id)
  expect(document.activeElement).toBe(tiles[1]?.element)
  await tiles[0]?.trigger('click', { detail: 1 })
  expect(document.activeElement).toBe(screen.get('input[type=password]').element)
})

it('goes to the next name that begins with a letter, and stays where none does', async () => {
  const screen = await locked()
  const tiles = screen.findAll<HTMLInputElement>('[role=radiogroup] input[type=radio]')
  for (const [key, at] of [
    ['b', 1],
    ['A', 0],
    ['x', 0],
    ['.', 0],
    ['b', 1],
  ] as const) {
    await screen.get('[role=radiogroup]').trigger('keydown', { key })
    expect(tiles.map(({ element }) => element.checked)).toEqual([at === 0, at === 1])
    expect(document.activeElement).toBe(tiles[at]?.element)
  }
})

it('waits, with no word of a mistake, once another document is on its way', async () => {
  const screen = await locked()
  main.fail('officers:sign-in', { type: 'signed-out' })
  await enter(screen, '271828')
  expect(screen.get('button[type=submit]').attributes('aria-busy')).toBe('true')
  expect(screen.find('[aria-invalid=true]').exists()).toBe(false)
  expect(useOfficers().current).toBeNull()
})

it('says what was wrong, how long to wait, and when the wait is over', async () => {
  const screen = await locked()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answers = [
    { type: 'refused', why: { type: 'wrong-secret', retryAfterMs: 0 } },
    { type: 'refused', why: { type: 'wrong-secret', retryAfterMs: 5_000 } },
    { type: 'refused', why: { type: 'wait', retryAfterMs: 61_000 } },
  ]
  await enter(screen, 'wrong-1')
  expect(screen.text()).toContain('Wrong PIN. Try again.')
  expect(screen.get('input[type=password]').element).toHaveProperty('value', '')
  await enter(screen, 'wrong-2')
  expect(screen.text()).toContain('Wait 5 seconds before you try again.')
  await enter(screen, 'wrong-3')
  expect(screen.text()).toContain('Too many wrong PINs. Wait 2 minutes')
  vi.advanceTimersByTime(61_000)
  vi.useRealTimers()
  await flushPromises()
  expect(screen.text()).toContain('You can try again now.')
})

it('keeps a right first PIN and asks for one of their own, with no word of a mistake until there is one', async () => {
  const screen = await locked()
  answers = [
    { type: 'refused', why: { type: 'first-secret' } },
    { type: 'refused', why: { type: 'weak-secret', problem: 'in-sequence', minimumLength: 6 } },
  ]
  await enter(screen, '271828')
  const [first, own] = screen.findAll<HTMLInputElement>('form input:not([type=radio])')
  expect(first?.element.value).toBe('271828')
  expect(screen.find('[aria-invalid=true]').exists()).toBe(false)
  expect(document.activeElement).toBe(own?.element)
  await own?.setValue('123456')
  await screen.get('form').trigger('submit')
  await flushPromises()
  expect(first?.element.value).toBe('271828')
  expect(screen.get('[aria-invalid=true]').element).toBe(own?.element)
  expect(screen.text()).toContain('easy to guess')
  await own?.setValue('577215')
  await screen.get('form').trigger('submit')
  await flushPromises()
  expect(main.asked.at(-1)?.input).toEqual({ id: ada.id, secret: '271828', next: '577215' })
  expect(useOfficers().current).toEqual(ada)
})

it('offers recovery by the merchant’s key if the list of officers cannot be read', async () => {
  const screen = await locked({ type: 'unreadable' })
  expect(screen.find('input').exists()).toBe(false)
  await screen.get('button').trigger('click')
  await flushPromises()
  const dialog = new DOMWrapper(document.body).get('[role=dialog]')
  const [key, name, secret] = dialog.findAll('input')
  expect(document.activeElement, 'not on the closing cross').toBe(key?.element)
  await key?.setValue('made-up-key')
  await name?.setValue('Efe Test')
  await secret?.setValue('577215')
  answers = [{ type: 'refused', why: { type: 'wrong-secret', retryAfterMs: 0 } }]
  await dialog.get('form').trigger('submit')
  await flushPromises()
  expect(main.asked.at(-1)).toEqual({
    channel: 'officers:recover',
    input: { key: 'made-up-key', name: 'Efe Test', secret: '577215' },
  })
  expect(dialog.text()).toContain('Not the merchant’s key')
})
