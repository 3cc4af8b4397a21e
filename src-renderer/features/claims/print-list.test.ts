import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { noFilter } from '#shared/domain/claim-list.ts'
import { ok } from '#shared/result.ts'
import { madeUpClaims } from '#testing/claims/made-up-claims.ts'
import { useCommandLayer } from '#renderer/commands/command-layer.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { aStatus, FakeMain } from '#testing/page/fake-main.ts'
import ClaimsScreen from './ClaimsScreen.vue'
import { useClaimsView } from '#renderer/stores/claims-view.ts'
import PrintDialog from './PrintDialog.vue'

let main: FakeMain
let screen: VueWrapper

async function show(claims: number): Promise<void> {
  main = new FakeMain({
    'app:status': () => ok(aStatus()),
    'claims:save-csv': () => ok({ savedAs: '/made up/claims.csv' }),
  })
  main.claims.keke = madeUpClaims('keke', claims)
  await useAppStatus().start()
  screen = mount(ClaimsScreen, { global: { plugins: [aRouter()] }, attachTo: document.body })
  await flushPromises()
}

/** The rows that were asked for, as they are not shown. */
const askedForPaper = (): unknown[] =>
  main
    .askedOf('claims:query')
    .filter((input) => input instanceof Object && 'onScreen' in input && !input.onScreen)
const sheet = (): Element | null => document.querySelector('.print-slip')

describe('a list on paper', () => {
  it('is read when it is to be printed, and says how many of how many rows it has, and which', async () => {
    await show(650)
    useClaimsView().narrow({ product: 'keke' })
    await flushPromises()
    expect(askedForPaper()).toEqual([])
    useCommandLayer().wish = 'print-list'
    await import('./PrintDialog.vue')
    await flushPromises()
    await expect.poll(sheet).not.toBeNull()
    expect(askedForPaper()).toMatchObject([
      { offset: 0, limit: 200, product: 'keke' },
      { offset: 200, limit: 200, product: 'keke' },
      { offset: 400, limit: 100, product: 'keke' },
    ])
    expect(sheet()?.querySelectorAll('tbody tr').length).toBe(500)
    expect(sheet()?.textContent).toContain('500 of 650 claims')
    expect(sheet()?.textContent).toContain('Everything · Keke')
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('500 of 650 claims')
  })

  it('says everything that narrows it', async () => {
    await show(1)
    useClaimsView().narrow({
      search: ' bus ',
      product: 'okada',
      group: 'received',
      status: '1',
      from: '2026-03-01',
      to: '2026-03-04',
      whose: 'mine',
    })
    mount(PrintDialog, { props: { open: true }, attachTo: document.body })
    await expect.poll(sheet, { timeout: 10_000 }).not.toBeNull()
    expect(sheet()?.textContent).toContain(
      'Received · Okada · In review · Mine · Incident from 1 March 2026 · Incident up to 4 March 2026 · “bus”',
    )
  })
})

it('a list as CSV is saved as it is narrowed and sorted', async () => {
  await show(3)
  useClaimsView().narrow({ search: 'bus' })
  useClaimsView().sortBy('amount')
  useCommandLayer().wish = 'save-list'
  await flushPromises()
  expect(main.askedOf('claims:save-csv')).toEqual([
    { ...noFilter, search: 'bus', sort: 'amount', descending: true },
  ])
  expect(screen.text()).toContain('Saved as /made up/claims.csv')
})
