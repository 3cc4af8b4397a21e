import { shallowReadonly, shallowRef, type ShallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { DraftFields } from '#shared/domain/draft.ts'
import type { Product } from '#shared/domain/product.ts'
import { announce } from '#renderer/ui/announcer.ts'
import { t } from '#renderer/i18n/index.ts'
import { openedRepositories } from '#renderer/data/repositories/current.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { withoutReference } from './copy-as-new.ts'

/** Creates a new draft with its own id and reference from the fields of another claim, and opens it. */
export function useCopyAsNew(): {
  readonly hasFailed: Readonly<ShallowRef<boolean>>
  readonly copy: (product: Product, fields: DraftFields) => Promise<void>
} {
  const app = useAppStatus()
  const router = useRouter()
  const hasFailed = shallowRef(false)
  let isBusy = false

  async function copy(product: Product, fields: DraftFields): Promise<void> {
    const repositories = openedRepositories()
    if (isBusy) return
    isBusy = true
    const appendReference = app.status?.settings.appendReference ?? true
    const draft = repositories?.drafts.create(product, { appendReference })
    const saved =
      draft === undefined
        ? undefined
        : await repositories?.drafts.save({
            ...draft,
            fields: { ...fields, incidentDetails: withoutReference(fields.incidentDetails) },
          })
    isBusy = false
    hasFailed.value = saved?.ok !== true
    if (draft === undefined || hasFailed.value) return
    await router.push({ name: 'draft', params: { id: draft.id } })
    await announce(t('received.copied'))
  }

  return { hasFailed: shallowReadonly(hasFailed), copy }
}
