import { computed, shallowRef, type ComputedRef } from 'vue'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { slipStage } from '#renderer/features/paper/slip-content.ts'
import { t } from '#renderer/i18n/index.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { actionsFor, offerOf, type EntryAction } from './entry-actions.ts'

export interface MenuItem {
  readonly key: EntryAction | 'slip' | 'status'
  readonly text: string
  readonly isDanger: boolean
}

/** What the menu of an entry's row offers: all that its row does not, discarding last. */
export function menuOf(entry: EntrySummary): readonly MenuItem[] {
  const hasSlip = slipStage(entry) !== null
  const offer = offerOf(entry, hasSlip)
  const item = (key: EntryAction): MenuItem => ({
    key,
    text: t(`outbox.actions.${key}`),
    isDanger: key === 'discard',
  })
  const items = actionsFor(entry).map(item)
  const slip: MenuItem = { key: 'slip', text: t('slip.action'), isDanger: false }
  return [
    ...items.filter(({ isDanger }) => !isDanger),
    ...(hasSlip ? [slip] : []),
    { key: 'status' as const, text: t('sure.title'), isDanger: false },
    ...items.filter(({ isDanger }) => isDanger),
  ].filter(({ key }) => key !== offer)
}

/** The one menu of the screen, as it is for the row that opened it. */
export function useRowMenu(handlers: {
  readonly act: (action: EntryAction, entry: EntrySummary) => void
  readonly openSlip: (entry: EntrySummary) => void
  readonly openStatus: (entry: EntrySummary) => void
}): {
  readonly items: ComputedRef<readonly MenuItem[]>
  readonly label: ComputedRef<string>
  readonly open: (id: string) => void
  readonly choose: (key: string) => void
} {
  const outbox = useOutbox()
  const openId = shallowRef('')
  const entry = computed(() => outbox.byId.get(openId.value) ?? null)
  const items = computed(() => (entry.value === null ? [] : menuOf(entry.value)))
  const label = computed(() =>
    t('outbox.more-of', { what: entry.value?.pharmacyName ?? entry.value?.policyNumber ?? '' }),
  )
  function choose(asked: string): void {
    const key = items.value.find((item) => item.key === asked)?.key
    if (entry.value === null || key === undefined) return
    if (key === 'slip') handlers.openSlip(entry.value)
    else if (key === 'status') handlers.openStatus(entry.value)
    else handlers.act(key, entry.value)
  }
  return { items, label, open: (id) => (openId.value = id), choose }
}
