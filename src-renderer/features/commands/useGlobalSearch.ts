import { computed, shallowRef, type ComputedRef } from 'vue'
import { claimLimits } from '#shared/domain/claim.ts'
import { noFilter } from '#shared/domain/claim-list.ts'
import type { Draft } from '#shared/domain/draft.ts'
import { looksLikePolicyNumber, policyNumberOf } from '#shared/domain/policy-number.ts'
import { products } from '#shared/domain/product.ts'
import { sentReferencesOf } from '#shared/domain/reference.ts'
import { fold } from '#shared/language/fold.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { rowStateText } from '#renderer/features/claims-list/status-words.ts'
import { useClaimsView } from '#renderer/features/claims-list/claims-view.ts'
import { draftName } from '#renderer/features/drafts/draft-name.ts'
import { topicText, topicTone, whatText } from '#renderer/features/outbox/entry-words.ts'
import { useOutboxView } from '#renderer/features/outbox/outbox-view.ts'
import { useEntrySearch } from '#renderer/features/outbox/useEntrySearch.ts'
import { slipStage } from '#renderer/features/paper/slip-content.ts'
import { moment, plainDay } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/index.ts'
import { searchedPolicy } from '#shared/language/searched-policy.ts'
import type { FoundSetting } from '#renderer/features/settings/settings-search.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { usePharmacies } from '#renderer/stores/pharmacies.ts'
import { useCommandLayer } from './command-layer.ts'
import { matching, questionWords, shownOfGroup, type Found, type FoundIn } from './found.ts'
import { useClaimSearch } from './useClaimSearch.ts'
import { usePharmacySearch } from './usePharmacySearch.ts'

/**
 * Everything on this computer that matches, limited to what the current officer may see: drafts at once, the others as
 * they are found.
 */
export function useGlobalSearch(text: () => string): ComputedRef<readonly FoundIn[]> {
  const words = computed(() => questionWords(text()))
  const drafts = useDraftsFound(words)
  const entries = useEntriesFound(text, words)
  const view = useOutboxView()
  const inOutbox = computed(() => ({
    key: 'all-entries',
    title: t('palette.all-entries', { n: entries.value.claims.length + entries.value.requests.length }),
    to: '/outbox',
    before: () => void (view.text = text()),
  }))
  const claims = useClaimsFound(text, () => ({ entries: entries.value.claims, rest: inOutbox.value }))
  const pharmacies = usePharmaciesFound(text)
  const settings = useSettingsFound(text)
  const requests = computed(() => withRest(entries.value.requests, entryLine, inOutbox.value))
  return computed(() =>
    words.value.length === 0
      ? []
      : [
          { group: 'claims', found: claims.value },
          { group: 'drafts', found: drafts.value },
          { group: 'requests', found: requests.value },
          { group: 'pharmacies', found: pharmacies.value },
          { group: 'settings', found: settings.value },
          { group: 'insurer', found: lookUps(text()) },
        ],
  )
}

type Words = ComputedRef<readonly string[]>
type Results = ComputedRef<readonly Found[]>

function useDraftsFound(words: Words): Results {
  const drafts = useDrafts()
  return computed(() => {
    const found = matching(drafts.all, words.value, draftText)
    return withRest(found, draftLine, { key: 'all-drafts', title: t('palette.all-drafts'), to: '/drafts' })
  })
}

function draftText(draft: Draft): string {
  const { policyNumber, claimantIdentification, occurrenceAddress, incidentDetails } = draft.fields
  return [
    searchedPolicy(policyNumber),
    ...sentReferencesOf(draft),
    occurrenceAddress,
    claimantIdentification,
    incidentDetails,
  ].join(' ')
}

function draftLine(draft: Draft): Found {
  const { id, product, fields, updatedAt, rejection } = draft
  return {
    key: `draft-${id}`,
    title: draftName(draft),
    detail: listed(t(`claim.${product}.title`), fields.occurrenceAddress, moment(updatedAt)),
    status: rejection
      ? { text: t('drafts.rejected'), tone: 'danger' }
      : { text: t('palette.draft'), tone: 'neutral' },
    to: { name: 'draft', params: { id } },
  }
}

interface EntriesFound {
  readonly claims: readonly EntrySummary[]
  readonly requests: readonly EntrySummary[]
}

/** Found by main, which knows their places and identifications; those of the policy that is asked for come first. */
function useEntriesFound(text: () => string, words: Words): ComputedRef<EntriesFound> {
  const outbox = useOutbox()
  const search = useEntrySearch(() => (words.value.length === 0 ? '' : text()))
  return computed(() => {
    const ids = search.value?.ids ?? new Set()
    const found = outbox.entries.filter(({ id }) => ids.has(id))
    const [first = ''] = words.value
    const ordered = [true, false].flatMap((begins) =>
      found.filter(({ policyNumber }) => fold(policyNumber).startsWith(first) === begins),
    )
    return {
      claims: ordered.filter(({ kind }) => kind === 'claim'),
      requests: ordered.filter(({ kind }) => kind !== 'claim'),
    }
  })
}

function entryLine(entry: EntrySummary): Found {
  return {
    key: `entry-${entry.id}`,
    title: entry.pharmacyName ?? entry.policyNumber,
    detail: listed(
      whatText(entry),
      entry.pharmacyName === null ? '' : entry.policyNumber,
      entry.reference ?? '',
      moment(entry.acceptedAt),
    ),
    status: { text: topicText(entry), tone: topicTone(entry) },
    slipOf: slipStage(entry) === null ? null : entry,
    // Also where that entry is on the screen already.
    to: { name: 'outbox', query: { entry: entry.id }, force: true },
  }
}

/** Claims of the outbox, then those of the insurer; one that is in both is the insurer's, with the slip of ours. */
function useClaimsFound(
  text: () => string,
  ofOutbox: () => { readonly entries: readonly EntrySummary[]; readonly rest: Rest },
): Results {
  const app = useAppStatus()
  const view = useClaimsView()
  const matches = useClaimSearch(text)
  return computed(() => {
    const { rows, total, kept } = matches.value
    const names = app.status?.settings.statusNames ?? {}
    const withCustomer = kept.map(({ id, product, policyNumber, detail: { holder } }) => ({
      key: `kept-${id}`,
      title: policyNumber,
      detail: listed(
        [holder?.firstName, holder?.surname].filter(Boolean).join(' '),
        t(`claim.${product}.title`),
        t('palette.kept-with-customer'),
      ),
      to: { name: 'claim', params: { product, policy: policyNumber } },
    }))
    const { entries, rest } = ofOutbox()
    const ours = new Map(entries.map((entry) => [listedKey(entry), entry]))
    const listedClaims = rows.map(
      ({ key, product, policyNumber, occurrenceDate, place, group, claimId }) => ({
        key: `claim-${key}`,
        title: policyNumber,
        detail: listed(t(`claim.${product}.title`), plainDay(occurrenceDate), place),
        status: { text: rowStateText(group, names), tone: 'neutral' as const },
        slipOf: ours.get(`${product} ${claimId ?? ''}`) ?? null,
        to: { name: 'claim', params: { product, policy: policyNumber }, query: { claim: claimId ?? '' } },
      }),
    )
    const all = {
      key: 'all-claims',
      title: t('palette.all-claims', { n: total }),
      detail: '',
      to: '/claims',
      before: () => view.narrow({ ...noFilter, search: text() }),
    }
    const shown = new Set(listedClaims.map(({ slipOf }) => slipOf))
    const unlisted = entries.filter((entry) => !shown.has(entry))
    return [
      ...withRest(unlisted, entryLine, rest),
      ...withCustomer,
      ...listedClaims,
      ...(total > rows.length ? [all] : []),
    ]
  })
}

const listedKey = ({ product, state }: EntrySummary): string =>
  `${product ?? ''} ${'claimId' in state ? (state.claimId ?? 'none') : 'none'}`

function usePharmaciesFound(text: () => string): Results {
  const store = usePharmacies()
  const layer = useCommandLayer()
  const matches = usePharmacySearch(text)
  return computed(() => {
    const { pharmacies, total } = matches.value
    const lines = pharmacies.map((pharmacy) => ({
      key: `pharmacy-${pharmacy.id}`,
      title: pharmacy.name.trim() || t('pharmacies.no-name'),
      detail: listed(pharmacy.lga, pharmacy.state, pharmacy.address),
      to: '/pharmacies',
      before: () => (layer.wantedPharmacy = pharmacy),
    }))
    const all = {
      key: 'all-pharmacies',
      title: t('palette.all-pharmacies', { n: total }),
      detail: '',
      to: '/pharmacies',
      before: () => {
        store.text = text()
        void store.search('offline')
      },
    }
    return [...lines, ...(total > pharmacies.length ? [all] : [])]
  })
}

function useSettingsFound(text: () => string): Results {
  const find = shallowRef<((text: string) => readonly FoundSetting[]) | null>(null)
  void import('#renderer/features/settings/settings-search.ts').then(
    ({ findSettings }) => (find.value = findSettings),
  )
  return computed(() =>
    (find.value?.(text()) ?? [])
      .slice(0, shownOfGroup)
      .map(({ name, ...setting }) => ({ key: `setting-${name}`, ...setting })),
  )
}

/** A policy number does not identify the product, so the officer chooses. */
function lookUps(text: string): readonly Found[] {
  const policy = policyNumberOf(text)
  // Spaces are allowed around slashes only: anything else is several words.
  const isOneWord = !/[^/\\\s]\s+[^/\\\s]/.test(text.trim())
  const isNumber =
    looksLikePolicyNumber(policy) && /\d/.test(policy) && policy.length <= claimLimits.policyNumber
  if (!isOneWord || !isNumber) return []
  return products.map((product) => ({
    key: `look-up-${product}`,
    title: t('palette.look-up', { policy, product: t(`product.${product}`) }),
    detail: '',
    to: { name: 'claim', params: { product, policy } },
  }))
}

type Rest = Pick<Found, 'key' | 'title' | 'to' | 'before'>

function withRest<T>(found: readonly T[], line: (item: T) => Found, rest: Rest): readonly Found[] {
  const lines = found.slice(0, shownOfGroup).map(line)
  return found.length > shownOfGroup ? [...lines, { ...rest, detail: '' }] : lines
}

const listed = (...parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join(' · ')
