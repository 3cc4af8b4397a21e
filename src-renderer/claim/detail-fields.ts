import { isSlot, type AttachmentField } from '#shared/domain/attachment.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import {
  claimFields as fieldTable,
  claimFieldNames,
  holds,
  type ClaimFieldName,
} from '#shared/domain/claim-fields.ts'
import type {
  ClaimDetail,
  InsurerClaim,
  PolicyHolder,
  PolicyRecord,
  ReceivedClaim,
} from '#shared/domain/received-claim.ts'
import { noAgreedLinks, standInOf, type AgreedLinks } from '#shared/domain/stand-in.ts'
import { statusText } from '#shared/claim/describe.ts'
import { naira, plainDay, toldDay, toldTime } from '#shared/language/format.ts'
import { say, t } from '#renderer/i18n/index.ts'

/** One value of a claim on the screen. */
interface DetailField {
  readonly label: string
  readonly value: string | null
  readonly isSensitive?: boolean
  readonly isWide?: boolean
  readonly isLink?: boolean
}

type StatusNames = Readonly<Record<string, string>>

/** One field of a claim: what is hidden at first, has a row of its own, or leads to a file. */
export const claimFact = (name: ClaimFieldName, value: string | null): DetailField => ({
  label: say(`fields.${name}`),
  value,
  isSensitive: fieldTable[name].isHidden,
  isWide: isSlot(name) || holds(name, 'line') || holds(name, 'text'),
  isLink: isSlot(name),
})

/** The claim itself. */
export function claimFields(
  claim: ClaimDetail | ReceivedClaim,
  names: StatusNames,
  links: AgreedLinks = noAgreedLinks,
): DetailField[] {
  const fact = (name: ClaimFieldName): DetailField => claimFact(name, fieldText(claim, name, links))
  return [
    { label: t('received.columns.state'), value: statusText(claim.status, { statusNames: names, say }) },
    fact('repairEstimate'),
    ...claimFieldNames.filter((name) => name !== 'policyNumber' && name !== 'repairEstimate').map(fact),
    { label: t('claim-detail.created'), value: toldTime(claim.createdAt) },
    { label: t('claim-detail.updated'), value: toldTime(claim.updatedAt) },
  ]
}

/** The customer of the policy. */
export function holderFields(holder: PolicyHolder): DetailField[] {
  const name = [holder.firstName, holder.middleName, holder.surname].filter(isText).join(' ')
  const hidden = { isSensitive: true } as const
  return [
    { label: t('officers.name'), value: name },
    { label: t('claim-detail.phone'), value: holder.phone, ...hidden },
    { label: t('claim-detail.email'), value: holder.email, ...hidden },
    { label: t('claim-detail.date-of-birth'), value: toldDay(holder.dateOfBirth), ...hidden },
    { label: t('claim-detail.gender'), value: holder.gender },
    { label: t('claim-detail.occupation'), value: holder.occupation },
    { label: t('pharmacies.address'), value: holder.address, isWide: true, ...hidden },
    { label: t('claim-detail.town'), value: holder.town },
    { label: t('pharmacies.state'), value: holder.stateOfResidence },
    { label: t('claim-detail.next-of-kin'), value: holder.nextOfKinName, ...hidden },
  ]
}

/** The policy. The meaning of its status is undocumented too, so the raw value is shown. */
export function policyFields(policy: PolicyRecord): DetailField[] {
  const kin = [policy.nextOfKinOtherNames, policy.nextOfKinSurname].filter(isText).join(' ')
  const hidden = { isSensitive: true } as const
  return [
    { label: t('says.fields.policyNumber'), value: policy.policyNumber },
    { label: t('claim-detail.variant'), value: policy.variantType },
    {
      label: t('claim-detail.insured'),
      value: policy.amountInsured === null ? null : naira(policy.amountInsured),
    },
    { label: t('claim-detail.policy-status'), value: policy.status },
    { label: t('claim-detail.start'), value: toldDay(policy.startDate) },
    { label: t('claim-detail.end'), value: toldDay(policy.endDate) },
    { label: t('claim-detail.kin-name'), value: kin, ...hidden },
    { label: t('claim-detail.kin-relationship'), value: policy.nextOfKinRelationship, ...hidden },
    { label: t('claim-detail.kin-phone'), value: policy.nextOfKinPhone, ...hidden },
  ]
}

/** A field of a claim for the eye; '' for an amount that was no number. */
export function fieldText(
  claim: ClaimContent | InsurerClaim,
  name: ClaimFieldName,
  links: AgreedLinks,
): string {
  if (holds(name, 'amount')) return claim[name] === null ? '' : naira(claim[name])
  if (holds(name, 'day')) {
    const day = claim[name]
    return typeof day === 'string' ? plainDay(day) : toldDay(day)
  }
  return isSlot(name) ? linkText(name, claim[name], links) : claim[name]
}

// In words where it is an agreed one.
function linkText(field: AttachmentField, link: string, links: AgreedLinks): string {
  const standIn = standInOf(field, link, links)
  return standIn === null ? link : t(`attachments.stand-in.${standIn}`)
}

function isText(text: string | null): text is string {
  return text !== null && text !== ''
}
