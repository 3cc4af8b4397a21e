import type { Page } from 'playwright-core'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { RowKeys } from '#shared/contract/officer-status.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { unmanaged } from '#shared/managed-settings.ts'
import { defaultSettings } from '#shared/settings.ts'
import { madeUpClaimList } from './made-up-claims.ts'

const rowsPerPart = 500

const status: AppStatus = {
  version: 'bench',
  host: 'stand-in',
  settings: {
    ...defaultSettings,
    configured: true,
    theme: 'light',
    tourSeen: true,
    directoryOffered: [],
    branchAsked: false,
  },
  settingsLost: null,
  managed: unmanaged,
  environment: 'practice',
  officers: { type: 'off' },
  showsNotifications: false,
  canStartAtLogin: true,
  headOffice: null,
  storage: { type: 'ready' },
  protection: { level: 'os', backend: 'bench' },
  key: { type: 'practice' },
  keysFor: [],
  hasFileStore: true,
  undeliveredElsewhere: {},
  officeFolders: {
    backup: {
      passphrase: 'none',
      lastAt: null,
      lacking: 0,
      trouble: null,
      isOverdue: false,
      isFromHeadOffice: false,
    },
    status: null,
  },
  practice: { connected: true, port: 1 },
}
const rowKeys: RowKeys = {
  office: Buffer.alloc(32, 7).toString('base64'),
  earlier: [],
  generation: 'bench',
}

/**
 * Installs a fake main behind `window.bridge`: it gives its lists once, part by part, and is offline from the next
 * load on. Its lists may be of any size.
 */
export async function installBridge(
  page: Page,
  count: number,
  entries: readonly EntrySummary[] = [],
): Promise<void> {
  const answers: Readonly<Record<string, unknown>> = {
    'app:status': status,
    'session:row-key': rowKeys,
    'outbox:list': entries,
    'drafts:list': { drafts: [], openIds: [], unreadable: [] },
  }
  const lists = { keke: madeUpClaimList('keke', count / 2), okada: madeUpClaimList('okada', count / 2) }
  await page.exposeFunction('rowsOf', (product: 'keke' | 'okada', from: number) =>
    lists[product].slice(from, from + rowsPerPart),
  )
  await page.addInitScript(
    ({ answers: given, rowsPerPart: step, listed }) => {
      // The page between two starts belongs to neither.
      if (location.protocol !== 'https:') return
      const isFirst = sessionStorage.getItem('fetched') === null
      sessionStorage.setItem('fetched', 'yes')
      const read = { keke: 0, okada: 0 }
      const partOf = async (product: 'keke' | 'okada'): Promise<unknown> => {
        const rows = await window.rowsOf(product, read[product])
        read[product] += step
        const end = read[product] < listed ? null : { type: 'complete', etag: null }
        return { rows, bytes: read[product] * 500, totalBytes: null, end }
      }
      const request = async (channel: string, input?: Partial<Record<string, string>>): Promise<unknown> => {
        const { product, id } = input ?? {}
        if (channel === 'claims:read-list' && isFirst) return { ok: true, value: { id: product } }
        if (channel === 'claims:list-part' && (id === 'keke' || id === 'okada'))
          return { ok: true, value: await partOf(id) }
        if (channel === 'claims:read-list') return { ok: false, error: { type: 'offline' } }
        const value = given[channel]
        return value === undefined ? { ok: false, error: { type: 'unexpected' } } : { ok: true, value }
      }
      Object.defineProperty(window, 'bridge', { value: { request, on: () => () => undefined } })
    },
    { answers, rowsPerPart, listed: count / 2 },
  )
}

declare global {
  interface Window {
    /** Main's side of a list that is read: made-up rows from a place on. */
    rowsOf(product: 'keke' | 'okada', from: number): Promise<readonly ReceivedClaim[]>
  }
}
