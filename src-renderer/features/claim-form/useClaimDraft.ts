import { computed, onBeforeUnmount, reactive, shallowReadonly, shallowRef, toRaw, watch, type Ref } from 'vue'
import { typedDay } from '#shared/domain/calendar-date.ts'
import { customerPart, noCustomer } from '#shared/domain/customer.ts'
import type { ClaimFieldName } from '#shared/domain/claim.ts'
import { attachmentFields, type AttachmentField } from '#shared/domain/attachment.ts'
import { fieldsFromFiles, type Draft, type SlotFiles } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { sentPolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import {
  answered,
  withAgreedLinks,
  withoutStandIns,
  type AgreedLinks,
  type Harm,
  type SlotStandIns,
  type StandIn,
} from '#shared/domain/stand-in.ts'
import { readDay } from '#shared/domain/written-day.ts'
import { createDraftSaver, typedInClosed, type SaveState } from '#renderer/data/draft-saver.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { tidyTyped } from './tidy.ts'

/** The day that a text means today, where it would mean another one tomorrow; any other text as it is. */
function datedText(typed: string): string {
  const read = readDay(typed)
  return read?.isRelative === true ? typedDay(read.date) : typed
}

/** A draft being edited: every change is saved within a moment. */
export type ClaimDraft = ReturnType<typeof useClaimDraft>

/**
 * Saves a draft while it is on the screen.
 *
 * @param isKept main has it already
 * @param hasFileStore whether files are uploaded automatically
 * @param links what head office agreed on
 */
export function useClaimDraft(
  initial: Draft,
  isKept: boolean,
  hasFileStore: Readonly<Ref<boolean>>,
  links: Readonly<Ref<AgreedLinks>>,
) {
  let latest = initial
  const fields: Record<ClaimFieldName, string> = reactive({ ...initial.fields })
  const customer = reactive({ ...(initial.customer ?? noCustomer) })
  /** The policy number as typed, if its normalisation was undone; saved with the next change. */
  const policyAsTyped = shallowRef(initial.policyAsTyped)
  const slotFiles = shallowRef<SlotFiles>(initial.slotFiles ?? {})
  const standIns = shallowRef<SlotStandIns>(initial.standIns ?? {})
  const isShared = shallowRef(initial.isShared ?? false)
  const product = shallowRef(initial.product)
  /** The fields as they are sent, with the agreed links. */
  const sent = computed(() => withAgreedLinks(fields, standIns.value, links.value))
  /** What an answer of the insurer's is compared with. */
  const asSent = computed(() => ({
    product: product.value,
    rejection: initial.rejection,
    fields: sent.value,
    policyAsTyped: policyAsTyped.value,
    slotFiles: slotFiles.value,
  }))
  /** The slots that the answer fills with the agreed link. */
  const notNeeded = computed(() =>
    attachmentFields.filter(
      (field) =>
        standIns.value[field] === 'not-needed' &&
        links.value.notNeededLink !== '' &&
        fields[field].trim() === '',
    ),
  )
  /** The fields that need no link, because their file is uploaded with the claim. */
  const fromFiles = computed(() =>
    hasFileStore.value ? fieldsFromFiles({ fields, slotFiles: slotFiles.value }) : [],
  )
  const saveState = shallowRef<SaveState>(
    isKept ? { name: 'saved', at: initial.updatedAt } : { name: 'unchanged' },
  )

  const wasLeftUnsaved = typedInClosed(initial.id) === initial
  const saver = createDraftSaver(initial, {
    isKept,
    onState: (state) => (saveState.value = state),
    onSaved: useDrafts().put,
  })
  function change(): void {
    const { policyAsTyped: _before, customer: _who, ...rest } = latest
    latest = {
      ...rest,
      product: product.value,
      fields: { ...toRaw(fields), occurrenceDate: datedText(fields.occurrenceDate) },
      ...customerPart(customer),
      slotFiles: slotFiles.value,
      standIns: standIns.value,
      isShared: isShared.value,
      updatedAt: momentAfter(latest.updatedAt),
      ...(policyAsTyped.value === undefined ? {} : { policyAsTyped: policyAsTyped.value }),
    }
    saver.change(latest)
  }
  /** Saves what is typed now, also where nothing is typed yet: files need a draft that main has. */
  async function saveNow(): Promise<Result<null, Failure>> {
    if (saveState.value.name === 'unchanged') change()
    await saver.flush()
    return saveState.value.name === 'not-saved' ? err(saveState.value.failure) : ok(null)
  }

  const isAsBefore = (name: ClaimFieldName): boolean => fields[name] === initial.fields[name]
  function tidiedText(name: ClaimFieldName): string | null {
    if (name === 'policyNumber') return sentPolicyNumber(fields[name], policyAsTyped.value)
    return isAsBefore(name) ? null : tidyTyped(name, fields[name])
  }
  /**
   * Normalises a policy number, and puts a day or an amount into the local notation; one that is as it was when the
   * draft was opened stays, because others may have referred to it.
   */
  function tidy(name: ClaimFieldName): void {
    const tidied = tidiedText(name)
    if (tidied !== null && tidied !== fields[name]) fields[name] = tidied
  }

  /** Remembers which files are in its slots, as main has them; saved if that changed. */
  function setSlotFiles(files: SlotFiles): void {
    if (attachmentFields.every((field) => files[field] === slotFiles.value[field])) return
    const { harm } = standIns.value
    const wasEmpty = (field: AttachmentField): boolean => slotFiles.value[field] === undefined
    // What the answer makes needless is so again once its file goes.
    const again = harm === undefined ? {} : withoutStandIns(answered({}, harm), wasEmpty)
    // A file that is there goes before what was chosen while there was none.
    standIns.value = withoutStandIns({ ...again, ...standIns.value }, (field) => files[field] !== undefined)
    slotFiles.value = files
    change()
  }
  /** Chooses that for a slot, in place of its link, or undoes it. */
  function setStandIn(field: AttachmentField, choice: StandIn | undefined): void {
    const others = withoutStandIns(standIns.value, (other) => other === field)
    standIns.value = choice === undefined ? others : { ...others, [field]: choice }
    fields[field] = ''
    change()
  }

  /** Says whether anyone was hurt or died. What is typed in a slot that its link fills then goes. */
  function setHarm(harm: Harm): void {
    standIns.value = answered(standIns.value, harm)
    if (links.value.notNeededLink !== '')
      for (const field of attachmentFields) if (standIns.value[field] === 'not-needed') fields[field] = ''
    change()
  }

  /** Lets the whole office see it, or keeps it for its officer; saved at once. */
  function setShared(shared: boolean): void {
    isShared.value = shared
    change()
    void saver.flush()
  }

  /** Makes it a claim of that product; saved at once. */
  function setProduct(other: Product): void {
    product.value = other
    change()
    void saver.flush()
  }

  if (wasLeftUnsaved) change()
  watch([fields, customer], change, { flush: 'sync' })
  onBeforeUnmount(() => void saver.leave())
  return {
    fields,
    customer,
    saveState: shallowReadonly(saveState),
    policyAsTyped,
    setSlotFiles,
    standIns: shallowReadonly(standIns),
    setStandIn,
    setHarm,
    notNeeded,
    isShared: shallowReadonly(isShared),
    setShared,
    product: shallowReadonly(product),
    setProduct,
    sent,
    asSent,
    fromFiles,
    /** A plain object, with the agreed links of what was chosen in its slots. */
    current: (): Draft => latest,
    tidy,
    leaveField: () => void saver.flush(),
    saveNow,
  }
}

/**
 * Now as an ISO time, or a millisecond after `before` if that is later: the clock of a branch computer may jump back,
 * and a newer version must still have a later time than main's copy.
 */
function momentAfter(before: string): string {
  return new Date(Math.max(Date.now(), Date.parse(before) + 1)).toISOString()
}
