import { attachmentFields, type AttachmentField, type AttachmentFile } from '#shared/domain/attachment.ts'
import type { ClaimFieldName } from '#shared/domain/claim-fields.ts'
import type { ClaimRow } from '#shared/domain/claim-list.ts'
import { parseNaira, type DraftFields } from '#shared/domain/draft.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import { standInOf, type AgreedLinks } from '#shared/domain/stand-in.ts'
import { toldDay, toldTime } from '#shared/language/format.ts'
import { plural, t } from '#renderer/i18n/index.ts'
import { fieldId, fieldLabel } from './claim-fields.ts'
import type { SimilarClaim } from './duplicate-radar.ts'

/** What an officer is asked about once before a claim is submitted. It never blocks. */
export interface Remark {
  /** The same as long as the same would be asked. */
  readonly key: string
  readonly text: string
  /** The id of the element to go to. */
  readonly at: string
  /** The claim was submitted before, as it is. */
  readonly isSame?: boolean
  /** It is better submitted as a claim of this product. */
  readonly otherProduct?: Product
}

/** The id of the button that adds further files. */
export const unlinkedFilesId = 'claim-further-files'

type Links = Readonly<Record<AttachmentField, string>>

/** The slots with the same link as this one, itself included; none if its link is in no other, or is an agreed one. */
export function slotsWithLinkOf(
  name: AttachmentField,
  fields: Links,
  agreed: AgreedLinks,
): readonly AttachmentField[] {
  const link = fields[name].trim()
  if (link === '' || standInOf(name, link, agreed) !== null) return []
  const same = attachmentFields.filter((other) => fields[other].trim() === link)
  return same.length > 1 ? same : []
}

/** Says which slots have the same link. */
export function repeatedText(slots: readonly AttachmentField[]): string {
  return t('form.repeated', { names: slots.map(fieldLabel).join(', ') })
}

/** The files in no slot. */
export function unlinkedFiles(files: readonly AttachmentFile[]): readonly AttachmentFile[] {
  return files.filter(({ field, state }) => field === null && state === 'kept')
}

/** Says which files are in no slot. */
export function unlinkedText(files: readonly AttachmentFile[]): string {
  return t('form.unlinked', { names: files.map(({ name }) => name).join(', ') })
}

/** Everything to ask about, in the order of the form. */
export function remarksOf(claim: {
  readonly dayWarning: string
  /** What the policy is of, where the claim is of the other one. */
  readonly otherProduct: Product | null
  /** The number that may be meant, where the policy has letters among its figures. */
  readonly meant: string | null
  /** What the insurer named and is as it was. */
  readonly uncorrected: readonly ClaimFieldName[]
  /** What was submitted before with the same contents, and the badge it has. */
  readonly same: { readonly row: ClaimRow; readonly badge: string } | null
  readonly similar: readonly SimilarClaim[]
  readonly fields: Links & Pick<DraftFields, 'policyNumber' | 'repairEstimate'>
  readonly agreed: AgreedLinks
  readonly files: readonly AttachmentFile[]
}): readonly Remark[] {
  const { dayWarning, otherProduct, meant, same, fields, agreed } = claim
  const at = (name: ClaimFieldName): string => fieldId(name)
  const near = claim.similar.filter(({ isNear, row }) => isNear && row !== same?.row)
  const days = near.map(({ row }) => toldDay(row.occurrenceDate)).join(', ')
  const repeated = attachmentFields
    .map((name) => slotsWithLinkOf(name, fields, agreed))
    .filter((slots, index) => slots[0] === attachmentFields[index])
  const unlinked = unlinkedFiles(claim.files)
  return [
    ...(otherProduct === null
      ? []
      : [
          {
            key: `${otherProduct} ${policyNumberOf(fields.policyNumber)}`,
            text: t(`claim.${otherProduct}.policy`),
            at: at('policyNumber'),
            otherProduct,
          },
        ]),
    ...(meant === null
      ? []
      : [{ key: `meant ${meant}`, text: meantText(fields.policyNumber, meant), at: at('policyNumber') }]),
    ...(claim.uncorrected.length === 0
      ? []
      : [
          {
            key: `uncorrected ${claim.uncorrected.join()}`,
            text: plural('form.uncorrected', claim.uncorrected.length, {
              names: claim.uncorrected.map(fieldLabel).join(', '),
            }),
            at: at(claim.uncorrected[0] ?? 'policyNumber'),
          },
        ]),
    ...(same === null
      ? []
      : [{ key: `same ${same.row.key}`, text: sameText(same), at: at('policyNumber'), isSame: true }]),
    ...(near.length === 0
      ? []
      : [
          {
            key: near.map(({ row }) => row.key).join(),
            text: t('form.near', { title: plural('radar.near', near.length), days }),
            at: at('policyNumber'),
          },
        ]),
    ...(dayWarning === '' ? [] : [{ key: dayWarning, text: dayWarning, at: at('occurrenceDate') }]),
    ...(parseNaira(fields.repairEstimate) === 0
      ? [{ key: 'no-estimate', text: t('form.no-estimate'), at: at('repairEstimate') }]
      : []),
    ...repeated.flatMap((slots) => {
      const [first, second] = slots
      return first === undefined || second === undefined
        ? []
        : [{ key: `${fields[first]} ${slots.join()}`, text: repeatedText(slots), at: at(second) }]
    }),
    ...(unlinked.length === 0
      ? []
      : [{ key: unlinked.map(({ id }) => id).join(), text: unlinkedText(unlinked), at: unlinkedFilesId }]),
  ]
}

function meantText(typed: string, meant: string): string {
  const policy = policyNumberOf(typed)
  const letter = policy.split('').find((one, place) => one !== meant[place]) ?? ''
  return t('form.letter', { policy, letter, meant })
}

function sameText({ row, badge }: { readonly row: ClaimRow; readonly badge: string }): string {
  const name = (row.claim.type === 'own' ? row.claim.entry.reference : null) ?? row.policyNumber
  return t('form.same', { name, badge, when: toldTime(row.createdAt) })
}
