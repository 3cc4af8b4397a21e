import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { EnvironmentServices } from '#main/office/environment/environment.ts'
import { visibleEntry } from '#main/outbox/shown-entry.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { storageAnswer, type HandlersOf, type Using } from './register.ts'

/** What may be done with the attachments of a claim: a draft's can be changed, an entry's only viewed. */
interface ClaimOfFiles extends Pick<EnvironmentServices, 'attachments'> {
  readonly isDraft: boolean
}

/** Answers what the page asks about attachments; those of claims that are not shown are unknown. */
export function createAttachmentHandlers(
  workspace: Using<Pick<EnvironmentServices, 'outbox' | 'drafts' | 'attachments'>>,
  audience: Pick<Audience, 'seesDraftOf' | 'seesEntryOf'>,
): HandlersOf<'attachments'> {
  const claimOf = (claimId: string): Result<ClaimOfFiles, Failure> =>
    workspace.using((services): Result<ClaimOfFiles, Failure> => {
      const { outbox, drafts, attachments } = services
      if (outbox.get(claimId) !== null) {
        const isClaim = visibleEntry(services, audience, claimId)?.body.kind === 'claim'
        return isClaim ? ok({ attachments, isDraft: false }) : err({ type: 'unknown-entry' })
      }
      const kept = drafts.one(claimId)
      const isShown = kept !== null && audience.seesDraftOf(kept.officerId)
      return isShown ? ok({ attachments, isDraft: true }) : err({ type: 'unknown-entry' })
    })
  function draftOf(claimId: string): Result<ClaimOfFiles, Failure> {
    const claim = claimOf(claimId)
    return claim.ok && !claim.value.isDraft ? err({ type: 'not-possible-now' }) : claim
  }
  /** The claim of an attachment, by the attachment's id. */
  const claimOfFile = (id: string, find: typeof claimOf): Result<ClaimOfFiles, Failure> =>
    workspace.using(({ attachments }) => {
      const claimId = attachments.claimOf(id)
      return claimId === null ? err({ type: 'unknown-entry' }) : find(claimId)
    })

  return {
    'attachments:list': async ({ claimId }) => {
      const claim = claimOf(claimId)
      return claim.ok ? storageAnswer(await claim.value.attachments.list(claimId)) : claim
    },
    'attachments:add-part': async ({ part, ...file }) => {
      const claim = draftOf(file.claimId)
      if (!claim.ok) return claim
      const whole = { ...file, bytes: Buffer.from(part, 'base64') }
      return storageAnswer(await claim.value.attachments.addPart(whole, new Date().toISOString()))
    },
    'attachments:part': async ({ id, index }) => {
      const claim = claimOfFile(id, claimOf)
      return claim.ok ? storageAnswer(await claim.value.attachments.part(id, index)) : claim
    },
    'attachments:change': ({ id, ...change }) => {
      const claim = claimOfFile(id, draftOf)
      return claim.ok ? storageAnswer(claim.value.attachments.change(id, change)) : claim
    },
    'attachments:remove': async ({ id }) => {
      const claim = claimOfFile(id, draftOf)
      return claim.ok ? storageAnswer(await claim.value.attachments.remove(id)) : claim
    },
  }
}

/** Answers what the page asks about files on their way, as far as their claims are shown to the officer. */
export function createUploadHandlers(
  workspace: Using<Pick<EnvironmentServices, 'uploads'>>,
  audience: Pick<Audience, 'countsEntryOf'>,
): HandlersOf<'uploads'> {
  return {
    'uploads:status': () =>
      workspace.using(({ uploads }) => ok(uploads.status((officerId) => audience.countsEntryOf(officerId)))),
    'uploads:try-now': () =>
      workspace.using(({ uploads }) => {
        uploads.tryNow()
        return ok(null)
      }),
  }
}
