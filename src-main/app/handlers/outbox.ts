import { referenceOf } from '#shared/domain/reference.ts'
import type { Failure } from '#shared/failure.ts'
import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import type { EntrySummary, Submission } from '#shared/outbox/entry.ts'
import { isGone, isReconcilable } from '#shared/outbox/predicates.ts'
import type { ShownEngine } from '#shared/outbox/hold.ts'
import type { EntryEvent } from '#shared/outbox/transition.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { backToDraft } from '#main/outbox/drafts/back-to-draft.ts'
import type { EnvironmentServices } from '#main/office/environment/environment.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { CountsOf } from '#main/delivery/status.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { storageAnswer, type HandlersOf } from './register.ts'
import { refusalOfFiles } from '#main/delivery/uploads/waiting-claims.ts'
import { detailed, summarised, visibleEntry } from '#main/outbox/shown-entry.ts'

const unknownEntry: Result<never, Failure> = err({ type: 'unknown-entry' })
const notNow: Result<never, Failure> = err({ type: 'not-possible-now' })

/** Settled entries beyond these are not listed; the insurer's own list has them. */
const listedSettled = 1000

/** What the engine of the shown environment is doing, for the officer who is signed in. */
export function shownEngine(
  { engine }: EnvironmentServices,
  workspace: Workspace,
  audience: Audience,
): ShownEngine {
  const counts: CountsOf = (officerId) => audience.countsEntryOf(officerId)
  const { desk, environment } = workspace
  const live = desk === environment ? null : (desk.services?.engine.status(counts).counts ?? 'closed')
  return { ...engine.status(counts), live }
}

/**
 * Handles the page's requests to the outbox and its engine. Entries not shown to the officer who is signed in count as
 * unknown.
 */
export function createOutboxHandlers(
  workspace: Workspace,
  audience: Audience,
): HandlersOf<'outbox' | 'engine'> {
  const tellOf = (...entries: readonly KeptEntry[]): void => workspace.signals.stepTaken.emit(entries)

  const withEntry = <R>(
    id: string,
    work: (services: EnvironmentServices, entry: KeptEntry) => R,
  ): R | Result<never, Failure> =>
    workspace.using((services) => {
      const entry = visibleEntry(services, audience, id)
      return entry === null ? unknownEntry : work(services, entry)
    })

  /** Writes what an officer decided, tells page and engine of it, and answers with the entry as it is then. */
  function change(
    id: string,
    write: (services: EnvironmentServices, at: string) => Result<unknown, OutboxFailure>,
    tell: 'entryDecided' | 'candidateDecided' | null,
  ): Result<EntrySummary, Failure> {
    return withEntry(id, (services, before) => {
      const written = storageAnswer(write(services, new Date().toISOString()))
      if (!written.ok) return written
      const entry = services.outbox.get(id) ?? before
      tellOf(entry)
      if (tell !== null) services.engine[tell](id)
      return ok(summarised(services, audience, entry))
    })
  }
  const act = (id: string, event: (at: string) => EntryEvent): Result<EntrySummary, Failure> =>
    change(id, ({ outbox }, at) => outbox.apply(id, event(at)), 'entryDecided')

  /** The officer to record with a decision; empty without officers. */
  function byOfficer(): { readonly by?: string } {
    const by = audience.officerId()
    return by === null ? {} : { by }
  }

  function accept(submission: Submission): Result<EntrySummary, Failure> {
    return workspace.using((services) => {
      // Under the id of a colleague's draft it would take that draft's place, and its attachments.
      const isOthers = !audience.seesDraftOf(services.drafts.ownerOf(submission.id))
      if (isOthers) return notNow
      const { corrects } = submission
      if (corrects !== undefined && visibleEntry(services, audience, corrects) === null) return unknownEntry
      const now = new Date().toISOString()
      const kept = storageAnswer(services.outbox.accept(submission, now, audience.officerId()))
      if (!kept.ok) return kept
      const corrected = corrects === undefined ? null : services.outbox.get(corrects)
      tellOf(...(corrected === null ? [] : [corrected]), kept.value)
      services.engine.nudge()
      return ok(summarised(services, audience, kept.value))
    })
  }

  async function acceptWithFiles(submission: Submission): Promise<Result<EntrySummary, Failure>> {
    return await workspace.using(
      async ({ outbox, attachments, fileStores }): Promise<Result<EntrySummary, Failure>> => {
        const officerId = audience.officerId()
        const isKnown = outbox.get(submission.id) !== null
        const refusal = isKnown ? null : await refusalOfFiles(submission, attachments, fileStores)
        if (refusal !== null) return err(refusal)
        // Somebody else may have signed in meanwhile.
        return audience.officerId() === officerId ? accept(submission) : err({ type: 'signed-out' })
      },
    )
  }

  return {
    'outbox:accept': (submission) =>
      waitsForFiles(submission.body) ? acceptWithFiles(submission) : accept(submission),
    'outbox:list': () =>
      workspace.using((services) => {
        const settled = services.outbox
          .settled(listedSettled)
          .filter(({ body, state }) => !isGone(body.kind, state))
          .reverse()
        const entries = [...settled, ...services.outbox.undelivered()].sort((a, b) => a.seq - b.seq)
        const visible = entries.filter(({ officerId }) => audience.seesEntryOf(officerId))
        return ok(visible.map((entry) => summarised(services, audience, entry)))
      }),
    'outbox:entry': ({ id }) => withEntry(id, (services, entry) => ok(detailed(services, audience, entry))),
    'outbox:history': ({ id }) => withEntry(id, ({ outbox }) => ok(outbox.story(id))),
    'outbox:send-now': ({ id }) =>
      withEntry(id, (services, entry) => {
        services.engine.sendNow(id)
        if (waitsForFiles(entry.body)) services.uploads.tryNow()
        return ok(summarised(services, audience, entry))
      }),
    'outbox:look-now': ({ id }) =>
      withEntry(id, async (services, entry): Promise<Result<EntrySummary, Failure>> => {
        const { body, state } = entry
        if (body.kind !== 'claim' || !isReconcilable(body.kind, state)) return notNow
        await services.engine.lookNow(id)
        return ok(summarised(services, audience, services.outbox.get(id) ?? entry))
      }),
    'outbox:accept-as-sent': ({ id }) => act(id, (at) => ({ type: 'officer-accepts', at })),
    'outbox:send-again': ({ id }) => act(id, (at) => ({ type: 'officer-resends', at })),
    'outbox:discard': ({ id }) => {
      // What was uploaded for it is removed again, once this can no longer be undone.
      const discarded = act(id, (at) => ({ type: 'withdraw', at, to: 'discarded', ...byOfficer() }))
      return discarded.ok ? ok(null) : discarded
    },
    'outbox:undo-discard': ({ id }) =>
      change(id, ({ outbox }, at) => outbox.undoDiscard(id, at), 'entryDecided'),
    'outbox:to-draft': ({ id }) =>
      withEntry(id, (services, entry) => {
        const back = backToDraft(services, entry, audience.officerId(), new Date().toISOString())
        if (!back.ok) return back
        tellOf(back.value.withdrawn)
        services.engine.nudge()
        return ok(back.value.draft)
      }),
    'outbox:candidates': ({ id }) =>
      withEntry(id, ({ outbox }, { body, firstAttemptAt }) => {
        if (body.kind !== 'claim') return notNow
        const open = outbox.candidates.ofEntry(id).filter(({ ruledOutAt }) => ruledOutAt === null)
        return ok({
          product: body.product,
          submitted: body.claim,
          reference: referenceOf(body),
          firstAttemptAt,
          candidates: open.map(({ key, claimId, seenAt, claim }) => ({ key, claimId, seenAt, claim })),
        })
      }),
    'outbox:this-is-it': ({ id, key }) =>
      change(id, ({ outbox }, at) => outbox.identify(id, key, at), 'candidateDecided'),
    'outbox:this-is-another': ({ id, key }) =>
      change(id, ({ outbox }, at) => outbox.candidates.ruleOut(id, key, at), 'candidateDecided'),
    'outbox:acknowledge-duplicate': ({ id }) =>
      change(id, ({ outbox }, at) => outbox.claimRows.acknowledgeDuplicates(id, at), null),
    'engine:status': () => workspace.using((services) => ok(shownEngine(services, workspace, audience))),
    'engine:pause': ({ paused }) =>
      workspace.using((services) => {
        services.engine.pause(paused)
        return ok(shownEngine(services, workspace, audience))
      }),
    'engine:try-now': () =>
      workspace.using(({ engine, uploads }) => {
        engine.tryNow()
        uploads.tryNow()
        return ok(null)
      }),
  }
}
