import { sortTextOf } from '#shared/domain/told.ts'
import type { Page } from 'playwright-core'
import { aStatus, noLists } from '#testing/page/fake-main.ts'
import type { ClaimRow, ClaimWindow, ListState, ListStates } from '#shared/domain/claim-list.ts'
import { products } from '#shared/domain/product.ts'
import { defaultSettings } from '#shared/settings.ts'
import { madeUpClaimList } from './made-up-claims.ts'

const settings = { ...defaultSettings, configured: true, theme: 'light', tourSeen: true } as const

/** A window of the page's list, newest first. */
type Asked = (offset: number, limit: number) => ClaimWindow

function windowsOf(count: number): Asked {
  const rows = products
    .flatMap((product) => madeUpClaimList(product, count / products.length))
    .toSorted((one, other) => (sortTextOf(one.createdAt) < sortTextOf(other.createdAt) ? 1 : -1))
    .map((claim): ClaimRow => ({
      key: `${claim.product}-${claim.id}`,
      product: claim.product,
      policyNumber: claim.policyNumber,
      customer: '',
      occurrenceDate: claim.occurrenceDate,
      place: claim.occurrenceAddress,
      details: claim.incidentDetails,
      amount: claim.repairEstimate,
      createdAt: claim.createdAt,
      claim: {
        type: 'listed',
        claimId: claim.id,
        says: { status: claim.status, estimate: claim.repairEstimate, isDeleted: false },
        asOf: sortTextOf(claim.updatedAt),
      },
    }))
  return (offset, limit) => ({
    offset,
    rows: rows.slice(offset, offset + limit),
    count,
    inAllGroups: count,
    groups: { 'needs-you': 0, 'on-its-way': 0, drafts: 0, received: count },
    statuses: { key: 'made-up', counts: ['0', '1', '2', '3'].map((status) => [status, count / 4] as const) },
    all: count,
  })
}

function statesOf(count: number): ListStates {
  const fetchedAt = new Date().toISOString()
  const listed = count / products.length
  const state: ListState = {
    ...noLists.keke,
    kept: {
      fetchedAt,
      count: listed,
      listed,
      oldestCreatedAt: null,
    },
    size: { bytes: listed * 500, isWhole: true, bytesPerSecond: null, at: fetchedAt },
  }
  return { keke: state, okada: state }
}

/**
 * Installs a fake main behind `window.bridge`: it keeps a list of so many claims, which it gives window by window from
 * another process, as main does, in one order and without a filter.
 */
export async function installBridge(page: Page, count: number): Promise<void> {
  const answers: Readonly<Record<string, unknown>> = {
    'app:status': aStatus({ version: 'bench', settings }),
    'outbox:list': [],
    'drafts:list': { drafts: [], openIds: [], unreadable: [] },
    'claims:lists': statesOf(count),
    'claims:refresh-lists': null,
    'claims:left': null,
  }
  await page.exposeFunction('windowOf', windowsOf(count))
  await page.addInitScript((given) => {
    // The page between two starts belongs to neither.
    if (location.protocol !== 'https:') return
    const request = async (channel: string, input?: Partial<Record<string, unknown>>): Promise<unknown> => {
      const { offset, limit } = input ?? {}
      if (channel === 'claims:query')
        return { ok: true, value: await window.windowOf(Number(offset), Number(limit)) }
      const value = given[channel]
      return value === undefined ? { ok: false, error: { type: 'unexpected' } } : { ok: true, value }
    }
    Object.defineProperty(window, 'bridge', { value: { request, on: () => () => undefined } })
  }, answers)
}

declare global {
  interface Window {
    /** Main's side of the list: made-up rows from a place on. */
    windowOf(offset: number, limit: number): Promise<ClaimWindow>
  }
}
