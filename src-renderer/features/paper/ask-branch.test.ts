import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import type { OfficerStatus } from '#shared/contract/officers.ts'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { anEntry, aStatus, FakeMain } from '#renderer/testing/fake-main.ts'
import SlipDialog from './SlipDialog.vue'

beforeEach(() => setActivePinia(createPinia()))

const ada = { id: 'a', name: 'Ada', role: 'manager' } as const
const bayo = { id: 'b', name: 'Bayo', role: 'officer' } as const

/** Opens a slip. @returns the text of its dialog, and a way to press a button. */
async function slip(
  officers?: OfficerStatus,
): Promise<{ text: () => string; press: (name: string) => Promise<void> }> {
  let status = { ...aStatus(), ...(officers === undefined ? {} : { officers }) }
  new FakeMain({
    'app:status': () => ok(status),
    'settings:change': ({ branchName = '', branchAsked = false }) => {
      status = { ...status, settings: { ...status.settings, branchName, branchAsked } }
      return ok(status)
    },
  })
  document.body.innerHTML = ''
  await useAppStatus().start()
  mount(SlipDialog, { props: { entry: anEntry(), open: true }, attachTo: document.body })
  await import('./AskBranch.vue')
  await flushPromises()
  const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role=dialog]') ?? document.body
  return {
    text: () => dialog().textContent,
    async press(name) {
      const button = [...dialog().querySelectorAll('button')].find(
        ({ textContent }) => textContent.trim() === name,
      )
      button?.click()
      await flushPromises()
    },
  }
}

it('asks for the branch’s name beside the first slip, which has it at once', async () => {
  const { text } = await slip()
  expect(text()).toContain('Branch name on slips')
  const input = document.querySelector<HTMLInputElement>('[role=dialog] form input')
  if (input === null) throw new Error('no field')
  input.value = 'Made-up branch'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
  input.form?.requestSubmit()
  await flushPromises()
  expect(text()).not.toContain('Branch name on slips')
  expect(text()).toContain('Made-up branch')
})

it('is put off for good', async () => {
  const { text, press } = await slip()
  await press('Not now')
  expect(text()).not.toContain('Branch name on slips')
  expect(useAppStatus().status?.settings).toMatchObject({ branchName: '', branchAsked: true })
})

it('tells an officer who can set it', async () => {
  const { text } = await slip({ type: 'signed-in', officer: bayo, officers: [ada, bayo], place: null })
  expect(text()).toContain('A manager can add it in Settings: Ada.')
  expect(text()).not.toContain('Not now')
})
