import { mount } from '@vue/test-utils'
import { nextTick, shallowRef } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#renderer/i18n/index.ts'
import type { SaveState } from '#renderer/data/draft-saver.ts'
import SaveStateLine from './SaveStateLine.vue'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function show(first: SaveState) {
  const saveState = shallowRef(first)
  const line = mount(SaveStateLine, { props: { claim: { saveState } }, global: { plugins: [i18n] } })
  const become = (state: SaveState): Promise<void> => {
    saveState.value = state
    return nextTick()
  }
  return {
    become,
    text: () => line.text(),
    turns: () => line.find('.animate-spin').exists(),
    isGreen: () => line.find('.text-success').exists(),
  }
}
const saved: SaveState = { name: 'saved', at: '2026-03-14T09:30:00.000Z' }

describe('the save state', () => {
  it('says at once that it is saving, and spins its icon only if that is slow', async () => {
    const { become, text, turns, isGreen } = show(saved)
    expect(isGreen()).toBe(true)
    await become({ name: 'saving' })
    expect([text(), turns(), isGreen()]).toEqual(['Saving…', false, false])
    vi.advanceTimersByTime(90)
    await become(saved)
    vi.advanceTimersByTime(1000)
    await nextTick()
    expect(text()).toMatch(/^Saved on this computer/)
    expect([turns(), isGreen()]).toEqual([false, true])
    await become({ name: 'saving' })
    vi.advanceTimersByTime(110)
    await nextTick()
    expect([text(), turns()]).toEqual(['Saving…', true])
    await become(saved)
    expect(turns()).toBe(false)
  })
})
