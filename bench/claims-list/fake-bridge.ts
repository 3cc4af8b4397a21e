import type { Page } from 'playwright-core'
import { aStatus, noLists } from '#testing/page/fake-main.ts'
import type { ClaimRow, ListState, ListStates } from '#shared/domain/claim-list.ts'
import { products } from '#shared/domain/product.ts'
import { defaultSettings } from '#shared/settings.ts'

const settings = { ...defaultSettings, configured: true, theme: 'light', tourSeen: true } as const

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
 * Installs a fake main behind `window.bridge`: it keeps a list of so many claims, which it gives window by window, copied
 * as between processes, in one order and without a filter.
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
  await page.addInitScript(
    ({ given, count }) => {
      // The page between two starts belongs to neither.
      if (location.protocol !== 'https:') return
      const rowAt = (index: number): ClaimRow => {
        const product = index % 2 === 0 ? 'keke' : 'okada'
        const at = new Date(Date.UTC(2026, 0, 1, 9, index % 60) - index * 3_600_000).toISOString()
        return {
          key: `${product}-${index}`,
          product,
          policyNumber: `${product === 'keke' ? 'KKP' : 'OKP'}/2024/LA/${100_000 + index}`,
          customer: '',
          occurrenceDate: { type: 'read', day: at.slice(0, 10) },
          place: `${index + 1} Made-up Street, Ìbàdàn, Ọ̀yọ́`,
          details: `A bus turned without a signal and hit the front wheel of number ${index + 1}; two passengers were bruised and the canopy was torn off.`,
          amount: 5000 + index * 10,
          createdAt: { type: 'read', at },
          claim: {
            type: 'listed',
            claimId: index,
            says: { status: String(index % 4), estimate: 5000 + index * 10, isDeleted: false },
            asOf: at,
          },
        }
      }
      const { port1, port2 } = new MessageChannel()
      const waiting: ((window: unknown) => void)[] = []
      port2.onmessage = ({ data }) => waiting.shift()?.(data)
      const windowOf = async (offset: number, limit: number): Promise<unknown> =>
        await new Promise((resolve) => {
          waiting.push(resolve)
          const rows = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, n) =>
            rowAt(offset + n),
          )
          port1.postMessage({
            offset,
            rows,
            count,
            inAllGroups: count,
            groups: { 'needs-you': 0, 'on-its-way': 0, drafts: 0, received: count },
            statuses: { key: 'made-up', counts: ['0', '1', '2', '3'].map((status) => [status, count / 4]) },
            all: count,
          })
        })
      const request = async (channel: string, input?: Partial<Record<string, unknown>>): Promise<unknown> => {
        const { offset, limit } = input ?? {}
        if (channel === 'claims:query')
          return { ok: true, value: await windowOf(Number(offset), Number(limit)) }
        const value = given[channel]
        return value === undefined ? { ok: false, error: { type: 'unexpected' } } : { ok: true, value }
      }
      Object.defineProperty(window, 'bridge', { value: { request, on: () => () => undefined } })
    },
    { given: answers, count },
  )
}
