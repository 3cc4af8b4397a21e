import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { expect, it, onTestFinished, vi } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import { aDraft } from '#testing/claim/made-up.ts'
import { noCount, noCounts, type DayReport } from '#shared/day-report.ts'
import { today } from '#shared/domain/calendar-date.ts'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { button, press } from '#testing/page/buttons.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEntry, aStatus, FakeMain } from '#testing/page/fake-main.ts'
import DayReportScreen from './DayReportScreen.vue'

const at = new Date().toISOString()
const received = aState('delivered', { at })
const two = { count: 2, amountKobo: 9_000_000 }
const counts = { ...noCounts, captured: two, received: two }

function aReport(change: Partial<DayReport> = {}): DayReport {
  return {
    day: today(),
    takenAt: at,
    rows: [{ officerId: 'ada', officerName: 'Ada', product: 'keke', counts }],
    takenBack: noCount,
    wrong: noCount,
    unreadable: 0,
    claims: [
      anEntry({ id: 'a', acceptedAt: at, reference: '7F3K-92QD', capturedBy: 'Ada', state: received }),
      anEntry({ id: 'b', acceptedAt: '2026-03-04T09:00:00.000Z', product: 'okada', state: received }),
    ],
    drafts: 0,
    ...change,
  }
}

let main: FakeMain
let screen: VueWrapper
async function show(report: DayReport): Promise<void> {
  main = new FakeMain({
    'app:status': () => ok(aStatus()),
    'day:report': () => ok(report),
  })
  await useAppStatus().start()
  screen = mount(DayReportScreen, { global: { plugins: [aRouter()] }, attachTo: document.body })
  await flushPromises()
}

const sheet = (): string => document.querySelector('.print-slip')?.textContent ?? ''
const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

it('is green only without a draft, and leads to the drafts', async () => {
  await show(aReport({ drafts: 3 }))
  const open = screen.get('[role=status]:not(:empty)')
  expect(open.text()).toContain('3 items are open')
  expect(open.text()).not.toContain('Nothing is open')
  expect(open.get('a').attributes('href')).toBe('/claims?show=drafts')
  expect(open.get('a').text()).toBe('3 drafts are not submitted.')
  expect(open.classes().join(' ')).toContain('warning')
  expect(words(sheet())).toContain('3 items are open. 3 drafts are not submitted.')

  screen.unmount()
  await show(aReport())
  expect(screen.get('[role=status]:not(:empty)').text()).toContain('Nothing is open')
  expect(screen.get('[role=status]:not(:empty)').classes().join(' ')).toContain('success')
})

it('says beneath its sums, also on paper, what is marked as wrong and in none of them', async () => {
  const wrong = { count: 1, amountKobo: 120_000_000 }
  await show(aReport({ wrong, rows: [] }))
  const says = '1 marked wrong, not in the sum (₦1,200,000).'
  expect(words(screen.get('caption').text())).toBe(says)
  expect(words(sheet())).toContain(says)
  screen.unmount()
  await show(aReport())
  expect(screen.find('caption').exists()).toBe(false)
})

it('leads each claim with its customer, also on paper, and has the policy beneath', async () => {
  const customer = { name: 'Ngozi Made-up', phone: '0800 000 1234' }
  const claims = [
    anEntry({ id: 'a', policyNumber: 'KKP/1', customer }),
    anEntry({ id: 'b', policyNumber: 'KKP/2' }),
  ]
  await show(aReport({ claims }))
  const namesIn = (place: string): string[] =>
    [...document.querySelectorAll(`${place} td + th`)].map((cell) => words(cell.textContent))
  for (const place of ['.card', '.print-slip'])
    expect(namesIn(place)).toEqual([expect.stringMatching(/^Ngozi Made-up ?KKP\/1$/), 'KKP/2'])
  expect(sheet()).not.toContain('0800')
})

it('is counted again when a draft is begun', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await show(aReport())
  const asked = (): number => main.askedOf('day:report').length
  expect(asked()).toBe(1)
  useDrafts().put(aDraft())
  await flushPromises()
  vi.advanceTimersByTime(1000)
  await flushPromises()
  expect(asked()).toBe(2)
})

it('leads to the new day after midnight', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: new Date(2026, 10, 27, 23, 59, 50) })
  onTestFinished(() => void vi.useRealTimers())
  await show(aReport())
  expect(button('Today').attributes('disabled')).toBeDefined()
  vi.advanceTimersByTime(20_000)
  await flushPromises()
  await press('Today')
  expect(main.askedOf('day:report').at(-1)).toEqual({ day: '2026-11-28' })
})

it('is of no day to come', async () => {
  await show(aReport())
  await screen.get('input[type="text"]').setValue('31/12/2199')
  await screen.get('input[type="text"]').trigger('change')
  expect(screen.text()).toContain('Enter a day up to today.')
  expect(main.askedOf('day:report')).toHaveLength(1)
})
