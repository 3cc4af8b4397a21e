import { computed, shallowRef, type ComputedRef } from 'vue'
import { hasSlip } from '#shared/claim/actions.ts'
import { draftName } from '#shared/claim/draft-words.ts'
import { claimLimits } from '#shared/domain/claim.ts'
import { noFilter } from '#shared/domain/claim-list.ts'
import { looksLikePolicyNumber, policyNumberOf } from '#shared/domain/policy-number.ts'
import { products } from '#shared/domain/product.ts'
import { searchedPolicy } from '#shared/language/searched-policy.ts'
import { moment, plainDay } from '#shared/language/format.ts'
import { useDescribe } from '#renderer/composables/useDescribe.ts'
import { useClaimsView } from '#renderer/features/claims-list/claims-view.ts'
import type { FoundSetting } from '#renderer/features/settings/settings-search.ts'
import { t } from '#renderer/i18n/index.ts'
import { say } from '#renderer/i18n/say.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { usePharmacies } from '#renderer/stores/pharmacies.ts'
import { useCommandLayer } from './command-layer.ts'
import { matching, questionWords, shownOfGroup, type Found, type FoundIn } from './found.ts'
import { useClaimSearch } from './useClaimSearch.ts'
import { usePharmacySearch } from './usePharmacySearch.ts'

/** Everything on this computer that matches, limited to what the current officer may see, as it is found. */
export function useGlobalSearch(text: () => string): ComputedRef<readonly FoundIn[]> {
  const words = computed(() => questionWords(text()))
  const claims = useClaimsFound(text)
  const requests = useRequestsFound(words)
  const pharmacies = usePharmaciesFound(text)
  const settings = useSettingsFound(text)
  return computed(() =>
    words.value.length === 0
      ? []
      : [
          { group: 'claims', found: claims.value },
          { group: 'requests', found: requests.value },
          { group: 'pharmacies', found: pharmacies.value },
          { group: 'settings', found: settings.value },
          { group: 'insurer', found: lookUps(text()) },
        ],
  )
}

type Words = ComputedRef<readonly string[]>
type Results = ComputedRef<readonly Found[]>

function useRequestsFound(words: Words): Results {
  const outbox = useOutbox()
  const { describeEntry } = useDescribe()
  const all = computed(() => outbox.entries.filter(({ kind }) => kind === 'pharmacy-request'))
  return computed(() => {
    const requests = matching(all.value, words.value, ({ pharmacyName, policyNumber, capturedBy }) =>
      [searchedPolicy(policyNumber), pharmacyName, capturedBy].join(' '),
    )
    const lines = requests.slice(0, shownOfGroup).map((entry): Found => {
      const { badge, tone } = describeEntry(entry)
      return {
        key: `request-${entry.id}`,
        title: entry.pharmacyName ?? '',
        detail: listed(say('kinds.pharmacy-request'), entry.policyNumber, moment(entry.acceptedAt)),
        status: { text: badge, tone },
        to: { name: 'request', params: { id: entry.id } },
      }
    })
    if (requests.length <= lines.length) return lines
    const more = { key: 'all-requests', title: t('palette.all-requests'), detail: '', to: '/pharmacies/sent' }
    return [...lines, more]
  })
}

function useClaimsFound(text: () => string): Results {
  const view = useClaimsView()
  const matches = useClaimSearch(text)
  const { describe } = useDescribe()
  return computed(() => {
    const { rows, total, kept } = matches.value
    const withCustomer = kept.map(({ id, product, policyNumber, detail: { holder } }) => ({
      key: `kept-${id}`,
      title: policyNumber,
      detail: listed(
        [holder?.firstName, holder?.surname].filter(Boolean).join(' '),
        say(`kinds.${product}`),
        t('palette.kept-with-customer'),
      ),
      to: { name: 'policy', params: { product, policy: policyNumber } },
    }))
    const lines = rows.map(({ key, product, policyNumber, occurrenceDate, place, claim }): Found => {
      const { badge, tone } = describe(claim)
      const entry = claim.type === 'own' ? claim.entry : null
      return {
        key: `claim-${key}`,
        title: claim.type === 'draft' ? draftName(claim.draft, say) : policyNumber,
        detail: listed(
          say(`kinds.${product}`),
          entry?.reference ?? '',
          occurrenceDate === '' ? '' : plainDay(occurrenceDate),
          place,
        ),
        status: { text: badge, tone },
        slipOf: entry !== null && hasSlip(entry) ? entry : null,
        to: { name: 'claim', params: { claimKey: key } },
      }
    })
    const all = {
      key: 'all-claims',
      title: t('palette.all-claims', { n: total }),
      detail: '',
      to: '/claims',
      before: () => view.narrow({ ...noFilter, search: text() }),
    }
    return [...withCustomer, ...lines, ...(total > rows.length ? [all] : [])]
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
    to: { name: 'policy', params: { product, policy } },
  }))
}

const listed = (...parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join(' · ')
