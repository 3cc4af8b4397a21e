import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { FakeMain } from '#renderer/testing/fake-main.ts'
import TwoWeeks from './TwoWeeks.vue'

const bars = [
  { day: '2026-11-19', captured: 4, received: 1, open: 2 },
  { day: '2026-11-20', captured: 0, received: 8, open: 0 },
  { day: '2026-11-21', captured: 8, received: 0, open: 8 },
]

beforeEach(() => setActivePinia(createPinia()))

it('says each day in words', () => {
  new FakeMain()
  const days = mount(TwoWeeks, { props: { bars } }).findAll('li')
  expect(days.map((day) => day.text())).toEqual([
    'Thu, 19 Nov: 4 submitted, 1 received, 2 not received yet',
    'Fri, 20 Nov: 0 submitted, 8 received, 0 not received yet',
    'Sat, 21 Nov: 8 submitted, 0 received, 8 not received yet',
  ])
  expect(days[0]?.attributes('title')).toBe(days[0]?.text())
})
