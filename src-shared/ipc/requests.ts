import * as v from 'valibot'
import type { DayReport } from '../close-of-day.ts'
import type { ConnectionDiary, ConnectionNow } from '../connection.ts'
import { isCalendarDate } from '../domain/calendar-date.ts'
import { claimLimits, isHttpsLink } from '../domain/claim.ts'
import { DraftSchema, IdSchema, type Draft } from '../domain/draft.ts'
import {
  evidenceFields,
  evidenceLimits,
  type EvidenceAddAnswer,
  type EvidenceExport,
  type EvidencePart,
  type EvidenceShelf,
} from '../domain/evidence.ts'
import { branchReferencePattern } from '../domain/identifier.ts'
import { longestSecret, OfficerNameSchema, officerRoles, OfficerSecretSchema } from '../domain/officer.ts'
import { pharmacyFilters, type Pharmacy, type PharmacyPage } from '../domain/pharmacy.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { environments, products, remoteEnvironments } from '../domain/product.ts'
import type { ClaimDetail, ReceivedClaim } from '../domain/received-claim.ts'
import type { Failure } from '../failure.ts'
import { SlipReferenceSchema } from '../domain/slip-reference.ts'
import { SubmissionSchema, type EntryDetail, type EntrySummary } from '../outbox/entry.ts'
import type { HistoryLine } from '../outbox/history.ts'
import type { EngineStatus } from '../outbox/hold.ts'
import type { Result } from '../result.ts'
import { BaseUrlSchema, SettingsPatchSchema } from '../settings.ts'
import { reportForms, type ReportForm } from '../support-report.ts'
import type { UpdateStatus } from '../updates.ts'
import type { AppStatus, ConnectAnswer, ConnectionCheck, KeyStatus } from './app-status.ts'
import type { OfficerAnswer, RowKeys } from './officer-status.ts'
import {
  longestPassphrase,
  shortestPassphrase,
  type BackupChosen,
  type BackupOpened,
  type BackupStatus,
  type BackupTakenIn,
  type BackupWritten,
} from './backup.ts'
import type { ForgetAnswer, KeptAboutPolicy } from './kept-data.ts'
import type { requestChannels } from './channels.ts'

const nothing = v.undefined()
const entryId = v.strictObject({ id: IdSchema })
const page = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
/** A secret to be checked: whatever was typed, within reason. */
const typedSecret = v.pipe(v.string(), v.maxLength(longestSecret))
const day = v.pipe(v.string(), v.check(isCalendarDate))
const claimOfFiles = v.strictObject({ claimId: IdSchema })
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** The bytes of one part, as base64. */
const part = v.pipe(
  v.string(),
  v.maxLength(Math.ceil(evidenceLimits.part / 3) * 4),
  v.regex(/^[A-Za-z0-9+/]*={0,2}$/),
)
const link = v.pipe(v.string(), v.maxLength(claimLimits.url), v.check(isHttpsLink))
const policyNumber = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(claimLimits.policyNumber),
  v.check((text) => policyNumberOf(text) !== ''),
)
/** What is kept is found by the normal form alone. */
const policy = v.pipe(policyNumber, v.transform(policyNumberOf))
const environment = v.picklist(environments)
const merchantKey = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4096), v.regex(/^[\x21-\x7e]+$/))
const generation = v.strictObject({ generation: v.pipe(v.string(), v.maxLength(100)) })
const othersRow = v.strictObject({
  id: IdSchema,
  officerId: IdSchema,
  /** Base64. */
  sealed: v.pipe(v.string(), v.maxLength(1_900_000), v.base64()),
})

/** What the page may ask of main: every argument is parsed against its schema before a handler sees it. */
export const requestSchemas = {
  'app:status': nothing,
  'app:storage-retry': nothing,
  'settings:change': SettingsPatchSchema,

  /** Tries address and key, and opens the environment with them when they work. Nothing is changed otherwise. */
  'environment:connect': v.strictObject({
    environment: v.picklist(remoteEnvironments),
    baseUrl: BaseUrlSchema,
    /** Null for the one that is kept, which goes to the address it was given for and to no other. */
    key: v.nullable(merchantKey),
    /** Also when nothing could be tried, because there is no connection now. */
    evenOffline: v.boolean(),
  }),
  /** The key of the open environment. */
  'key:set': v.strictObject({ key: merchantKey }),
  'key:clear': nothing,
  /** Seals everything on this computer under a new key. The page is to load anew: its row keys are others then. */
  'data-key:renew': nothing,
  'connection:check': nothing,
  'connection:now': nothing,
  'connection:diary': nothing,
  'practice:connect': v.strictObject({ connected: v.boolean() }),

  'officers:sign-in': v.strictObject({ id: IdSchema, secret: typedSecret }),
  /** The page has saved what was open; `place` is where to go back to. The desk locks. */
  'officers:leave': v.strictObject({ place: v.nullable(v.pipe(v.string(), v.maxLength(2000))) }),
  'officers:add': v.strictObject({
    name: OfficerNameSchema,
    role: v.picklist(officerRoles),
    secret: OfficerSecretSchema,
  }),
  'officers:change-secret': v.strictObject({ present: typedSecret, next: OfficerSecretSchema }),
  'officers:reset-secret': v.strictObject({ id: IdSchema, next: OfficerSecretSchema }),
  'officers:set-role': v.strictObject({ id: IdSchema, role: v.picklist(officerRoles) }),
  'officers:remove': entryId,
  'officers:recover': v.strictObject({
    key: v.pipe(v.string(), v.trim(), v.maxLength(4096)),
    name: OfficerNameSchema,
    secret: OfficerSecretSchema,
  }),

  /** 32 bytes as base64 each, derived from the data key, for the page's own rows. */
  'session:row-key': nothing,
  /** Another officer's row, for main to seal anew under that officer's key, which the page is not given. */
  'session:seal-row': othersRow,
  /** Every row of the page lies under the keys of this generation: main destroys what earlier ones depend on. */
  'session:rows-sealed': generation,

  'outbox:accept': SubmissionSchema,
  'outbox:list': nothing,
  'outbox:entry': entryId,
  'outbox:history': entryId,
  'outbox:send-now': entryId,
  /** Reads the claim list now for an unconfirmed claim. */
  'outbox:look-now': entryId,
  'outbox:accept-as-sent': entryId,
  'outbox:send-again': entryId,
  'outbox:discard': entryId,
  /** Takes the entry back; answers the new draft, whose sealed copy main keeps already. */
  'outbox:to-draft': entryId,
  'outbox:acknowledge-duplicate': entryId,
  'engine:status': nothing,
  'engine:pause': v.strictObject({ paused: v.boolean() }),
  'engine:try-now': nothing,

  'drafts:keep-copy': DraftSchema,
  'drafts:forget-copy': v.strictObject({ id: IdSchema }),
  'drafts:copies': nothing,
  /** Which of these ids main has accepted, or handed over: their drafts are left over from a crash. */
  'drafts:accepted': v.strictObject({ ids: v.pipe(v.array(IdSchema), v.maxLength(10_000)) }),

  /** The files kept with a draft or an entry. */
  'evidence:shelf': claimOfFiles,
  /** The parts of a file follow one another; with the last one it is kept. `id` is made by the page. */
  'evidence:add-part': v.strictObject({
    id: IdSchema,
    claimId: IdSchema,
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(evidenceLimits.nameLength)),
    size: wholeNumber,
    index: wholeNumber,
    part,
  }),
  'evidence:part': v.strictObject({ id: IdSchema, index: wholeNumber }),
  'evidence:change': v.strictObject({
    id: IdSchema,
    field: v.nullable(v.picklist(evidenceFields)),
    link: v.nullable(link),
  }),
  'evidence:remove': entryId,
  /** Asks by the system's own dialog where to save the pack, which is not sealed. */
  'evidence:export': claimOfFiles,

  /** An environment that is not the open one is opened for the question. */
  'privacy:about-policy': v.strictObject({ policy, environment }),
  /** Refused while anything of the policy is not delivered there. `filesAside`: damaged files go too. */
  'privacy:forget-policy': v.strictObject({ policy, environment, filesAside: v.boolean() }),
  /** `session:row-key` and what follows it, for the page's rows of an environment that is not open. */
  'privacy:row-keys': v.strictObject({ environment }),
  'privacy:seal-row': v.strictObject({ ...othersRow.entries, environment }),
  'privacy:rows-sealed': v.strictObject({ ...generation.entries, environment }),
  /** Removes everything that practice left on this computer; the page removes its own part first. */
  'privacy:clear-practice': nothing,

  'backup:status': nothing,
  /** Asks by the system's own dialog where to save it. `handOverTo`: this computer gives up what is in it. */
  'backup:write': v.strictObject({
    passphrase: v.pipe(v.string(), v.minLength(shortestPassphrase), v.maxLength(longestPassphrase)),
    handOverTo: v.nullable(v.pipe(v.string(), v.regex(branchReferencePattern))),
  }),
  'backup:take-back': entryId,
  /** The other computer will never send again: what was proved absent of this backup is sent from here. */
  'backup:send-copies': entryId,
  /** Asks by the system's own dialog for a file, and looks at it from outside. */
  'backup:choose': nothing,
  'backup:open': v.strictObject({ passphrase: v.pipe(v.string(), v.maxLength(longestPassphrase)) }),
  'backup:take-in': nothing,

  'updates:status': nothing,
  /** Looks for an update now, where there is a feed. */
  'updates:check': nothing,
  /** Refused once it was put off for as long as it may be. */
  'updates:put-off': nothing,
  /** The application ends as soon as no attempt is open, and comes back as the new version. The page has saved. */
  'updates:install': nothing,

  /** The log of events, as it would be saved. */
  'support:log': nothing,
  /** Asks by the system's own dialog where to save it. */
  'support:save-log': nothing,
  /** What somebody who helps needs to know, to be read first; the page tells the versions of its own databases. */
  'support:report': v.strictObject({
    knownVersion: wholeNumber,
    found: v.pipe(
      v.array(v.strictObject({ environment, version: wholeNumber })),
      // As many as a page may have: damaged ones are kept.
      v.maxLength(30),
    ),
  }),
  /** Saves the report that was shown last, as it was shown, where the system's own dialog is told. */
  'support:save-report': v.strictObject({ form: v.picklist(reportForms) }),

  /** What the page would print now, as a PDF: main asks by the system's own dialog where to save it. */
  'paper:save-pdf': v.variant('paper', [
    v.strictObject({ paper: v.literal('customer-slip'), reference: SlipReferenceSchema }),
    v.strictObject({ paper: v.literal('pharmacy-slip') }),
    v.strictObject({ paper: v.literal('close-of-day'), day }),
    v.strictObject({ paper: v.literal('wall-page') }),
  ]),
  'day:report': v.strictObject({ day }),
  /** The same as a table for spreadsheet programs, saved where the officer says. */
  'day:save-csv': v.strictObject({ day }),

  'claims:list': v.strictObject({ product: v.picklist(products) }),
  'claims:detail': v.strictObject({ product: v.picklist(products), policyNumber }),
  'pharmacies:page': v.strictObject({ page }),
  'pharmacies:search': v.strictObject({
    filter: v.picklist(pharmacyFilters),
    text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
    page,
  }),
  'pharmacies:search-by-name': v.strictObject({
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
    page,
  }),
  'pharmacies:one': v.strictObject({ id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }),
} satisfies Record<(typeof requestChannels)[number], v.GenericSchema>

export type RequestChannel = keyof typeof requestSchemas

/** What a caller passes. */
export type RequestInput<C extends RequestChannel> = v.InferInput<(typeof requestSchemas)[C]>
/** What a handler gets. */
export type RequestArgument<C extends RequestChannel> = v.InferOutput<(typeof requestSchemas)[C]>

/** What main answers: a value, or a failure as data. */
export interface RequestValues {
  'app:status': AppStatus
  'app:storage-retry': AppStatus
  'settings:change': AppStatus
  'environment:connect': ConnectAnswer
  'key:set': KeyStatus
  'key:clear': KeyStatus
  'data-key:renew': null
  'connection:check': ConnectionCheck
  'connection:now': ConnectionNow
  'connection:diary': ConnectionDiary
  'practice:connect': null
  'officers:sign-in': OfficerAnswer
  'officers:leave': null
  'officers:add': OfficerAnswer
  'officers:change-secret': OfficerAnswer
  'officers:reset-secret': OfficerAnswer
  'officers:set-role': OfficerAnswer
  'officers:remove': OfficerAnswer
  'officers:recover': OfficerAnswer
  'session:row-key': RowKeys
  /** Null when no key of that officer's opens it: it stays as it is. */
  'session:seal-row': { readonly sealed: string | null }
  'session:rows-sealed': null
  'outbox:accept': EntrySummary
  'outbox:list': readonly EntrySummary[]
  'outbox:entry': EntryDetail
  'outbox:history': readonly HistoryLine[]
  'outbox:send-now': EntrySummary
  'outbox:look-now': EntrySummary
  'outbox:accept-as-sent': EntrySummary
  'outbox:send-again': EntrySummary
  'outbox:discard': null
  'outbox:to-draft': Draft
  'outbox:acknowledge-duplicate': EntrySummary
  'engine:status': EngineStatus
  'engine:pause': EngineStatus
  'engine:try-now': null
  'drafts:keep-copy': null
  'drafts:forget-copy': null
  'drafts:copies': readonly Draft[]
  'drafts:accepted': readonly string[]
  'evidence:shelf': EvidenceShelf
  'evidence:add-part': EvidenceAddAnswer
  'evidence:part': EvidencePart
  'evidence:change': null
  'evidence:remove': null
  'evidence:export': EvidenceExport
  'privacy:about-policy': KeptAboutPolicy
  'privacy:forget-policy': ForgetAnswer
  'privacy:row-keys': RowKeys
  'privacy:seal-row': { readonly sealed: string | null }
  'privacy:rows-sealed': null
  'privacy:clear-practice': null
  'backup:status': BackupStatus
  'backup:write': BackupWritten
  'backup:take-back': null
  'backup:send-copies': null
  'backup:choose': BackupChosen
  'backup:open': BackupOpened
  'backup:take-in': BackupTakenIn
  'updates:status': UpdateStatus
  'updates:check': UpdateStatus
  'updates:put-off': UpdateStatus
  'updates:install': UpdateStatus
  'support:log': { readonly text: string }
  /** Not saved: the officer thought better of it. */
  'support:save-log': { readonly saved: boolean }
  'support:report': Readonly<Record<ReportForm, string>>
  /** Not saved: the officer thought better of it. */
  'support:save-report': { readonly saved: boolean }
  /** Not saved: the officer thought better of it. */
  'paper:save-pdf': { readonly saved: boolean }
  'day:report': DayReport
  'day:save-csv': { readonly saved: boolean }
  'claims:list': readonly ReceivedClaim[]
  'claims:detail': ClaimDetail
  'pharmacies:page': PharmacyPage
  'pharmacies:search': PharmacyPage
  'pharmacies:search-by-name': PharmacyPage
  'pharmacies:one': Pharmacy
}

export type RequestResult<C extends RequestChannel> = Result<RequestValues[C], Failure>
