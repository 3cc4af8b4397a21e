import type { DraftFields } from '#shared/domain/draft.ts'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import type { AppStatus } from '#shared/ipc/app-status.ts'
import { defaultSettings } from '#shared/settings.ts'

/** Status of a desk in practice. */
export const practiceStatus: AppStatus = {
  version: '0.1.0',
  host: 'stand-in',
  settings: { ...defaultSettings, configured: true },
  environment: 'practice',
  storage: { type: 'ready' },
  protection: { level: 'os', backend: 'gnome_libsecret' },
  key: { type: 'practice' },
  undeliveredElsewhere: {},
  practice: { connected: true, port: 4310 },
}

/** Ten fields that make a claim. The person and the policy are made up. */
export const completeFields: DraftFields = {
  policyNumber: 'KP/2026/000417/LAG',
  claimantIdentification: 'NIN 00000000417',
  occurrenceDate: '2026-03-14',
  occurrenceAddress: '14 Made-up Street, Yaba, Lagos',
  incidentDetails: 'A bus turned without a signal and hit the front wheel.',
  incidentPictureUrl: 'https://evidence.example/picture-417.jpg',
  medicalReportUrl: 'https://evidence.example/medical-417.pdf',
  deathCertificateUrl: 'https://evidence.example/death-417.pdf',
  originalPolicyCertificateUrl: 'https://evidence.example/certificate-417.pdf',
  repairEstimate: '185,000.50',
}

/** So many made-up pharmacies. */
export function madeUpPharmacies(count: number): Pharmacy[] {
  const states = ['Lagos', 'Oyo', 'Kano'] as const
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    code: `PH-${String(index + 1).padStart(4, '0')}`,
    name: `${['Adeola', 'Bright', 'Chidera', 'Dove'][index % 4] ?? ''} Pharmacy ${index + 1}`,
    state: states[index % 3] ?? 'Lagos',
    lga: ['Ikeja', 'Ibadan North', 'Nassarawa'][index % 3] ?? 'Ikeja',
    address: `${index + 1} Market Road`,
    updatedAt: null,
  }))
}
