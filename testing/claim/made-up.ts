import type { AttachmentFile } from '#shared/domain/attachment.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { fieldsOf, type Draft, type DraftFields } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { InsurerClaim } from '#shared/domain/received-claim.ts'
import { noAgreedLinks } from '#shared/domain/stand-in.ts'
import { knownDay } from '#shared/domain/told.ts'
import { filledText, textsOf } from '#shared/language/message.ts'
import type { EntryFiles } from '#shared/outbox/entry-files.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { Surroundings } from '#shared/claim/describe.ts'
import { enSays } from '#shared/claim/en-says.ts'
import type { Standing } from '#shared/claim/follow-up.ts'
import type { Say } from '#shared/claim/say.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { plainStates } from './a-state.ts'

const texts = new Map(textsOf(enSays.says))

/** In English, about a real insurer. */
export const englishSay: Say = (key, named = {}) =>
  filledText(texts.get(key) ?? key, { insurer: 'the insurer', Insurer: 'The insurer', ...named })

/** What a claim is described by beside itself: nothing is held, and one status has a name. */
export function someSurroundings(change: Partial<Surroundings> = {}): Surroundings {
  return {
    say: englishSay,
    now: new Date('2026-03-04T09:00:00.000Z'),
    holds: [],
    heldBy: '',
    statusNames: { '1': 'Approved' },
    finalStatuses: [],
    hasFileStore: true,
    links: noAgreedLinks,
    ...change,
  }
}

/** Fields that make a claim. The person and the policy are made up. */
export const completeFields: DraftFields = {
  ...fieldsOf(madeUpClaim()),
  policyNumber: 'KP/2026/000417/LAG',
  claimantIdentification: 'NIN 00000000417',
  occurrenceDate: '2026-03-14',
  occurrenceAddress: '14 Made-up Street, Yaba, Lagos',
  incidentDetails: 'A bus turned without a signal and hit the front wheel.',
  incidentPictureUrl: 'https://files.example/picture-417.jpg',
  medicalReportUrl: 'https://files.example/medical-417.pdf',
  deathCertificateUrl: 'https://files.example/death-417.pdf',
  originalPolicyCertificateUrl: 'https://files.example/certificate-417.pdf',
  repairEstimate: '185,000.50',
}

/** A file of a claim that is kept on this computer; by default a PDF without a slot. */
export function aKeptFile(change: Partial<AttachmentFile> = {}): AttachmentFile {
  const about = { name: 'front.pdf', kind: 'pdf', size: 300_000, photos: null, field: null } as const
  const sealed = { sha256: newId(), addedAt: '2026-03-14T09:00:00.000Z', state: 'kept' } as const
  return { id: newId(), number: 1, ...about, ...sealed, ...change }
}

/** A draft; by default of a keke claim that is ready to submit. */
export function aDraft(change: Partial<Draft> = {}): Draft {
  return {
    id: '01939c5f-0000-7000-8000-000000000002',
    product: 'keke',
    fields: completeFields,
    branchReference: '7F3K-92QD',
    createdAt: '2026-03-04T08:00:00.000Z',
    updatedAt: '2026-03-04T08:30:00.000Z',
    rejection: null,
    ...change,
  }
}

/** An entry as a list shows it; by default a keke claim that waits. */
export function anEntry(change: Partial<EntrySummary> = {}): EntrySummary {
  return {
    id: '01939c5f-0000-7000-8000-000000000001',
    seq: 1,
    acceptedAt: '2026-03-04T09:00:00.000Z',
    capturedBy: null,
    kind: 'claim',
    product: 'keke',
    policyNumber: 'MADE/UP/0001',
    pharmacyName: null,
    reference: null,
    sentReferences: [],
    amount: 45_000,
    occurrenceDate: '2026-03-02',
    state: plainStates.queued,
    attempts: 0,
    standing: null,
    nextTryAt: null,
    behind: null,
    duplicateClaimIds: [],
    candidates: 0,
    files: null,
    ...change,
  }
}

/** Files of a claim; by default two of four are up and nothing holds back the rest. */
export function entryFiles(change: Partial<EntryFiles> = {}): EntryFiles {
  return {
    of: 4,
    uploaded: 2,
    bytes: 2_000_000,
    sentBytes: 1_200_000,
    leftMs: 120_000,
    hold: null,
    unremoved: 0,
    ...change,
  }
}

/** How a received claim stands; by default its status was seen once and is asked about. */
export function aStanding(change: Partial<Standing> = {}): Standing {
  return {
    says: { status: '1', estimate: 45_000, isDeleted: false },
    asOf: '2026-03-04T11:00:00.000Z',
    changedAt: null,
    followed: null,
    isNews: false,
    isFinal: false,
    isReopened: false,
    following: 'asked',
    wrong: null,
    ...change,
  }
}

/** What was submitted as the insurer tells it, in the spec's form. */
export function asTold(
  claim: ClaimContent,
): Omit<ClaimContent, 'occurrenceDate'> & Pick<InsurerClaim, 'occurrenceDate'> {
  return { ...claim, occurrenceDate: knownDay(claim.occurrenceDate) }
}
