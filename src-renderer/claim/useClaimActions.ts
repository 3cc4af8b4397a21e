import { shallowReactive, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { ClaimAction, EntryAction } from '#shared/claim/actions.ts'
import type { Failure } from '#shared/failure.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { ok, type Result } from '#shared/result.ts'
import { announce } from '#renderer/ui/announcer.ts'
import { undoOffer } from '#renderer/ui/undo.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { correcting, correctRequest } from '#renderer/claim/correcting.ts'
import { t, type TextKey } from '#renderer/i18n/index.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useUploads } from '#renderer/stores/announced.ts'
import { removalText } from './file-words.ts'

/** An action that cannot be undone, which is confirmed first. */
export interface Asked {
  readonly action: Extract<EntryAction, 'discard' | 'send-again' | 'arrived'>
  readonly entry: EntrySummary
}
/** The actions that main carries out. */
type PerformedAction = Exclude<EntryAction, 'compare' | 'told'>

const said: Readonly<Record<PerformedAction, TextKey | null>> = {
  'send-now': 'claim-page.done.sent-now',
  'look-now': 'claim-page.done.looking',
  arrived: 'claim-page.done.arrived',
  'send-again': 'claim-page.done.sent-again',
  'to-draft': null,
  correct: null,
  acknowledge: 'claim-page.done.noted',
  discard: 'claim-page.done.discarded',
}

const withdrawing = new Set<PerformedAction>(['to-draft', 'correct', 'discard'])

export type ClaimActions = ReturnType<typeof useClaimActions>

/** What an officer does with entries, one action of each at a time; `ClaimDialogs` shows what it asks. */
export function useClaimActions() {
  const outbox = useOutbox()
  const drafts = useDrafts()
  const uploads = useUploads()
  const router = useRouter()
  /** The entries that something is done with: a look takes as long as the insurer does. */
  const busyIds = shallowReactive(new Set<string>())
  /** Why the last action failed. */
  const failure = shallowRef<Failure | null>(null)
  const asked = shallowRef<Asked | null>(null)
  const comparedId = shallowRef<string | null>(null)
  const slipId = shallowRef<string | null>(null)
  const toldId = shallowRef<string | null>(null)

  /** Does it, or asks first. */
  function choose(action: ClaimAction, entry: EntrySummary): void {
    if (action === 'compare') comparedId.value = entry.id
    else if (action === 'slip') slipId.value = entry.id
    else if (action === 'told') toldId.value = entry.id
    else if (action === 'earlier')
      void router.push({ name: 'claim', params: { claimKey: entry.behind ?? '' } })
    else if (action === 'discard' || action === 'send-again' || action === 'arrived')
      asked.value = { action, entry }
    else if (action !== 'continue') void perform(action, entry)
  }

  async function perform(action: PerformedAction, entry: EntrySummary): Promise<void> {
    const { id } = entry
    if (busyIds.has(id)) return
    busyIds.add(id)
    failure.value = null
    const result = await carryOut(action, entry)
    busyIds.delete(id)
    const sentence = said[action]
    const removal = withdrawing.has(action) ? removalText(entry, uploads.status) : ''
    const words = [sentence === null ? '' : t(sentence), removal].filter((text) => text !== '')
    if (!result.ok) failure.value = result.error
    else if (action === 'discard')
      undoOffer.value = { text: words.join(' '), undo: () => outbox.act('outbox:undo-discard', id) }
    else if (words.length > 0) await announce(words.join(' '))
  }

  function carryOut(action: PerformedAction, entry: EntrySummary): Promise<Result<unknown, Failure>> {
    const { id } = entry
    switch (action) {
      case 'send-now':
      case 'look-now':
      case 'send-again':
        return outbox.act(`outbox:${action}`, id)
      case 'arrived':
        return outbox.act('outbox:accept-as-sent', id)
      case 'acknowledge':
        return outbox.act('outbox:acknowledge-duplicate', id)
      case 'discard':
        return askMain('outbox:discard', { id })
      case 'to-draft':
        return backToDraft(id)
      case 'correct':
        return entry.kind === 'claim' ? backToDraft(id) : correctIt(entry)
    }
  }

  async function correctIt(request: EntrySummary): Promise<Result<unknown, Failure>> {
    const opened = await correctRequest(request)
    if (correcting.value?.pharmacy === null) await router.push({ name: 'pharmacies' })
    return opened
  }

  async function backToDraft(id: string): Promise<Result<unknown, Failure>> {
    const draft = await askMain('outbox:to-draft', { id })
    if (!draft.ok) return draft
    drafts.put(draft.value)
    // A rejected draft opens at the field to correct. It takes the place of the claim's own page, so that Back leads to
    // where that was opened.
    const place = { name: 'claim', params: { claimKey: draft.value.id } }
    const { name } = router.currentRoute.value
    await (name === 'claim' || name === 'new-claim' ? router.replace(place) : router.push(place))
    return ok(null)
  }

  return { busyIds, failure, asked, comparedId, slipId, toldId, choose, perform }
}
