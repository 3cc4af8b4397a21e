import { shallowReadonly, shallowRef, type ShallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { Product } from '#shared/domain/product.ts'
import { withoutReference } from '#shared/domain/reference.ts'
import { announce } from '#renderer/ui/announcer.ts'
import { t } from '#renderer/i18n/index.ts'
import { newDraft } from '#renderer/data/new-draft.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import type { Copied } from './copy-as-new.ts'

/** Creates a new draft with its own id and reference from the fields of another claim, and opens it. */
export function useCopyAsNew(): {
  readonly hasFailed: Readonly<ShallowRef<boolean>>
  readonly copy: (product: Product, copied: Copied) => Promise<void>
} {
  const router = useRouter()
  const drafts = useDrafts()
  const hasFailed = shallowRef(false)
  let isBusy = false

  async function copy(product: Product, { fields, ...chosen }: Copied): Promise<void> {
    if (isBusy) return
    isBusy = true
    const draft = newDraft(product)
    const incidentDetails = withoutReference(fields.incidentDetails)
    const saved = await drafts.save({ ...draft, ...chosen, fields: { ...fields, incidentDetails } })
    isBusy = false
    hasFailed.value = !saved.ok
    if (hasFailed.value) return
    await router.push({ name: 'claim', params: { claimKey: draft.id } })
    await announce(t('received.copied'))
  }

  return { hasFailed: shallowReadonly(hasFailed), copy }
}
