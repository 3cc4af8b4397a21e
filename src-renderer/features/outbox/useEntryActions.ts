import { shallowRef, type ShallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { Failure } from '#shared/failure.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { ok, type Result } from '#shared/result.ts'
import { announce } from '#renderer/ui/announcer.ts'
import { undoOffer } from '#renderer/ui/undo.ts'
import { correctRequest } from '#renderer/features/pharmacies/correcting.ts'
import { t, type TextKey } from '#renderer/i18n/index.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useUploads } from '#renderer/stores/uploads.ts'
import { removalText } from './file-words.ts'
import type { PerformedAction } from './entry-actions.ts'

const said: Readonly<Record<PerformedAction, TextKey | null>> = {
  'send-now': 'outbox.done.sent-now',
  'look-now': 'outbox.done.looking',
  arrived: 'outbox.done.arrived',
  'send-again': 'outbox.done.sent-again',
  'to-draft': null,
  correct: null,
  acknowledge: 'outbox.done.acknowledged',
  discard: 'outbox.done.discarded',
}

const withdrawing = new Set<PerformedAction>(['to-draft', 'correct', 'discard'])

/** Runs the chosen action of an entry, one at a time. A failure is stored with its entry. */
export function useEntryActions(): {
  readonly busyId: Readonly<ShallowRef<string | null>>
  readonly failed: ShallowRef<{ readonly id: string; readonly failure: Failure } | null>
  readonly perform: (action: PerformedAction, entry: EntrySummary) => Promise<void>
} {
  const outbox = useOutbox()
  const drafts = useDrafts()
  const uploads = useUploads()
  const router = useRouter()
  const busyId = shallowRef<string | null>(null)
  const failed = shallowRef<{ readonly id: string; readonly failure: Failure } | null>(null)

  async function perform(action: PerformedAction, entry: EntrySummary): Promise<void> {
    if (busyId.value !== null) return
    const { id } = entry
    busyId.value = id
    failed.value = null
    const result = await carryOut(action, entry)
    busyId.value = null
    const sentence = said[action]
    const removal = withdrawing.has(action) ? removalText(entry, uploads.status) : ''
    const words = [sentence === null ? '' : t(sentence), removal].filter((text) => text !== '')
    if (!result.ok) failed.value = { id, failure: result.error }
    else if (action === 'discard')
      undoOffer.value = { text: words.join(' '), undo: () => outbox.act('outbox:undo-discard', id) }
    else if (words.length > 0) await announce(words.join(' '))
  }

  function carryOut(action: PerformedAction, entry: EntrySummary): Promise<Result<unknown, Failure>> {
    const { id } = entry
    switch (action) {
      case 'send-now':
        return outbox.act('outbox:send-now', id)
      case 'look-now':
        return outbox.act('outbox:look-now', id)
      case 'arrived':
        return outbox.act('outbox:accept-as-sent', id)
      case 'send-again':
        return outbox.act('outbox:send-again', id)
      case 'acknowledge':
        return outbox.act('outbox:acknowledge-duplicate', id)
      case 'discard':
        return outbox.discard(id)
      case 'to-draft':
        return backToDraft(id)
      case 'correct':
        return entry.kind === 'claim' ? backToDraft(id) : correctRequest(entry)
    }
  }

  async function backToDraft(id: string): Promise<Result<unknown, Failure>> {
    const draft = await outbox.toDraft(id)
    if (!draft.ok) return draft
    drafts.put(draft.value)
    // A rejected draft opens at the field to correct.
    await router.push({ name: 'draft', params: { id: draft.value.id } })
    return ok(null)
  }

  return { busyId, failed, perform }
}
