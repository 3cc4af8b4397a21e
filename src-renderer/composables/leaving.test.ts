import 'fake-indexeddb/auto'
import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import type { Draft } from '#shared/domain/draft.ts'
import { setRepositoriesState } from '#renderer/data/repositories/current.ts'
import { openRepositories, type Repositories } from '#renderer/data/repositories/open-repositories.ts'
import { completeFields, practiceStatus } from '#renderer/data/repositories/testing/made-up.ts'
import { FakeMain } from '#renderer/testing/fake-main.ts'
import { useLeaving } from './useLeaving.ts'

interface OpenPage {
  readonly main: FakeMain
  readonly repositories: Repositories
  readonly draft: Draft
  readonly leave: () => Promise<void>
  readonly router: Router
}

/** A page with a claim in progress. */
async function openPage(): Promise<OpenPage> {
  const main = new FakeMain()
  const opened = await openRepositories(practiceStatus)
  if (!opened.ok) throw new Error(opened.error.type)
  const repositories = opened.value
  setRepositoriesState({ name: 'open', environment: 'practice', officerId: null, repositories })
  const component = { template: '<p />' }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/claims/new/:product?', name: 'new-claim', component },
      { path: '/:rest(.*)*', name: 'other', component },
    ],
  })
  const box: { leave: (() => Promise<void>) | null } = { leave: null }
  mount(
    { template: '<p />', setup: () => void (box.leave = useLeaving()) },
    { global: { plugins: [router] } },
  )
  const created = repositories.drafts.create('keke')
  const draft = { ...created, fields: completeFields }
  return { main, repositories, draft, router, leave: () => box.leave?.() ?? Promise.resolve() }
}
const reportedPlace = ({ asked }: FakeMain): unknown =>
  asked.findLast(({ channel }) => channel === 'officers:leave')?.input

afterEach(() => setRepositoriesState({ name: 'closed' }))

describe('leaving', () => {
  it('asks main to lock only once everything that was typed is saved in both places', async () => {
    const { main, repositories, draft, leave } = await openPage()
    await repositories.drafts.save(draft)
    const typedOn = { ...draft, updatedAt: '2099-01-01T00:00:00.000Z' }
    const held = main.hold('drafts:keep-copy')
    void repositories.drafts.save(typedOn)
    const leaving = leave()
    await held.reached
    await flushPromises()
    expect(reportedPlace(main)).toBeUndefined()
    held.release()
    await leaving
    expect(main.copies.get(draft.id)).toEqual(typedOn)
    expect(reportedPlace(main)).toEqual({ place: '/' })
    repositories.close()
  })

  it('returns to the claim that was begun, or else to the screen', async () => {
    const { main, repositories, draft, leave, router } = await openPage()
    await router.push('/claims/new/keke')
    await leave()
    expect(reportedPlace(main)).toEqual({ place: '/claims/new/keke' })
    await repositories.drafts.save(draft)
    await repositories.openDraft.set(draft.id)
    await leave()
    expect(reportedPlace(main)).toEqual({ place: `/drafts/${draft.id}` })
    await router.push('/outbox?entry=1')
    await leave()
    expect(reportedPlace(main)).toEqual({ place: '/outbox?entry=1' })
    repositories.close()
  })
})
