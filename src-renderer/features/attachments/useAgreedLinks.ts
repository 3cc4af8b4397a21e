import { computed, type ComputedRef } from 'vue'
import type { AttachmentField } from '#shared/domain/attachment.ts'
import { noAgreedLinks, standInOf, type AgreedLinks } from '#shared/domain/stand-in.ts'
import { t } from '#renderer/i18n/index.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/** The links that head office agreed with the insurer to send in place of evidence. */
export function useAgreedLinks(): ComputedRef<AgreedLinks> {
  const app = useAppStatus()
  return computed(() => app.status?.settings ?? noAgreedLinks)
}

/** A link of a claim for the eye: in words where it is an agreed one. */
export function linkText(field: AttachmentField, link: string, links: AgreedLinks): string {
  const standIn = standInOf(field, link, links)
  return standIn === null ? link : t(`attachments.stand-in.${standIn}`)
}
