import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { onTestFinished } from 'vitest'
import type { ComponentOptionsMixin } from 'vue'
import type { Draft } from '#shared/domain/draft.ts'
import { flushDrafts } from '#renderer/data/draft-saver.ts'
import { newDraft } from '#renderer/claim/copy-as-new.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { aStatus } from '#testing/page/fake-main.ts'
import ClaimForm from '#renderer/features/claim-form/ClaimForm.vue'

/** The form of a draft, in the document. */
export function mountForm(
  draft: Draft,
  { isKept = false, mixins = [] }: { isKept?: boolean; mixins?: ComponentOptionsMixin[] } = {},
): VueWrapper {
  // A save still on its way would reach the next test's main.
  onTestFinished(() => flushDrafts())
  return mount(ClaimForm, {
    props: { draft, isKept, isRecovered: false },
    global: { plugins: [aRouter()], mixins },
    attachTo: document.body,
  })
}

/** The form of a new keke claim with these changes, in an application of this status. */
export async function showForm(
  change: Partial<Draft>,
  status: Parameters<typeof aStatus>[0],
): Promise<{ readonly draft: Draft; readonly form: VueWrapper }> {
  setActivePinia(createPinia())
  useAppStatus().status = aStatus(status)
  const draft = { ...newDraft('keke'), ...change }
  const form = mountForm(draft)
  await flushPromises()
  return { draft, form }
}
