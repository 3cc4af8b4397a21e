import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { Hold } from '#shared/outbox/hold.ts'
import { ok } from '#shared/result.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEngine, anEntry, FakeMain } from '#testing/page/fake-main.ts'
import StatusBar from './StatusBar.vue'

async function bar(holds: readonly Hold[]): Promise<{ shown: VueWrapper; main: FakeMain }> {
  const main = new FakeMain({
    'outbox:list': () => ok([anEntry()]),
    'engine:status': () => ok(anEngine({ holds })),
    'engine:try-now': () => ok(null),
    'engine:pause': () => ok(anEngine()),
  })
  useOutbox().listen()
  await Promise.all([useOutbox().read(), useEngine().read()])
  return { shown: mount(StatusBar, { global: { plugins: [aRouter()] } }), main }
}

it('is a polite live region that follows the outbox', async () => {
  const { shown, main } = await bar([{ type: 'offline' }])
  const region = shown.get('[role=status]')
  expect(region.attributes('aria-live')).toBe('polite')
  expect(region.text()).toContain('Waiting: 1.')
  main.announce('outbox:changed', { changed: [anEntry({ id: 'b', seq: 2 })], removed: [] })
  await nextTick()
  expect(region.text()).toContain('Waiting: 2.')
})

it.each<[Hold, string, string]>([
  [{ type: 'offline' }, 'Try now', 'engine:try-now'],
  [{ type: 'intercepted' }, 'Try now', 'engine:try-now'],
  [{ type: 'paused' }, 'Resume sending', 'engine:pause'],
])('offers the way out of %o', async (hold, name, channel) => {
  const { shown, main } = await bar([hold])
  const button = shown.get('button')
  expect(button.text()).toBe(name)
  await button.trigger('click')
  expect(main.asked.map((asked) => asked.channel)).toContain(channel)
})

it('keeps the focus when what was pressed is done', async () => {
  const { shown } = await bar([{ type: 'paused' }])
  document.body.append(shown.get('section').element)
  shown.get('button').element.focus()
  await shown.get('button').trigger('click')
  await flushPromises()
  expect(document.activeElement?.textContent.trim()).toBe('Connection')
})
