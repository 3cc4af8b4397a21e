import * as v from 'valibot'
import { attachmentFields, type AttachmentField } from './attachment.ts'
import type { ClaimFieldName } from './claim-fields.ts'

/** What goes in place of evidence: there is none because no one was hurt or died, or it comes later. */
export const standIns = ['not-needed', 'not-available'] as const
export type StandIn = (typeof standIns)[number]

/** Whether anyone was hurt, or died, and the slots whose evidence is not needed then. */
const notNeeded = {
  nobody: ['medicalReportUrl', 'deathCertificateUrl'],
  hurt: ['deathCertificateUrl'],
  died: [],
} as const satisfies Record<string, readonly AttachmentField[]>
export const harms = ['nobody', 'hurt', 'died'] as const satisfies readonly (keyof typeof notNeeded)[]
export type Harm = (typeof harms)[number]

const StandInSchema = v.exactOptional(v.picklist(standIns))
/** What an officer answered, and what goes in slots that neither a file nor a link is for. */
export const SlotStandInsSchema = v.strictObject({
  harm: v.exactOptional(v.picklist(harms)),
  ...({
    incidentPictureUrl: StandInSchema,
    medicalReportUrl: StandInSchema,
    deathCertificateUrl: StandInSchema,
    originalPolicyCertificateUrl: StandInSchema,
  } satisfies Record<AttachmentField, typeof StandInSchema>),
})
export type SlotStandIns = Readonly<v.InferOutput<typeof SlotStandInsSchema>>

/** What the merchant agreed with the insurer to send in place of evidence; '' where nothing was agreed. */
export interface AgreedLinks {
  readonly notNeededLink: string
  readonly notAvailableLink: string
}

/** Where nothing was agreed. */
export const noAgreedLinks: AgreedLinks = { notNeededLink: '', notAvailableLink: '' }

/** Those of practice: its insurer opens no link. */
export const practiceLinks: AgreedLinks = {
  notNeededLink: 'https://practice.example/not-needed',
  notAvailableLink: 'https://practice.example/not-available-yet',
}

/** The agreed link of a choice; '' if there is none any longer. */
export function agreedLink(choice: StandIn, links: AgreedLinks): string {
  return choice === 'not-needed' ? links.notNeededLink : links.notAvailableLink
}

/** What can be chosen in a slot; what is not needed follows from the answer. */
export function offeredStandIns(links: AgreedLinks): readonly StandIn[] {
  return links.notAvailableLink === '' ? [] : ['not-available']
}

/** The choice that a link in a slot stands for, if it is one of the agreed ones. */
export function standInOf(field: AttachmentField, link: string, links: AgreedLinks): StandIn | null {
  const bare = link.trim()
  const isOfHarm = notNeeded.nobody.some((name) => name === field)
  const known = isOfHarm ? standIns : standIns.toReversed()
  return bare === '' ? null : (known.find((choice) => agreedLink(choice, links) === bare) ?? null)
}

/** The choices with this answer: what it makes needless is not needed, and nothing else. */
export function answered(chosen: SlotStandIns, harm: Harm): SlotStandIns {
  const needless = Object.fromEntries(notNeeded[harm].map((field) => [field, 'not-needed' as const]))
  return { ...withoutStandIns(chosen, (field) => chosen[field] === 'not-needed'), ...needless, harm }
}

/** The answer, and the choices of some slots. */
export function withoutStandIns(
  chosen: SlotStandIns,
  isOut: (field: AttachmentField) => boolean,
): SlotStandIns {
  const kept = attachmentFields.filter((field) => chosen[field] !== undefined && !isOut(field))
  return {
    ...(chosen.harm === undefined ? {} : { harm: chosen.harm }),
    ...Object.fromEntries(kept.map((field) => [field, chosen[field]])),
  }
}

/** The fields as an officer chose them: without the links of what was chosen. */
export function withoutAgreedLinks(
  fields: Readonly<Record<ClaimFieldName, string>>,
  chosen: SlotStandIns = {},
): Readonly<Record<ClaimFieldName, string>> {
  const typed = { ...fields }
  for (const name of attachmentFields) if (chosen[name] !== undefined) typed[name] = ''
  return typed
}

/** The fields as they are sent: with the agreed links of what was chosen. A link that was typed goes first. */
export function withAgreedLinks(
  fields: Readonly<Record<ClaimFieldName, string>>,
  chosen: SlotStandIns | undefined,
  links: AgreedLinks,
): Readonly<Record<ClaimFieldName, string>> {
  const sent = { ...fields }
  for (const name of attachmentFields) {
    const choice = chosen?.[name]
    if (choice !== undefined && sent[name].trim() === '') sent[name] = agreedLink(choice, links)
  }
  return chosen === undefined ? fields : sent
}
