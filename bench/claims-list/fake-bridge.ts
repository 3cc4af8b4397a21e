import type { Page } from 'playwright-core'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { RowKeys } from '#shared/contract/officer-status.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { unmanaged } from '#shared/managed-settings.ts'
import { defaultSettings } from '#shared/settings.ts'
import { madeUpClaimList } from './made-up-claims.ts'

const status: AppStatus = {
  version: 'bench',
  host: 'stand-in',
  settings: { ...defaultSettings, configured: true, theme: 'light', tourSeen: true },
  managed: unmanaged,
  language: 'en',
  environment: 'practice',
  officers: { type: 'off' },
  showsNotifications: false,
  canStartAtLogin: true,
  storage: { type: 'ready' },
  protection: { level: 'os', backend: 'bench' },
  key: { type: 'practice' },
  keysFor: [],
  dataKey: null,
  undeliveredElsewhere: {},
  practice: { connected: true, port: 1 },
}
const rowKeys: RowKeys = {
  office: Buffer.alloc(32, 7).toString('base64'),
  own: null,
  earlier: { office: [], own: [] },
  others: [],
  generation: 'bench',
}

/** Installs a fake main behind `window.bridge`: it gives its lists once and is offline from the next load on. */
export async function installBridge(
  page: Page,
  count: number,
  entries: readonly EntrySummary[] = [],
): Promise<void> {
  const answers: Readonly<Record<string, unknown>> = {
    'app:status': status,
    'session:row-key': rowKeys,
    'outbox:list': entries,
    'drafts:copies': [],
    'drafts:accepted': [],
  }
  const lists = { keke: madeUpClaimList('keke', count / 2), okada: madeUpClaimList('okada', count / 2) }
  await page.addInitScript(
    ({ answers: given, claims }) => {
      // The page between two starts belongs to neither.
      if (location.protocol !== 'https:') return
      const isFirst = sessionStorage.getItem('fetched') === null
      sessionStorage.setItem('fetched', 'yes')
      const request = (channel: string, input?: { readonly product: 'keke' | 'okada' }): Promise<unknown> => {
        if (channel === 'claims:list' && input !== undefined && isFirst)
          return Promise.resolve({ ok: true, value: claims[input.product] })
        if (channel === 'claims:list') return Promise.resolve({ ok: false, error: { type: 'offline' } })
        const value = given[channel]
        return Promise.resolve(
          value === undefined ? { ok: false, error: { type: 'unexpected' } } : { ok: true, value },
        )
      }
      Object.defineProperty(window, 'bridge', { value: { request, on: () => () => undefined } })
    },
    { claims: lists, answers },
  )
}
