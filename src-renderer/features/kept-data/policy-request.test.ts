import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { KeptEverywhere, KeptOfPolicy } from '#shared/contract/privacy.ts'
import { ok } from '#shared/result.ts'
import { FakeMain } from '#testing/page/fake-main.ts'
import PolicyRequest from './PolicyRequest.vue'

const inSandbox: KeptOfPolicy = {
  environment: 'sandbox',
  entries: [{ kind: 'claim', product: 'keke', acceptedAt: '2026-11-02T09:00:00.000Z', state: 'queued' }],
  historyLines: 0,
  drafts: 1,
  keptDetails: 0,
  attachmentFiles: 0,
  uploadedFiles: 0,
  filesAside: [],
  copies: 0,
  listedClaims: 0,
  owed: 1,
}

async function lookedUp(kept: KeptEverywhere): Promise<string> {
  new FakeMain({ 'privacy:about-policy': () => ok(kept) })
  const card = mount(PolicyRequest)
  await card.get('input').setValue('kkp/1')
  await card.get('form').trigger('submit')
  await flushPromises()
  return card.text()
}

it('names an environment that cannot be opened, and says that nothing else was found', async () => {
  const text = await lookedUp({ places: [], notLookedAt: ['live'] })
  expect(text).toContain('Could not be checked: Live')
  expect(text).toContain('Nothing else was found about policy KKP/1')
  expect(text).not.toContain('Delete this policy’s data')
})

it('shows by environment what is kept, and deletes nothing while something is not received', async () => {
  const text = await lookedUp({ places: [inSandbox], notLookedAt: [] })
  expect(text).toContain('Keke claim, saved')
  expect(text).toContain('1 draft')
  expect(text).toContain('Not everything of this policy is received yet')
  expect(text).toContain('Sandbox: 1 item')
  expect(text).not.toContain('Delete this policy’s data')
  const settled = await lookedUp({ places: [{ ...inSandbox, owed: 0 }], notLookedAt: [] })
  expect(settled).toContain('Delete this policy’s data')
})
