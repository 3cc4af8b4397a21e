import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { RequestChannel, RequestInput } from '#shared/ipc/requests.ts'
import { claimSubmission, pharmacySubmission } from '#main/outbox/model/made-up.ts'

const id = newId()
const at = '2026-11-20T09:00:00.000Z'
const draft: Draft = {
  id,
  product: 'okada',
  fields: { ...emptyFields(), policyNumber: 'OKP/2026/LA/000001', incidentDetails: 'Made up.' },
  branchReference: '7F3K-92QD',
  createdAt: at,
  updatedAt: at,
  rejection: { serverMessage: 'Made up.', fieldErrors: { policyNumber: ['Unknown.'] } },
  isShared: true,
}

/** What each channel takes; hostile arguments are made from these too. */
export const validArguments: { readonly [C in RequestChannel]: readonly RequestInput<C>[] } = {
  'app:status': [undefined],
  'app:storage-retry': [undefined],
  'settings:change': [
    { theme: 'dark', lockAfterMinutes: 5 },
    { environment: 'practice', baseUrls: { sandbox: 'https://insurer.invalid', live: '' } },
    { statusNames: { '1': 'Open' }, practicePort: 0 },
  ],
  'key:set': [{ key: 'made-up-key' }],
  'key:clear': [undefined],
  'connection:check': [undefined],
  'connection:now': [undefined],
  'connection:diary': [undefined],
  'practice:connect': [{ connected: false }],
  'officers:sign-in': [{ id, secret: 'made up 1' }],
  'officers:leave': [{ place: '/outbox' }, { place: null }],
  'officers:add': [{ name: 'Ada Made Up', role: 'manager', secret: 'made up words' }],
  'officers:change-secret': [{ present: 'made up 1', next: 'made up words' }],
  'officers:reset-secret': [{ id, next: 'made up words' }],
  'officers:remove': [{ id }],
  'officers:recover': [{ key: 'made-up-key', name: 'Ada Made Up', secret: 'made up words' }],
  'session:row-key': [undefined],
  'session:rows-sealed': [undefined],
  'outbox:accept': [claimSubmission(), pharmacySubmission()],
  'outbox:list': [undefined],
  'outbox:entry': [{ id }],
  'outbox:history': [{ id }],
  'outbox:send-now': [{ id }],
  'outbox:look-now': [{ id }],
  'outbox:accept-as-sent': [{ id }],
  'outbox:send-again': [{ id }],
  'outbox:discard': [{ id }],
  'outbox:to-draft': [{ id }],
  'outbox:acknowledge-duplicate': [{ id }],
  'engine:status': [undefined],
  'engine:pause': [{ paused: true }],
  'engine:try-now': [undefined],
  'drafts:keep-copy': [draft],
  'drafts:forget-copy': [{ id }],
  'drafts:copies': [undefined],
  'drafts:accepted': [{ ids: [id] }],
  'privacy:about-policy': [{ policyNumber: 'KKP/2026/LA/000001' }],
  'privacy:forget-policy': [{ policyNumber: 'KKP/2026/LA/000001', filesAside: true }],
  'privacy:clear-practice': [undefined],
  'support:log': [undefined],
  'support:save-log': [undefined],
  'claims:list': [{ product: 'keke' }],
  'claims:detail': [{ product: 'keke', policyNumber: 'KKP/2026/LA/000001' }],
  'pharmacies:page': [{ page: 1 }],
  'pharmacies:search': [{ filter: 'state', text: 'Lagos', page: 1 }],
  'pharmacies:search-by-name': [{ name: 'Ajao', page: 1 }],
  'pharmacies:one': [{ id: 1 }],
}
