import { storeToRefs } from 'pinia'
import { useRouter } from 'vue-router'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { withoutReference } from '#shared/domain/reference.ts'
import { copyFiles } from '#renderer/attachments/file-parts.ts'
import { announce } from '#renderer/ui/announcer.ts'
import { useCommandLayer, useInHand } from '#renderer/commands/command-layer.ts'
import { t } from '#renderer/i18n/index.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { claimFields, claimFieldNames, type ClaimFieldName } from '#shared/domain/claim-fields.ts'
import { customerPart } from '#shared/domain/customer.ts'
import { emptyFields, fieldsOf, type Draft, type DraftFields } from '#shared/domain/draft.ts'
import { asSubmitted } from '#shared/outbox/entry-files.ts'
import { withoutAgreedLinks, withoutStandIns } from '#shared/domain/stand-in.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'

/** A new draft in memory. Only typing saves it, so that merely opening a form leaves no draft. */
export function newDraft(product: Product): Draft {
  const now = new Date().toISOString()
  return {
    id: newId(),
    product,
    fields: emptyFields(),
    branchReference: newBranchReference(),
    createdAt: now,
    updatedAt: now,
    rejection: null,
  }
}

/** What a copy is made of. */
export type Copied = Pick<Draft, 'fields' | 'standIns' | 'customer'>

/** The same of an entry, without the links that its files got, which end with that entry, and those of its choices. */
export function copiedFromEntry(body: EntryBody): Copied {
  const submitted = asSubmitted(body)
  if (submitted.kind !== 'claim') return { fields: emptyFields() }
  const { claim, customer, standIns = {} } = submitted
  const fields = withoutAgreedLinks(fieldsOf(claim), standIns)
  return { fields, standIns, ...customerPart(customer) }
}

/** The fields about one thing, and nothing else. */
function fieldsAbout(thing: 'accident' | 'owner', fields: DraftFields): DraftFields {
  const kept = claimFieldNames.filter((name) => claimFields[name].about === thing)
  return { ...emptyFields(), ...Object.fromEntries(kept.map((name) => [name, fields[name]])) }
}

/**
 * For another vehicle of the same accident: when, where and what happened stay, with its picture, and whether anyone was hurt.
 * What is about a person or a policy goes.
 */
export function forAccident({ fields, standIns = {} }: Copied): Copied {
  return {
    standIns: withoutStandIns(
      standIns,
      (slot) => claimFields[slot].about !== 'accident' && standIns[slot] !== 'not-needed',
    ),
    fields: fieldsAbout('accident', fields),
  }
}

/** For another vehicle of the same owner: who claims stays. */
export function forOwner({ fields, customer }: Copied): Copied {
  return { fields: fieldsAbout('owner', fields), ...customerPart(customer) }
}

/** The id of a copy, and the field that it is made for: the right claim in place of a wrong one, with its files. */
export interface CopyPlan {
  readonly id: string
  readonly field: ClaimFieldName
}

/** Creates a new draft with its own id and reference from the fields of another claim, and opens it. `plan.of`: whose files it gets. */
export function useCopyAsNew(): (
  product: Product,
  copied: Copied,
  plan?: CopyPlan & { readonly of: string },
) => Promise<void> {
  const router = useRouter()
  const drafts = useDrafts()
  const layer = useCommandLayer()
  let isBusy = false

  return async (product, { fields, ...chosen }, plan) => {
    if (isBusy) return
    isBusy = true
    const draft = { ...newDraft(product), ...(plan === undefined ? {} : { id: plan.id }) }
    const incidentDetails = withoutReference(fields.incidentDetails)
    const saved = await drafts.save({ ...draft, ...chosen, fields: { ...fields, incidentDetails } })
    isBusy = false
    if (!saved.ok) {
      layer.failure = saved.error
      return
    }
    if (plan !== undefined) await copyFiles(plan.of, draft.id)
    layer.copied = draft.id
    layer.copiedField = plan?.field ?? 'policyNumber'
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
): (change: (copied: Copied) => Copied, plan?: CopyPlan) => Promise<void> {
  const layer = useCommandLayer()
  const copyAsNew = useCopyAsNew()
  let isBusy = false

  async function copy(change: (copied: Copied) => Copied, plan?: CopyPlan): Promise<void> {
    const of = source()
    if (of === null || isBusy) return
    isBusy = true
    if (of.entryId !== null) {
      const detail = await askMain('outbox:entry', { id: of.entryId })
      const right = plan && { ...plan, of: of.entryId }
      if (detail.ok) await copyAsNew(of.product, change(copiedFromEntry(detail.value.body)), right)
      else layer.failure = detail.error
    } else if (of.listed !== null) await copyAsNew(of.product, change({ fields: fieldsOf(of.listed) }))
    isBusy = false
  }

  useInHand(storeToRefs(layer).another, () => (source() === null ? null : () => void copy(forAccident)))
  return copy
}
