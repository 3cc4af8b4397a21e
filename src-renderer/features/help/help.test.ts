import { flushPromises, mount, RouterLinkStub } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { anEntry, aStatus, FakeMain } from '#renderer/testing/fake-main.ts'
import { holdMeanings, stateMeanings } from './topics.ts'
import TourCard from './TourCard.vue'
import { tourSteps, useTour } from './tour.ts'

describe('the meanings', () => {
  it.each([...stateMeanings(), ...holdMeanings()])('explain what $topic means and what to do', (one) => {
    expect(one.name).not.toBe('')
    for (const text of [one.means, one.todo]) expect(text).toMatch(/^[A-Z].{10,}\.$/)
    expect(Object.values(one).join(' ')).not.toMatch(/\{\w+\}|help\./)
  })

  it('each have their own place', () => {
    const topics = [...stateMeanings(), ...holdMeanings()].map(({ topic }) => topic)
    expect(new Set(topics).size).toBe(topics.length)
    expect(topics).toHaveLength(11 + 12)
  })
})

describe('the tour', () => {
  let main: FakeMain
  let tourSeen: boolean
  let connected: boolean
  const status = (): ReturnType<typeof aStatus> => {
    const base = aStatus({ environment: 'practice' })
    return {
      ...base,
      practice: { ...base.practice, connected },
      settings: { ...base.settings, tourSeen },
    }
  }

  beforeEach(async () => {
    setActivePinia(createPinia())
    tourSeen = false
    connected = true
    main = new FakeMain({
      'app:status': () => ok(status()),
      'settings:change': () => {
        tourSeen = true
        return ok(status())
      },
      'outbox:list': () => ok([anEntry({ seq: 5 })]),
    })
    await Promise.all([useAppStatus().start(), useOutbox().read()])
    useOutbox().listen()
  })

  it('is offered until it is taken or declined', async () => {
    const tour = useTour()
    expect(tour.isOffered).toBe(true)
    await tour.end()
    expect(tour.isOffered).toBe(false)
    expect(main.asked).toContainEqual({ channel: 'settings:change', input: { tourSeen: true } })
  })

  it('notices what was done, and ignores earlier submissions', () => {
    const tour = useTour()
    tour.start()
    expect(tour.isDone).toBe(false)
    connected = false
    main.announce('app:status-changed', status())
    expect(tour.isDone).toBe(true)
    void tour.move(1)
    expect(tour.isDone).toBe(false)
    main.announce('outbox:changed', { changed: [anEntry({ id: 'new', seq: 6 })], removed: [] })
    expect(tour.isDone).toBe(true)
  })

  it('goes back and forth, focuses each step, and ends after the last', async () => {
    const tour = useTour()
    tour.start()
    const card = mount(TourCard, {
      attachTo: document.body,
      global: { stubs: { RouterLink: RouterLinkStub } },
    })
    const press = async (name: string): Promise<void> => {
      await card
        .findAll('button')
        .find((button) => button.text() === name)
        ?.trigger('click')
      await flushPromises()
    }
    await press('Next')
    expect(document.activeElement?.textContent).toContain('Step 2 of 5')
    await press('Back')
    expect(card.get('h2').text()).toContain('Step 1 of 5')
    for (const _step of tourSteps.slice(1)) await press('Next')
    await press('Finish')
    expect(card.find('section').exists()).toBe(false)
    expect(main.asked).toContainEqual({ channel: 'settings:change', input: { tourSeen: true } })
    card.unmount()
  })
})
