import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { aDraft } from '#shared/claim/testing/made-up.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { aRouter } from '#renderer/testing/a-router.ts'
import { anEntry, FakeMain } from '#renderer/testing/fake-main.ts'
import SideNav from './SideNav.vue'

const at = '2026-03-04T09:00:00.000Z'
const state: EntryState = { name: 'rejected', at, serverMessage: '', fieldErrors: {}, forbidden: false }

beforeEach(() => setActivePinia(createPinia()))

it('the navigation counts what needs somebody: claims with their drafts, and requests at the pharmacies', async () => {
  const main = new FakeMain({
    'outbox:list': () =>
      ok([
        anEntry({ id: 'a', state }),
        anEntry({ id: 'b' }),
        anEntry({ id: 'c', kind: 'pharmacy-request', product: null, state }),
      ]),
  })
  const draft = aDraft()
  main.drafts.set(draft.id, draft)
  main.openDrafts.add(draft.id)
  await Promise.all([useOutbox().read(), useDrafts().read()])
  const router = aRouter()
  await router.push('/requests/c')
  const nav = mount(SideNav, { global: { plugins: [router] } })
  const counts = nav.findAll('li a').map((link) => link.find('.sr-only'))
  expect(counts.map((count) => (count.exists() ? count.text() : ''))).toEqual([
    '',
    '2 need you.',
    '1 needs you.',
    '',
    '',
    '',
  ])
  // A request belongs to the pharmacies.
  expect(nav.get('[aria-current=page]').attributes('href')).toBe('/pharmacies')
})
