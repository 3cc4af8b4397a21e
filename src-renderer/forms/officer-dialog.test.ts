import { DOMWrapper, flushPromises, mount } from '@vue/test-utils'
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

const dialog = () => new DOMWrapper(document.body).get('[role=dialog]')
async function open(status = aStatus()): Promise<readonly DOMWrapper<HTMLInputElement>[]> {
  useAppStatus().status = status
  mount(OfficerDialog, { props: { open: true, task: 'add' }, attachTo: document.body })
  await flushPromises()
  return dialog().findAll<HTMLInputElement>('input:not([aria-hidden], [type=radio])')
}
async function submit(): Promise<void> {
  await dialog().get('form').trigger('submit')
  await flushPromises()
}

it('the first manager types the PIN twice: no one else could give a new one', async () => {
  const [name, secret, again] = await open()
  await name?.setValue('Ada Test')
  await secret?.setValue('made-up-secret-1')
  await again?.setValue('made-up-secret-2')
  await submit()
  expect(dialog().text()).toContain('This is not the same. Enter it again.')
  expect(main.askedOf('officers:add')).toEqual([])
  await again?.setValue('made-up-secret-1')
  await submit()
  expect(main.askedOf('officers:add')).toHaveLength(1)
})

it('the PIN of another officer, which a manager can replace, is typed once', async () => {
  expect(await open(aStatus({ officers }))).toHaveLength(2)
})
