import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { FakeMain } from '#testing/page/fake-main.ts'
import TakeInCard from './TakeInCard.vue'

const chosen = {
  type: 'chosen',
  fileName: 'made-up.backup',
  createdAt: '2026-03-04T09:00:00.000Z',
  application: '1.0.0',
  entries: 1,
  drafts: 0,
  files: { files: 0, bytes: 0 },
} as const

async function press(card: VueWrapper, name: string): Promise<void> {
  await card
    .findAll('button')
    .find((button) => button.text() === name)
    ?.trigger('click')
  await flushPromises()
}

it('another backup is asked its passphrase for anew, without a word of the one before', async () => {
  new FakeMain({ 'backup:choose': () => ok(chosen) })
  const card = mount(TakeInCard, { props: { number: null } })
  await press(card, 'Select a backup file')
  await card.get('form').trigger('submit')
  expect(card.get('input').attributes('aria-invalid')).toBe('true')
  await press(card, 'Select another file')
  expect(card.get('input').attributes('aria-invalid')).toBeUndefined()
})

it.each([
  [['statusNames', 'branchName'] as const, 'Names of status values, Branch name on slips'],
  [[], null],
])('says which settings of the office came along: %s', async (settings, said) => {
  const [counts, files] = [
    { open: 1, settled: 0, drafts: 0 },
    { files: 0, bytes: 0, lacking: 0 },
  ]
  const open = { claims: 1, requests: 0 }
  const opened = { createdAt: chosen.createdAt, from: '0000-0001', open, brings: counts, files, known: 0 }
  new FakeMain({
    'backup:choose': () => ok(chosen),
    'backup:open': () => ok({ type: 'opened', ...opened }),
    'backup:take-in': () => ok({ type: 'taken-in', brought: counts, files, settings }),
  })
  const card = mount(TakeInCard, { props: { number: null } })
  await press(card, 'Select a backup file')
  await card.get('input').setValue('made up words')
  await card.get('form').trigger('submit')
  await flushPromises()
  await press(card, 'Import')
  expect(card.text()).toContain('Imported: ')
  expect(/nothing was set here: (.*?)\./.exec(card.text())?.[1] ?? null).toBe(said)
})
