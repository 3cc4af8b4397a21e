import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus, FakeMain } from '#renderer/testing/fake-main.ts'
import TwoWeeks from './TwoWeeks.vue'

const bars = [
  { day: '2026-11-19', captured: 4, received: 1, open: 2 },
  { day: '2026-11-20', captured: 0, received: 8, open: 0 },
]

beforeEach(() => setActivePinia(createPinia()))

it('draws each number in proportion, and none for nothing', () => {
  new FakeMain()
  const heights = mount(TwoWeeks, { props: { bars } })
    .findAll('.two-weeks rect')
    .map((bar) => bar.attributes('height'))
  expect(heights).toEqual(['36', '9', '18', '0', '72', '0'])
})

it('says the same to a screen reader as a table', () => {
  new FakeMain()
  const rows = mount(TwoWeeks, { props: { bars } })
    .findAll('tbody tr')
    .map((row) => row.findAll('td').map((cell) => cell.text()))
  expect(rows).toEqual([
    ['4', '1', '2'],
    ['0', '8', '0'],
  ])
})

it('says that days before what is kept may show too few', async () => {
  const { settings } = aStatus()
  new FakeMain({ 'app:status': () => ok(aStatus({ settings: { ...settings, keepReceivedDays: 1 } })) })
  await useAppStatus().start()
  expect(mount(TwoWeeks, { props: { bars } }).text()).toContain('stay for 1 days')
})
