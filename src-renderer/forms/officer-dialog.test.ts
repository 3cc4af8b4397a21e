import { flushPromises, mount } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus, FakeMain, signedIn } from '#testing/page/fake-main.ts'
import OfficerDialog from './OfficerDialog.vue'

const officers = signedIn('manager')
let main: FakeMain

beforeEach(() => {
  main = new FakeMain({ 'officers:add': () => ok({ type: 'done', officers }) })
})

async function open(status = aStatus()): Promise<readonly HTMLInputElement[]> {
  useAppStatus().status = status
  mount(OfficerDialog, { props: { open: true, task: 'add' }, attachTo: document.body })
  await flushPromises()
  const typed = '[role=dialog] input:not([aria-hidden], [type=radio])'
  return [...document.querySelectorAll<HTMLInputElement>(typed)]
}
async function type(field: HTMLInputElement | undefined, text: string): Promise<void> {
  if (field === undefined) throw new Error('There is no such field.')
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}
async function submit(): Promise<void> {
  document.querySelector('[role=dialog] form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
}

it('the first manager types the PIN twice: no one else could give a new one', async () => {
  const [name, secret, again] = await open()
  await type(name, 'Ada Test')
  await type(secret, 'made-up-secret-1')
  await type(again, 'made-up-secret-2')
  await submit()
  expect(document.body.textContent).toContain('This is not the same. Enter it again.')
  expect(main.askedOf('officers:add')).toEqual([])
  await type(again, 'made-up-secret-1')
  await submit()
  expect(main.askedOf('officers:add')).toHaveLength(1)
})

it('the PIN of another officer, which a manager can replace, is typed once', async () => {
  expect(await open(aStatus({ officers }))).toHaveLength(2)
})
