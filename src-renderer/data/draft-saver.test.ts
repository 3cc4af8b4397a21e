import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Draft } from '#shared/domain/draft.ts'
import { newDraft } from '#renderer/claim/copy-as-new.ts'
import { FakeMain } from '#testing/page/fake-main.ts'
import {
  createDraftSaver,
  dropClosed,
  endingDraft,
  flushDrafts,
  leaveDrafts,
  saveOnTurningAway,
  typedInClosed,
  type DraftSaver,
} from './draft-saver.ts'

let main: FakeMain
let draft: Draft
let saver: DraftSaver
let states: string[]
let versions: number

beforeEach(() => {
  vi.useFakeTimers()
  main = new FakeMain()
  draft = newDraft('keke')
  versions = 0
  open(false)
})
afterEach(async () => {
  main.fail('drafts:save', null)
  await saver.leave()
  vi.useRealTimers()
})

function open(isKept: boolean): void {
  states = []
  saver = createDraftSaver(draft, {
    isKept,
    onState: ({ name }) => states.push(name),
    onSaved: () => undefined,
  })
}
function type(place: string): void {
  versions += 1
  const updatedAt = `2099-01-01T00:00:00.${String(versions).padStart(3, '0')}Z`
  saver.change({ ...draft, updatedAt, fields: { ...draft.fields, occurrenceAddress: place } })
}
const saves = (): readonly unknown[] => main.askedOf('drafts:save')
const kept = (): string | undefined => main.drafts.get(draft.id)?.fields.occurrenceAddress

describe('what is typed', () => {
  it('is saved a quarter of a second after its first letter, however fast others follow', async () => {
    for (const [place, afterMs] of [
      ['M', 200],
      ['Ma', 49],
    ] as const) {
      type(place)
      await vi.advanceTimersByTimeAsync(afterMs)
    }
    expect(kept()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect([kept(), states]).toEqual(['Ma', ['saving', 'saved']])
    expect(saves()).toHaveLength(1)
  })

  it('waits for no save: one is in flight, and the newest version follows it', async () => {
    const held = main.hold('drafts:save')
    type('M')
    await vi.advanceTimersByTimeAsync(250)
    await held.reached
    for (const place of ['Ma', 'Mar', 'Mark']) type(place)
    await vi.advanceTimersByTimeAsync(1000)
    expect(saves()).toHaveLength(1)
    held.release()
    await flushPromises()
    expect(saves()).toHaveLength(2)
    expect([kept(), states.at(-1)]).toEqual(['Mark', 'saved'])
  })

  it('is called not saved from the first failure until it is saved, which is tried again by itself', async () => {
    type('M')
    await vi.advanceTimersByTimeAsync(250)
    main.fail('drafts:save', { type: 'disk-full' })
    type('Ma')
    await vi.advanceTimersByTimeAsync(250)
    expect(states).toEqual(['saving', 'saved', 'saving', 'not-saved'])
    type('Mar')
    await vi.advanceTimersByTimeAsync(2000)
    expect(new Set(states.slice(3))).toEqual(new Set(['not-saved']))
    main.fail('drafts:save', null)
    await vi.advanceTimersByTimeAsync(3000)
    expect([kept(), states.at(-1)]).toEqual(['Mar', 'saved'])
  })

  it('is saved at once when the officer turns away, and not again without a change', async () => {
    type('M')
    await flushDrafts()
    expect(kept()).toBe('M')
    await vi.advanceTimersByTimeAsync(1000)
    await flushDrafts()
    expect(saves()).toHaveLength(1)
  })

  it('is saved at once when main asks for it', async () => {
    const stop = saveOnTurningAway()
    type('Mar')
    main.announce('drafts:save-now', null)
    await flushPromises()
    stop()
    expect(kept()).toBe('Mar')
    type('Mark')
    main.announce('drafts:save-now', null)
    await flushPromises()
    expect(kept()).toBe('Mar')
  })

  it('goes nowhere once its draft was submitted or deleted, and that is said', async () => {
    type('M')
    await flushDrafts()
    main.drafts.delete(draft.id)
    type('Ma')
    await vi.advanceTimersByTimeAsync(250)
    expect([kept(), states.at(-1)]).toEqual([undefined, 'gone'])
    type('Mar')
    await vi.advanceTimersByTimeAsync(5000)
    expect(saves()).toHaveLength(2)
  })
})

describe('a draft that main ends', () => {
  it('is not saved while main is asked, nor after that', async () => {
    type('M')
    const ended = endingDraft(draft.id, async () => {
      await vi.advanceTimersByTimeAsync(1000)
      return { ok: true }
    })
    await ended
    await saver.leave()
    expect(saves()).toEqual([])
  })

  it('is saved after all where main refuses', async () => {
    type('M')
    await endingDraft(draft.id, () => Promise.resolve({ ok: false }))
    await flushDrafts()
    expect(kept()).toBe('M')
  })
})

describe('a form that closes', () => {
  it('leaves its draft saved, and not as one that was open', async () => {
    type('M')
    await vi.advanceTimersByTimeAsync(250)
    expect([...main.openDrafts]).toEqual([draft.id])
    type('Ma')
    expect(await leaveDrafts()).toBe(draft.id)
    expect([kept(), main.openDrafts.size]).toEqual(['Ma', 0])
  })

  it('leaves nothing where nothing was typed', async () => {
    expect(await leaveDrafts()).toBeNull()
    expect(saves()).toEqual([])
  })

  it('is saved as soon as it can be, and until then is what a form of it begins with', async () => {
    type('M')
    await flushDrafts()
    main.fail('drafts:save', { type: 'disk-full' })
    type('Ma')
    await saver.leave()
    expect(typedInClosed(draft.id)?.fields.occurrenceAddress).toBe('Ma')
    main.fail('drafts:save', null)
    await vi.advanceTimersByTimeAsync(3000)
    expect([kept(), main.openDrafts.size, typedInClosed(draft.id)]).toEqual(['Ma', 0, null])
  })

  it('is saved by the form that goes on with it, and no more by the one that closed', async () => {
    main.drafts.set(draft.id, draft)
    open(true)
    main.fail('drafts:save', { type: 'disk-full' })
    type('M')
    await saver.leave()
    draft = typedInClosed(draft.id) ?? draft
    open(true)
    type('Ma')
    main.fail('drafts:save', null)
    await saver.flush()
    const before = saves().length
    await vi.advanceTimersByTimeAsync(10_000)
    expect([kept(), saves().length - before]).toEqual(['Ma', 0])
  })

  it('is not saved any more once the drafts are another officer’s, or forgotten', async () => {
    main.fail('drafts:save', { type: 'disk-full' })
    type('M')
    await saver.leave()
    dropClosed()
    main.fail('drafts:save', null)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kept()).toBeUndefined()
  })

  it('is saved before the application is left, beside one that is still being saved', async () => {
    const held = main.hold('drafts:save')
    type('M')
    const [before, first] = [saver.leave(), kept]
    await held.reached
    draft = newDraft('okada')
    open(false)
    type('N')
    const leaving = leaveDrafts()
    held.release()
    expect(await leaving).toBe(draft.id)
    await before
    expect([first(), [...main.drafts.values()].map(({ fields }) => fields.occurrenceAddress)]).toEqual([
      'N',
      ['M', 'N'],
    ])
  })

  it('ends what a draft was recovered for, though nothing is typed', async () => {
    main.drafts.set(draft.id, draft)
    main.openDrafts.add(draft.id)
    open(true)
    await saver.leave()
    expect(main.openDrafts.size).toBe(0)
  })
})
