import { flushPromises, mount } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import type { Router } from 'vue-router'
import { newId } from '#shared/domain/identifier.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { createDraftSaver, type DraftSaver } from '#renderer/data/draft-saver.ts'
import { completeFields } from '#testing/claim/made-up.ts'
import { newDraft } from '#renderer/claim/copy-as-new.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { FakeMain } from '#testing/page/fake-main.ts'
import { useLeaving } from './useLeaving.ts'

let main: FakeMain
let router: Router
let leave: () => Promise<void>

beforeEach(() => {
  main = new FakeMain()
  router = aRouter()
  mount({ template: '<p />', setup: () => void (leave = useLeaving()) }, { global: { plugins: [router] } })
})

/** A claim in a form. */
function begun(): { readonly id: string; readonly saver: DraftSaver; readonly type: () => void } {
  const draft = newDraft('keke')
  const saver = createDraftSaver(draft, { isKept: false, onState: () => undefined, onSaved: () => undefined })
  return {
    id: draft.id,
    saver,
    type: () => saver.change({ ...draft, fields: completeFields, updatedAt: '2099-01-01T00:00:00.000Z' }),
  }
}
const reportedPlace = ({ asked }: FakeMain): unknown =>
  asked.findLast(({ channel }) => channel === 'officers:leave')?.input

it('asks main to lock only once everything that was typed is saved, and not as left open', async () => {
  const { id, type } = begun()
  const held = main.hold('drafts:save')
  type()
  const leaving = leave()
  await held.reached
  await flushPromises()
  expect(reportedPlace(main)).toBeUndefined()
  held.release()
  await leaving
  expect(main.drafts.get(id)?.fields).toEqual(completeFields)
  expect(main.openDrafts.size).toBe(0)
  expect(reportedPlace(main)).toEqual({ place: '/' })
})

it('leaves the field in use first: what that saves then reaches main before it locks', async () => {
  const note = { id: newId(), text: 'Called again.' }
  const field = document.body.appendChild(document.createElement('textarea'))
  field.addEventListener('focusout', () => void askMain('claims:note', note))
  field.focus()
  await leave()
  expect(main.asked.map(({ channel }) => channel)).toEqual(['claims:note', 'officers:leave'])
  field.remove()
})

it('returns to the claim that was begun, or else to the screen', async () => {
  await router.push('/claims/new/keke')
  const untouched = begun()
  await leave()
  expect(reportedPlace(main)).toEqual({ place: '/claims/new/keke' })
  await untouched.saver.leave()
  const { id, type, saver } = begun()
  type()
  await leave()
  expect(reportedPlace(main)).toEqual({ place: `/claims/${id}` })
  await saver.leave()
  await router.push('/claims?show=drafts')
  await leave()
  expect(reportedPlace(main)).toEqual({ place: '/claims?show=drafts' })
})
