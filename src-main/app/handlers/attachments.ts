import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { EnvironmentServices } from '#main/office/environment/open-environment.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import type { HandlersOf } from './register.ts'
import { visibleEntry } from '#main/outbox/shown-entry.ts'

type Services = Pick<EnvironmentServices, 'outbox' | 'drafts' | 'attachments'>

export interface AttachmentHandlerOptions {
  /** The part of the workspace used here: its environment may change between two requests. */
  readonly workspace: { services(): Result<Services, Failure> }
  readonly audience: Pick<Audience, 'seesEntryOf' | 'seesDraftOf'>
}

/** What may be done with the attachments of a claim: a draft's can be changed, an entry's only viewed. */
interface ClaimOfFiles {
  readonly services: Services
  readonly isDraft: boolean
}

/** Answers what the page asks about attachments; those of claims that are not shown are unknown. */
export function createAttachmentHandlers(options: AttachmentHandlerOptions): HandlersOf<'attachments'> {
  const { workspace, audience } = options

  function claimOf(claimId: string): Result<ClaimOfFiles, Failure> {
    const services = workspace.services()
    if (!services.ok) return services
    const { outbox, drafts } = services.value
    if (outbox.get(claimId) !== null) {
      const body = visibleEntry(services.value, audience, claimId)?.body
      if (body?.kind !== 'claim') return err({ type: 'unknown-entry' })
      return ok({ services: services.value, isDraft: false })
    }
    const kept = drafts.one(claimId)
    if (kept === null || !audience.seesDraftOf(kept.officerId)) return err({ type: 'unknown-entry' })
    return ok({ services: services.value, isDraft: true })
  }
  function draftOf(claimId: string): Result<ClaimOfFiles, Failure> {
    const claim = claimOf(claimId)
    return claim.ok && !claim.value.isDraft ? err({ type: 'not-possible-now' }) : claim
  }
  /** The claim of an attachment, by the attachment's id. */
  function claimOfFile(id: string, find: typeof claimOf): Result<ClaimOfFiles, Failure> {
    const services = workspace.services()
    if (!services.ok) return services
    const claimId = services.value.attachments.claimOf(id)
    return claimId === null ? err({ type: 'unknown-entry' }) : find(claimId)
  }

  return {
    'attachments:list': async ({ claimId }) => {
      const claim = claimOf(claimId)
      if (!claim.ok) return claim
      const listed = await claim.value.services.attachments.list(claimId)
      return listed.ok ? listed : err(failureOf(listed.error))
    },
    'attachments:add-part': async ({ part, ...file }) => {
      const claim = draftOf(file.claimId)
      if (!claim.ok) return claim
      const bytes = Buffer.from(part, 'base64')
      const added = await claim.value.services.attachments.addPart(
        { ...file, bytes },
        new Date().toISOString(),
      )
      return added.ok ? added : err(failureOf(added.error))
    },
    'attachments:part': async ({ id, index }) => {
      const claim = claimOfFile(id, claimOf)
      if (!claim.ok) return claim
      const part = await claim.value.services.attachments.part(id, index)
      return part.ok ? part : err(failureOf(part.error))
    },
    'attachments:change': ({ id, ...change }) => {
      const claim = claimOfFile(id, draftOf)
      if (!claim.ok) return claim
      const changed = claim.value.services.attachments.change(id, change)
      return changed.ok ? changed : err(failureOf(changed.error))
    },
    'attachments:remove': async ({ id }) => {
      const claim = claimOfFile(id, draftOf)
      if (!claim.ok) return claim
      const removed = await claim.value.services.attachments.remove(id)
      return removed.ok ? removed : err(failureOf(removed.error))
    },
  }
}
