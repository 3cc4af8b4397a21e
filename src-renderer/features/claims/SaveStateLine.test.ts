import { mount } from '@vue/test-utils'
import { nextTick, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import { i18n } from '#renderer/i18n/index.ts'
import type { SaveState } from '#renderer/data/draft-saver.ts'
import SaveStateLine from './SaveStateLine.vue'

it('the save state says at once that it is saving, and is green once it is saved', async () => {
  const saved: SaveState = { name: 'saved', at: '2026-03-14T09:30:00.000Z' }
  const saveState = shallowRef<SaveState>(saved)
  const line = mount(SaveStateLine, { props: { claim: { saveState } }, global: { plugins: [i18n] } })
  const isGreen = (): boolean => line.find('.text-success').exists()
  expect(isGreen()).toBe(true)
  saveState.value = { name: 'saving' }
  await nextTick()
  expect([line.text(), isGreen()]).toEqual(['Saving…', false])
  saveState.value = saved
  await nextTick()
  expect(line.text()).toMatch(/^Saved on this computer/)
  expect(isGreen()).toBe(true)
})
