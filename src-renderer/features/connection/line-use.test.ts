import { flushPromises, mount, RouterLinkStub } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import type { BytesByPurpose, LineUse } from '#shared/line-use.ts'
import { ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus, FakeMain } from '#renderer/testing/fake-main.ts'
import LineUseCard from './LineUseCard.vue'

const none = { sent: 0, received: 0 }
const used = (some: Partial<BytesByPurpose> = {}): BytesByPurpose => ({
  claims: none,
  looks: none,
  lists: none,
  pharmacies: none,
  files: none,
  checks: none,
  updates: none,
  other: none,
  ...some,
})
const use: LineUse = {
  today: used({ claims: { sent: 1_600, received: 1_200 } }),
  month: used({
    claims: { sent: 16_000, received: 12_000 },
    lists: { sent: 700, received: 2_300_000 },
  }),
  since: '2026-11-03',
}

beforeEach(() => setActivePinia(createPinia()))

async function card(answer: LineUse, saveData = false): Promise<string> {
  new FakeMain({
    'network:use': () => ok(answer),
  })
  useAppStatus().status = aStatus({ settings: { ...defaultSettings, saveData } })
  const shown = mount(LineUseCard, { global: { stubs: { RouterLink: RouterLinkStub } } })
  await flushPromises()
  const text = shown.text()
  shown.unmount()
  return text
}

it('lists what was used this month, the greatest first, with sums, since when, and what is not counted', async () => {
  const text = await card(use)
  expect(text).toMatch(
    /Claim lists\s*–\s*2\.3 MB\s*Claims and pharmacy requests\s*3 kB\s*28 kB\s*Total\s*3 kB\s*2\.3 MB/,
  )
  expect(text).toContain('Counted since 3 November 2026.')
  expect(text).toContain('about 5% more')
  expect(text).toContain('turn on “Save data”')
})
