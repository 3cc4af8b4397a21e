import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { FakeMain } from '#testing/page/fake-main.ts'
import TakeInCard from './TakeInCard.vue'

it('another backup is asked its passphrase for anew, without a word of the one before', async () => {
  new FakeMain({
    'backup:choose': () =>
      ok({
        type: 'chosen',
        fileName: 'made-up.backup',
        createdAt: '2026-03-04T09:00:00.000Z',
        application: '1.0.0',
        entries: 1,
        drafts: 0,
        files: { files: 0, bytes: 0, lacking: 0 },
      }),
  })
  const card = mount(TakeInCard, { props: { number: null } })
  const choose = async (): Promise<void> => {
    await card.findAll('button').at(-1)?.trigger('click')
    await flushPromises()
  }
  await choose()
  await card.get('form').trigger('submit')
  expect(card.get('input').attributes('aria-invalid')).toBe('true')
  await choose()
  expect(card.get('input').attributes('aria-invalid')).toBeUndefined()
})
