import { computed, type ComputedRef } from 'vue'
import { claimLimits } from '#shared/domain/claim.ts'
import type { Draft } from '#shared/domain/draft.ts'
import { looksLikePolicyNumber, policyNumberOf } from '#shared/domain/policy-number.ts'
import { products } from '#shared/domain/product.ts'
import { sentReferencesOf } from '#shared/domain/reference.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { rowStateText } from '#renderer/features/claims-list/status-words.ts'
import { useClaimsView } from '#renderer/features/claims-list/claims-view.ts'
import { noFilter } from '#renderer/features/claims-list/row-search.ts'
import { stateText, whatText } from '#renderer/features/outbox/entry-words.ts'
import { moment, plainDay } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/index.ts'
import { openedRepositories } from '#renderer/data/repositories/current.ts'
import { searchedPolicy } from '#renderer/data/search/searched-policy.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { usePharmacies } from '#renderer/stores/pharmacies.ts'
import { useCommandLayer } from './command-layer.ts'
import { matching, questionWords, shownOfGroup, type Found, type FoundIn } from './found.ts'
import { useClaimSearch } from './useClaimSearch.ts'
import { usePharmacySearch } from './usePharmacySearch.ts'

/**
 * Everything on this computer that matches: drafts and outbox at once, limited to what the current officer may see;
 * claims and pharmacies as they are found.
 */
export function useGlobalSearch(text: () => string): ComputedRef<readonly FoundIn[]> {
  const words = computed(() => questionWords(text()))
  const drafts = useDraftsFound(words)
  const entries = useEntriesFound(words)
  const claims = useClaimsFound(text)
  const pharmacies = usePharmaciesFound(text)
  return computed(() =>
    words.value.length === 0
      ? []
      : [
          { group: 'drafts', found: drafts.value },
          { group: 'entries', found: entries.value },
          { group: 'claims', found: claims.value },
          { group: 'pharmacies', found: pharmacies.value },
          { group: 'insurer', found: lookUps(text()) },
        ],
  )
}

type Words = ComputedRef<readonly string[]>
type Results = ComputedRef<readonly Found[]>

function useDraftsFound(words: Words): Results {
  const { value: rows } = useLiveQuery(() => openedRepositories()?.drafts.list() ?? null)
  const drafts = computed(() => (rows.value ?? []).flatMap(({ draft }) => (draft === null ? [] : [draft])))
  return computed(() => {
    const found = matching(drafts.value, words.value, draftText)
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

function draftLine({ id, product, fields, updatedAt }: Draft): Found {
  return {
    key: `draft-${id}`,
    title: fields.policyNumber.trim() || t('palette.no-policy'),
    detail: listed(t(`claim.${product}.title`), fields.occurrenceAddress, moment(updatedAt)),
    to: { name: 'draft', params: { id } },
  }
}

function useEntriesFound(words: Words): Results {
  const outbox = useOutbox()
  return computed(() => {
    const found = matching(outbox.entries, words.value, entryText)
    return withRest(found, entryLine, { key: 'all-entries', title: t('palette.all-entries'), to: '/outbox' })
  })
}

function entryText({ policyNumber, pharmacyName, sentReferences, capturedBy }: EntrySummary): string {
  return [searchedPolicy(policyNumber), pharmacyName ?? '', ...sentReferences, capturedBy ?? ''].join(' ')
}

function entryLine(entry: EntrySummary): Found {
  return {
    key: `entry-${entry.id}`,
    title: entry.pharmacyName ?? entry.policyNumber,
    detail: listed(whatText(entry), stateText(entry), moment(entry.acceptedAt)),
    to: { name: 'outbox', query: { entry: entry.id } },
  }
}

function useClaimsFound(text: () => string): Results {
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
    const listedClaims = rows.map(({ key, product, policyNumber, occurrenceDate, place, state, claim }) => ({
      key: `claim-${key}`,
      title: policyNumber,
      detail: listed(
        t(`claim.${product}.title`),
        plainDay(occurrenceDate),
        place,
        rowStateText(state, names),
      ),
      to: { name: 'claim', params: { product, policy: policyNumber }, query: { claim: claim?.id ?? '' } },
    }))
    const all = {
      key: 'all-claims',
      title: t('palette.all-claims', { n: total }),
      detail: '',
      to: '/claims',
      before: () => view.narrow({ ...noFilter, text: text() }),
    }
    return [...withCustomer, ...listedClaims, ...(total > rows.length ? [all] : [])]
  })
}

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

function withRest<T>(
  found: readonly T[],
  line: (item: T) => Found,
  rest: Pick<Found, 'key' | 'title' | 'to'>,
): readonly Found[] {
  const lines = found.slice(0, shownOfGroup).map(line)
  return found.length > shownOfGroup ? [...lines, { ...rest, detail: '' }] : lines
}

const listed = (...parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join(' · ')
