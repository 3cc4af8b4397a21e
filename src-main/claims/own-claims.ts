import { groupOfEntry } from '#shared/claim/claim.ts'
import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import { knownTime } from '#shared/domain/told.ts'
import { isDecidable, isSettled, isWithdrawn } from '#shared/outbox/predicates.ts'
import { type DraftStore, type ListedDraft, shownDraft } from '#main/outbox/drafts/draft-store.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import { visibleEntry, type ShownServices } from '#main/outbox/shown-entry.ts'
import { nextTurn, Slices } from '#main/platform/slices.ts'
import type { FollowUps } from './follow-ups.ts'
import { claimKey, draftRow, type OwnClaims, type OwnSide, type TableRow } from './table-rows.ts'

/** What our side of the list is made of. */
export interface OwnSources {
  readonly outbox: Pick<Outbox, 'claimsAtInsurer' | 'settledClaimIds' | 'undelivered' | 'duplicated' | 'get'>
  readonly drafts: Pick<DraftStore, 'kept'>
  readonly uploads: Pick<ShownServices['uploads'], 'filesOf'>
  /** What became known of our claims after they were received. */
  readonly followUps: Pick<FollowUps, 'saysOf' | 'searchText' | 'wrongIds' | 'needsLook'>
  /** Who looks at the list. */
  readonly audience: Pick<Audience, 'officerId' | 'isOffices' | 'seesDraftOf' | 'seesEntryOf' | 'nameOf'>
}

/**
 * Our side of the list, as far as the officer may see it. Claims that the insurer's rows were bound to are found by plain
 * columns; the others are opened.
 *
 * @param listed the policies of the insurer's rows, by their keys
 * @param opened settled entries that were opened before; it gets those that are opened now
 * @param matched whether a row of the list is of its entry's policy, where that was computed before; it gets the rest
 */
export async function ownClaims(
  { outbox, drafts, uploads, followUps, audience }: OwnSources,
  listed: ReadonlyMap<string, PolicyNumber>,
  opened: Map<string, KeptEntry>,
  matched = new Map<string, boolean>(),
): Promise<OwnClaims> {
  await nextTurn()
  const rows = outbox.claimsAtInsurer()
  await nextTurn()
  const needing = new Set([...outbox.duplicated().keys(), ...followUps.wrongIds()])
  const needsSomeone = (id: string): boolean => needing.has(id) || followUps.needsLook(id)
  const bound = new Map<string, OwnSide | null>()
  const isBound = new Set<string>()
  const slices = new Slices()
  for (const { product, claimId, entryId, officerId, acceptedAt: createdAt, isOf } of rows) {
    if (slices.isOver()) await slices.next()
    const key = claimKey(product, claimId)
    const policy = listed.get(key)
    if (policy === undefined) continue
    const pair = `${key} ${entryId}`
    const isOwn = matched.get(pair) ?? isOf(policy)
    matched.set(pair, isOwn)
    if (!isOwn) continue
    isBound.add(entryId)
    bound.set(key, null)
    if (!audience.seesEntryOf(officerId)) continue
    const group = needsSomeone(entryId) ? 'needs-you' : 'received'
    const status = followUps.saysOf(entryId)?.status ?? null
    bound.set(key, { entryId, officerId, createdAt: knownTime(createdAt), group, status })
  }
  await nextTurn()
  // All at once: a claim that is submitted or settled meanwhile is in one of them only.
  const settled = outbox.settledClaimIds()
  const open = [...outbox.undelivered()]
  const kept = drafts.kept()
  await nextTurn()
  const draftById = new Map(kept.map((one) => [one.draft.id, one]))
  const get = (id: string): KeptEntry | null => {
    const entry = opened.get(id) ?? outbox.get(id)
    if (entry !== null && isSettled(entry.state)) opened.set(id, entry)
    return entry
  }
  const here = { outbox: { get }, drafts: { one: (id: string) => draftById.get(id) ?? null } }
  const unbound: OwnClaims['unbound'][number][] = []
  const take = (entry: KeptEntry | null): void => {
    if (entry?.body.kind !== 'claim' || isBound.has(entry.id)) return
    const goesOn = isWithdrawn(entry.state) && isContinued(here, audience, entry)
    if (!goesOn) unbound.push({ entry, side: audience.seesEntryOf(entry.officerId) ? sideOf(entry) : null })
  }
  const sideOf = (entry: KeptEntry): OwnSide => {
    const { id: entryId, officerId, acceptedAt: createdAt, state, body } = entry
    const group = groupOfEntry({
      kind: body.kind,
      state,
      candidates: isDecidable(state) ? entry.candidates : 0,
      duplicateClaimIds: [],
      files: isSettled(state) ? null : uploads.filesOf(entry),
      standing: null,
    })
    return {
      entryId,
      officerId,
      createdAt: knownTime(createdAt),
      group: group !== null && needsSomeone(entryId) ? 'needs-you' : group,
      status: followUps.saysOf(entryId)?.status ?? null,
    }
  }
  for (const entry of open) {
    if (slices.isOver()) await slices.next()
    take(entry)
  }
  for (const id of settled) {
    if (isBound.has(id)) continue
    if (slices.isOver(8)) await slices.next()
    take(get(id))
  }
  await nextTurn()
  const rowOf = (one: ListedDraft): TableRow => {
    const draft = shownDraft(one, audience)
    return draftRow({ type: 'draft', draft, isRecovered: one.isRecovered }, one.officerId)
  }
  const visible = kept.filter(({ officerId }) => audience.seesDraftOf(officerId))
  return { bound, unbound, drafts: visible.map(rowOf) }
}

interface Kept {
  readonly outbox: Pick<Outbox, 'get'>
  readonly drafts: { one(id: string): { readonly officerId: string | null } | null }
}

/**
 * Whether what an entry that was taken out became is here and the officer sees it: a draft, or another entry, taken out
 * or not. Of a claim that was corrected several times the last alone has a row.
 */
function isContinued(
  { outbox, drafts }: Kept,
  audience: Pick<Audience, 'seesDraftOf' | 'seesEntryOf'>,
  { state }: Pick<KeptEntry, 'state'>,
): boolean {
  const id = 'as' in state ? state.as : undefined
  if (id === undefined) return false
  const draft = drafts.one(id)
  if (draft !== null) return audience.seesDraftOf(draft.officerId)
  return visibleEntry({ outbox }, audience, id) !== null
}
