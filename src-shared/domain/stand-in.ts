import * as v from 'valibot'
import { attachmentFields, type AttachmentField } from './attachment.ts'
import type { ClaimFieldName } from './claim-field-names.ts'

/** What an officer chooses in a slot that neither a file nor a link is for. */
export const standIns = ['nobody-died', 'not-available'] as const
export type StandIn = (typeof standIns)[number]

const StandInSchema = v.picklist(standIns)
export const SlotStandInsSchema = v.partial(
  v.strictObject({
    incidentPictureUrl: StandInSchema,
    medicalReportUrl: StandInSchema,
    deathCertificateUrl: StandInSchema,
    originalPolicyCertificateUrl: StandInSchema,
  } satisfies Record<AttachmentField, typeof StandInSchema>),
)
export type SlotStandIns = Readonly<v.InferOutput<typeof SlotStandInsSchema>>

/** What the merchant agreed with the insurer to send in place of evidence; '' where nothing was agreed. */
export interface AgreedLinks {
  readonly nobodyDiedLink: string
  readonly notAvailableLink: string
}

/** The agreed link of a choice; '' if there is none any more. */
export function agreedLink(choice: StandIn, links: AgreedLinks): string {
  return choice === 'nobody-died' ? links.nobodyDiedLink : links.notAvailableLink
}

/** Where nothing was agreed. */
export const noAgreedLinks: AgreedLinks = { nobodyDiedLink: '', notAvailableLink: '' }

/** What can be chosen in a slot. */
export function offeredStandIns(field: AttachmentField, links: AgreedLinks): readonly StandIn[] {
  return standIns.filter(
    (choice) =>
      agreedLink(choice, links) !== '' && (choice !== 'nobody-died' || field === 'deathCertificateUrl'),
  )
}

/** The choice that a link in a slot stands for, if it is one of the agreed ones. */
export function standInOf(field: AttachmentField, link: string, links: AgreedLinks): StandIn | null {
  const bare = link.trim()
  const known = [...offeredStandIns(field, links), ...standIns]
  return bare === '' ? null : (known.find((choice) => agreedLink(choice, links) === bare) ?? null)
}

/** The choices of some slots. */
export function withoutStandIns(
  chosen: SlotStandIns,
  isOut: (field: AttachmentField) => boolean,
): SlotStandIns {
  return Object.fromEntries(
    attachmentFields.flatMap((field) => {
      const choice = chosen[field]
      return choice === undefined || isOut(field) ? [] : [[field, choice]]
    }),
  )
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
