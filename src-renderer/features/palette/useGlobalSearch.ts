import { computed, type ComputedRef } from 'vue'
import { hasSlip } from '#shared/claim/actions.ts'
import { draftName, placeBeside } from '#shared/claim/draft-words.ts'
import { claimLimits } from '#shared/domain/claim.ts'
import { noFilter } from '#shared/domain/claim-list.ts'
import type { PharmacyPage } from '#shared/domain/pharmacy.ts'
import { looksLikePolicyNumber, policyNumberOf } from '#shared/domain/policy-number.ts'
import { products } from '#shared/domain/product.ts'
import { holderName } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { fold, searchedPolicy } from '#shared/language/fold.ts'
import { moment, toldDay } from '#shared/language/format.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { useDescribe } from '#renderer/composables/useDescribe.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { openedRepositories } from '#renderer/data/repositories/current.ts'
import { useAnswer } from '#renderer/composables/useAnswer.ts'
import { useClaimsView } from '#renderer/stores/claims-view.ts'
import { findSettings } from '#renderer/forms/settings-search.ts'
import { listed, say, t } from '#renderer/i18n/index.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { usePharmacies } from '#renderer/stores/pharmacies.ts'
import { claimsWith } from '#renderer/commands/claims-found.ts'
import { useCommandLayer } from '#renderer/commands/command-layer.ts'
import { hasEvery, questionWords, shownOfGroup, type Found, type FoundIn } from '#renderer/commands/found.ts'

interface GlobalSearch {
  /** Everything on this computer that matches, limited to what the current officer may see, as it is found. */
  readonly found: ComputedRef<readonly FoundIn[]>
  /** Why claims could not be searched. */
  readonly failure: ComputedRef<Failure | null>
  /** Whether offline pharmacies could not be searched. */
  readonly lacksPharmacies: ComputedRef<boolean>
  /** Whether claims were searched for the text as it is now, so that what is not found is not there. */
  readonly isSearched: ComputedRef<boolean>
}

/** Searches for what is typed, as it is typed. */
export function useGlobalSearch(text: () => string): GlobalSearch {
  const words = computed(() => questionWords(text()))
  const { lines: claims, matches, failure } = useClaimsFound(text)
  const requests = useRequestsFound(words)
  const { lines: pharmacies, failure: notRead } = usePharmaciesFound(text)
  const settings = useSettingsFound(text)
  const found = computed((): readonly FoundIn[] =>
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
  const isSearched = computed(() => matches.value?.asked === words.value.join(' '))
  return { found, failure, lacksPharmacies: computed(() => notRead.value !== null), isSearched }
}

type Words = ComputedRef<readonly string[]>
type Results = ComputedRef<readonly Found[]>

function useRequestsFound(words: Words): Results {
  const outbox = useOutbox()
  const { describeEntry } = useDescribe()
  return computed(() => {
    const requests = outbox.entries.filter(
      ({ kind, policyNumber, pharmacyName, capturedBy }) =>
        kind === 'pharmacy-request' &&
        hasEvery(fold([searchedPolicy(policyNumber), pharmacyName, capturedBy].join(' ')), words.value),
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

/** Whom it is of leads, and the policy comes behind; where nobody is known, the policy leads. */
function personFirst(
  person: string,
  policy: string,
  others: readonly string[],
): Pick<Found, 'title' | 'detail'> {
  const behind = person === '' || person === policy ? others : [policy, ...others]
  return { title: person || policy, detail: listed(...behind) }
}

function useClaimsFound(text: () => string) {
  const view = useClaimsView()
  const opened = askMain('details:all')
  const { value: matches, failure } = useAnswer(() => {
    const words = questionWords(text())
    return words.length === 0 ? null : claimsWith(words, opened)
  })
  const { describe } = useDescribe()
  const lines = computed((): readonly Found[] => {
    // Read here: the palette has closed, and forgotten it, by the time that a line is opened.
    const search = text()
    const { rows: found = [], total = 0, kept: named = [] } = matches.value ?? {}
    const kept = named.slice(0, shownOfGroup)
    // Those that are found with their customer are not shown twice.
    const policies = new Set(named.map((one) => `${one.product} ${policyNumberOf(one.policyNumber)}`))
    const rows = found
      .filter((row) => !policies.has(`${row.product} ${policyNumberOf(row.policyNumber)}`))
      .slice(0, shownOfGroup)
    const withCustomer = kept.map(({ id, product, policyNumber, detail: { holder } }) => ({
      key: `kept-${id}`,
      ...personFirst(holderName(holder), policyNumber, [
        say(`kinds.${product}`),
        t('palette.kept-with-customer'),
      ]),
      to: { name: 'policy', params: { product, policy: policyNumber } },
    }))
    const others = rows.map((row): Found => {
      const { key, product, policyNumber, customer, occurrenceDate, claim } = row
      const { badge, tone } = describe(claim)
      const entry = claim.type === 'own' ? claim.entry : null
      return {
        key: `claim-${key}`,
        ...personFirst(customer, claim.type === 'draft' ? draftName(claim.draft, say) : policyNumber, [
          say(`kinds.${product}`),
          entry?.reference ?? '',
          toldDay(occurrenceDate),
          placeBeside(row, say),
        ]),
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
      before: () => view.narrow({ ...noFilter, search }),
    }
    return [...withCustomer, ...others, ...(total > rows.length ? [all] : [])]
  })
  return { lines, matches, failure }
}

/** How long typing must pause before asking the worker, which handles one question at a time. */
const restMs = 80
const notThere = err({ type: 'storage-unavailable' } as const)

async function pharmaciesWith(text: string, signal: AbortSignal): Promise<Result<PharmacyPage, Failure>> {
  await new Promise((resolve) => setTimeout(resolve, restMs))
  if (signal.aborted) return notThere
  const answer = await openedRepositories()?.pharmacies.search({ text, page: 1 }, 'offline')
  return answer?.ok === true ? ok(answer.value.value) : (answer ?? notThere)
}

function usePharmaciesFound(text: () => string) {
  const store = usePharmacies()
  const layer = useCommandLayer()
  const { value: matches, failure } = useAnswer((signal) => {
    const asked = text()
    // Read here, it has another insurer's searched at once.
    const isAsked = questionWords(asked).length > 0 && openedRepositories() !== null
    return isAsked ? pharmaciesWith(asked, signal) : null
  })
  const lines = computed((): readonly Found[] => {
    const asked = text()
    const { pharmacies: all = [], total = 0 } = matches.value ?? {}
    const pharmacies = all.slice(0, shownOfGroup)
    const few = pharmacies.map((pharmacy) => ({
      key: `pharmacy-${pharmacy.id}`,
      title: pharmacy.name.trim() || t('pharmacies.no-name'),
      detail: listed(pharmacy.lga, pharmacy.state, pharmacy.address),
      to: '/pharmacies',
      before: () => (layer.wantedPharmacy = pharmacy),
    }))
    const more = {
      key: 'all-pharmacies',
      title: t('palette.all-pharmacies', { n: total }),
      detail: '',
      to: '/pharmacies',
      before: () => {
        store.text = asked
        void store.search('offline')
      },
    }
    return [...few, ...(total > pharmacies.length ? [more] : [])]
  })
  return { lines, failure }
}

function useSettingsFound(text: () => string): Results {
  return computed(() =>
    findSettings(text())
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
