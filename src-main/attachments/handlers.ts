import type { AttachmentExport } from '#shared/domain/attachment.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { EnvironmentServices } from '../environment/open-environment.ts'
import { packFileName, writePack } from './attachment-pack.ts'
import type { Audience } from '../officers/audience.ts'
import { failureOf } from '../outbox/failure-of.ts'
import { refuseWhileBusy } from '../platform/refuse-while-busy.ts'
import type { RequestHandlers } from '../ipc/register.ts'
import { visibleEntry } from '../outbox/shown-entry.ts'

type AttachmentChannel = Extract<keyof RequestHandlers, `attachments:${string}`>

type Services = Pick<EnvironmentServices, 'outbox' | 'copies' | 'attachments'>

export interface AttachmentHandlerOptions {
  /** The part of the workspace used here: its environment may change between two requests. */
  readonly workspace: { services(): Result<Services, Failure> }
  readonly audience: Pick<Audience, 'seesEntryOf' | 'seesDraftOf'>
  /** Asks the officer where to save a pack of this name; null when cancelled. */
  readonly choosePack: (name: string) => Promise<string | null>
}

/** What may be done with the attachments of a claim: a draft's can be changed, an entry's only viewed. */
interface ClaimOfFiles {
  readonly services: Services
  readonly policyNumber: string
  readonly isDraft: boolean
}

/** Answers what the page asks about attachments; those of claims that are not shown are unknown. */
export function createAttachmentHandlers(
  options: AttachmentHandlerOptions,
): Pick<RequestHandlers, AttachmentChannel> {
  const { workspace, audience, choosePack } = options
  const onlyOne = refuseWhileBusy()

  function claimOf(claimId: string): Result<ClaimOfFiles, Failure> {
    const services = workspace.services()
    if (!services.ok) return services
    const { outbox, copies } = services.value
    if (outbox.get(claimId) !== null) {
      const body = visibleEntry(services.value, audience, claimId)?.body
      if (body?.kind !== 'claim') return err({ type: 'unknown-entry' })
      return ok({ services: services.value, policyNumber: body.claim.policyNumber, isDraft: false })
    }
    const kept = copies.one(claimId)
    if (kept === null || !audience.seesDraftOf(kept.officerId)) return err({ type: 'unknown-entry' })
    return ok({ services: services.value, policyNumber: kept.draft.fields.policyNumber, isDraft: true })
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

  async function exportPack(claimId: string): Promise<Result<AttachmentExport, Failure>> {
    const claim = claimOf(claimId)
    if (!claim.ok) return claim
    const name = packFileName(claimId, new Date())
    const target = await onlyOne(async () => ok(await choosePack(name)))
    if (!target.ok) return target
    if (target.value === null) return ok({ type: 'cancelled' })
    // Check again: the application may have been locked, or the claim forgotten, while the dialog was open.
    const still = claimOf(claimId)
    if (!still.ok) return still
    const { services, policyNumber } = still.value
    const files = await services.attachments.readable(claimId)
    if (!files.ok) return err(failureOf(files.error))
    const written = await writePack(
      { policyNumber, files: files.value },
      target.value,
      services.attachments.folder,
    )
    return written.ok ? written : err(failureOf(written.error))
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
    'attachments:export': ({ claimId }) => exportPack(claimId),
  }
}
