import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Router } from 'vue-router'
import { aRouter } from '#testing/page/a-router.ts'
import { undoOffer } from './undo.ts'
import UndoToast from './UndoToast.vue'

let toast: VueWrapper | null = null
let undone = 0
let router: Router

/** Offers to undo something; returns the toast that shows it. */
function offer(works = true, isOfScreen = false): VueWrapper {
  undone = 0
  const made = {
    text: 'The claim is discarded.',
    isOfScreen,
    undo: () => {
      undone += 1
      return Promise.resolve({ ok: works })
    },
  }
  undoOffer.value = made
  router = aRouter()
  const global = { plugins: [router] }
  toast = mount(UndoToast, { props: { offer: made }, attachTo: document.body, global })
  return toast
}

function press(
  key: string,
  target: EventTarget = document.body,
  held: KeyboardEventInit = { ctrlKey: true },
) {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }))
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  toast?.unmount()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

it('it stays while the focus is in it, and ten seconds after', async () => {
  const button = offer().get('button')
  await button.trigger('focusin')
  vi.advanceTimersByTime(60_000)
  expect(undoOffer.value).not.toBeNull()
  await button.trigger('focusout')
  vi.advanceTimersByTime(9_999)
  expect(undoOffer.value).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(undoOffer.value).toBeNull()
})

it('Ctrl+Z undoes it once, but not in a field, where it undoes typing', async () => {
  offer()
  const field = document.body.appendChild(document.createElement('input'))
  press('z', field)
  press('z', document.body, { ctrlKey: true, shiftKey: true })
  expect(undone).toBe(0)
  press('z')
  press('z')
  await flushPromises()
  expect(undone).toBe(1)
  expect(undoOffer.value).toBeNull()
})

it('an undo that fails is said, is not offered again, and goes after ten seconds', async () => {
  const shown = offer(false)
  await shown.get('button').trigger('click')
  await flushPromises()
  expect(shown.find('button').exists()).toBe(false)
  expect(shown.text()).not.toContain('The claim is discarded.')
  press('z')
  await flushPromises()
  expect(undone).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(undoOffer.value).toBeNull()
})

it.each([true, false])('what follows while one is undone is still offered; it works: %s', async (works) => {
  const first = Promise.withResolvers<{ ok: boolean }>()
  const shown = offer()
  await shown.setProps({ offer: { text: 'The first.', undo: () => first.promise } })
  press('z')
  const next = { text: 'The next.', undo: () => Promise.resolve({ ok: true }) }
  undoOffer.value = next
  await shown.setProps({ offer: next })
  first.resolve({ ok: works })
  await flushPromises()
  expect(undoOffer.value).toEqual(next)
  expect(shown.text()).toContain('The next.')
  expect(shown.get('button').attributes('disabled')).toBeUndefined()
})

it('a setting’s offer ends with its screen; what was deleted can be undone on the next one', async () => {
  offer(true, true)
  await router.push('/claims')
  expect(undoOffer.value).toBeNull()
  toast?.unmount()
  offer()
  await router.push('/claims')
  expect(undoOffer.value).not.toBeNull()
})

it('who signs in next is not offered it', () => {
  offer().unmount()
  expect(undoOffer.value).toBeNull()
})
