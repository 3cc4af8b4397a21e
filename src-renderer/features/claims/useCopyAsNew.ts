import { onScopeDispose, watchEffect } from 'vue'
import { useRouter } from 'vue-router'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { withoutReference } from '#shared/domain/reference.ts'
import { announce } from '#renderer/ui/announcer.ts'
import { newDraft } from '#renderer/data/new-draft.ts'
import { useCommandLayer } from '#renderer/features/commands/command-layer.ts'
import { t } from '#renderer/i18n/index.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { copiedFields, copiedFromEntry, forAccident, type Copied } from './copy-as-new.ts'

/** Creates a new draft with its own id and reference from the fields of another claim, and opens it. */
export function useCopyAsNew(): (product: Product, copied: Copied) => Promise<void> {
  const router = useRouter()
  const drafts = useDrafts()
  const layer = useCommandLayer()
  let isBusy = false

  return async (product, { fields, ...chosen }) => {
    if (isBusy) return
    isBusy = true
    const draft = newDraft(product)
    const incidentDetails = withoutReference(fields.incidentDetails)
    const saved = await drafts.save({ ...draft, ...chosen, fields: { ...fields, incidentDetails } })
    isBusy = false
    if (!saved.ok) {
      layer.failure = saved.error
      return
    }
    layer.copied = draft.id
    const place = { name: 'claim', params: { claimKey: draft.id } }
    // What was just submitted in a new form cannot be gone back to.
    await (router.currentRoute.value.name === 'new-claim' ? router.replace(place) : router.push(place))
    await announce(t('received.copied'))
  }
}

/** The claim on the screen, for copies of it. */
export interface CopySource {
  readonly product: Product
  /** Its entry, if it was submitted here. */
  readonly entryId: string | null
  /** As the insurer lists it. */
  readonly listed: ReceivedClaim | null
}

/**
 * Copies the claim on the screen, changed for another one; null where there is nothing to copy. The command for another
 * vehicle of its accident does so too.
 */
export function useCopies(
  source: () => CopySource | null,
): (change: (copied: Copied) => Copied) => Promise<void> {
  const layer = useCommandLayer()
  const copyAsNew = useCopyAsNew()

  async function copy(change: (copied: Copied) => Copied): Promise<void> {
    const of = source()
    if (of === null) return
    if (of.entryId !== null) {
      const detail = await askMain('outbox:entry', { id: of.entryId })
      if (detail.ok) await copyAsNew(of.product, change(copiedFromEntry(detail.value.body)))
      else layer.failure = detail.error
    } else if (of.listed !== null) await copyAsNew(of.product, change({ fields: copiedFields(of.listed) }))
  }

  watchEffect(() => (layer.another = source() === null ? null : () => void copy(forAccident)))
  onScopeDispose(() => (layer.another = null))
  return copy
}
