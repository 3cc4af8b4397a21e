import type { Page } from 'playwright-core'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { defaultSettings } from '#shared/settings.ts'

/** So many made-up claims, half of each product. */
function madeUpLists(count: number): Readonly<Record<'keke' | 'okada', readonly ReceivedClaim[]>> {
  const list = (product: 'keke' | 'okada'): ReceivedClaim[] =>
    Array.from({ length: count / 2 }, (_, index) => {
      const day = new Date(Date.UTC(2023, 0, 1 + (index % 1000), 9, index % 60)).toISOString()
      return {
        product,
        id: index + 1,
        policyNumber: `${product === 'keke' ? 'KKP' : 'OKP'}/2024/LA/${String(100_000 + index)}`,
        occurrenceDate: day.slice(0, 10),
        occurrenceAddress: `${index + 1} Made-up Street, Ìbàdàn, Ọ̀yọ́`,
        incidentDetails: `A bus turned without a signal and hit the front wheel of number ${index + 1}; two passengers were bruised and the canopy was torn off.`,
        incidentPictureUrl: `https://files.example/picture/${index}.jpg`,
        medicalReportUrl: `https://files.example/medical/${index}.pdf`,
        deathCertificateUrl: `https://files.example/certificate/${index}.pdf`,
        originalPolicyCertificateUrl: `https://files.example/policy/${index}.pdf`,
        claimantIdentification: `NIN ${String(index).padStart(11, '0')}`,
        repairEstimate: 5000 + index * 10,
        status: String(index % 4),
        deletedAt: null,
        createdAt: day,
        updatedAt: day,
      }
    })
  return { keke: list('keke'), okada: list('okada') }
}

/** Puts a made-up main behind `window.desk`: it gives its lists once, and has no connection from the next load on. */
export async function putDesk(page: Page, count: number): Promise<void> {
  const status = {
    version: 'bench',
    host: 'stand-in',
    settings: { ...defaultSettings, configured: true, theme: 'light' },
    environment: 'practice',
    officers: { type: 'off' },
    storage: { type: 'ready' },
    protection: { level: 'os', backend: 'bench' },
    key: { type: 'practice' },
    undeliveredElsewhere: {},
    practice: { connected: true, port: 1 },
  }
  const answers: Readonly<Record<string, unknown>> = {
    'app:status': status,
    'session:row-key': { office: Buffer.alloc(32, 7).toString('base64'), own: null },
    'outbox:list': [],
    'drafts:copies': [],
    'drafts:accepted': [],
  }
  const lists = madeUpLists(count)
  await page.addInitScript(
    ({ answers: given, claims }) => {
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
      Object.defineProperty(window, 'desk', { value: { request, on: () => () => undefined } })
    },
    { claims: lists, answers },
  )
}
