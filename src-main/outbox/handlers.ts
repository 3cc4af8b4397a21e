import {
  fieldsOf,
  type Draft,
  type DraftFields,
  type Rejection,
  type SlotFiles,
} from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Failure } from '#shared/failure.ts'
import { asSubmitted, waitsForFiles } from '#shared/outbox/entry-files.ts'
import type { EntrySummary, Submission } from '#shared/outbox/entry.ts'
import { isForbidden, isReconcilable, isWithdrawn } from '#shared/outbox/predicates.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import type { EntryEvent } from '#shared/outbox/transition.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { EnvironmentServices } from '../environment/open-environment.ts'
import type { Workspace } from '../environment/workspace.ts'
import type { KeptEntry } from './entry-codec.ts'
import type { Engine } from '../delivery/engine.ts'
import type { Audience } from '../officers/audience.ts'
import { failureOf } from './failure-of.ts'
import type { OutboxFailure } from './outbox.ts'
import type { RequestHandlers } from '../ipc/register.ts'
import { refusalOfFiles } from '../uploads/refusal-of-files.ts'
import { detailed, summarised, visibleEntry } from './shown-entry.ts'

type OutboxChannel = Extract<keyof RequestHandlers, `outbox:${string}` | `engine:${string}`>

/** Settled entries beyond these are not listed; the insurer's own list has them. */
const listedSettled = 1000

/**
 * Handles the page's requests to the outbox and its engine. Entries not shown to the officer who is signed in count as
 * unknown.
 */
export function createOutboxHandlers(
  workspace: Workspace,
  audience: Audience,
): Pick<RequestHandlers, OutboxChannel> {
  const { entriesChanged } = workspace.signals

  function withEntry<T>(
    id: string,
    work: (services: EnvironmentServices, entry: KeptEntry) => Result<T, Failure>,
  ): Result<T, Failure> {
    return withServices(workspace, (services) => {
      const entry = visibleEntry(services, audience, id)
      return entry === null ? err({ type: 'unknown-entry' }) : work(services, entry)
    })
  }

  function act(
    id: string,
    event: (at: string) => EntryEvent,
    also: (services: EnvironmentServices) => void = () => undefined,
  ): Result<EntrySummary, Failure> {
    return withEntry(id, (services) => {
      const at = new Date().toISOString()
      const next = services.outbox.applyWith(id, event(at), () => also(services))
      if (!next.ok) return err(failureOf(next.error))
      entriesChanged.emit([next.value])
      services.engine.entryDecided(id)
      return ok(summarised(services, audience, next.value))
    })
  }

  /** An officer compared an entry with a claim at the insurer. */
  function decide(
    id: string,
    write: (services: EnvironmentServices, at: string) => Result<unknown, OutboxFailure>,
  ): Result<EntrySummary, Failure> {
    return withEntry(id, (services, before) => {
      const written = write(services, new Date().toISOString())
      if (!written.ok) return err(failureOf(written.error))
      const entry = services.outbox.get(id) ?? before
      entriesChanged.emit([entry])
      services.engine.candidateDecided(id)
      return ok(summarised(services, audience, entry))
    })
  }

  function accept(submission: Submission): Result<EntrySummary, Failure> {
    return withServices(workspace, (services) => {
      // This draft was handed over to another computer.
      if (services.backup.handedOverDrafts().has(submission.id)) return err({ type: 'not-possible-now' })
      // Under the id of a colleague's draft it would take that draft's place, and its attachments.
      const isOthers = !audience.seesDraftOf(services.copies.ownerOf(submission.id))
      if (isOthers) return err({ type: 'not-possible-now' })
      const kept = services.outbox.accept(submission, new Date().toISOString(), audience.officerId())
      if (!kept.ok) return err(failureOf(kept.error))
      entriesChanged.emit([kept.value])
      services.engine.nudge()
      return ok(summarised(services, audience, kept.value))
    })
  }

  async function acceptWithFiles(submission: Submission): Promise<Result<EntrySummary, Failure>> {
    const asked = workspace.services()
    if (!asked.ok) return asked
    const { outbox, attachments, fileStores } = asked.value
    const officerId = audience.officerId()
    const isKnown = outbox.get(submission.id) !== null
    const refusal = isKnown ? null : await refusalOfFiles(submission, attachments, fileStores)
    if (refusal !== null) return err(refusal)
    // Somebody else may have signed in meanwhile.
    return audience.officerId() === officerId ? accept(submission) : err({ type: 'signed-out' })
  }

  const shownStatus = (engine: Engine): EngineStatus =>
    engine.status((officerId) => audience.countsEntryOf(officerId))

  return {
    'outbox:accept': (submission) =>
      waitsForFiles(submission.body) ? acceptWithFiles(submission) : accept(submission),
    'outbox:list': () =>
      withServices(workspace, (services) => {
        const settled = services.outbox
          .settled(listedSettled)
          .filter(({ state }) => !isWithdrawn(state))
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
    'outbox:look-now': async ({ id }) => {
      const services = workspace.services()
      if (!services.ok) return services
      const entry = visibleEntry(services.value, audience, id)
      if (entry === null) return err({ type: 'unknown-entry' })
      const { body, state } = entry
      if (body.kind !== 'claim' || !isReconcilable(body.kind, state)) return err({ type: 'not-possible-now' })
      await services.value.engine.lookNow(id)
      return ok(summarised(services.value, audience, services.value.outbox.get(id) ?? entry))
    },
    'outbox:accept-as-sent': ({ id }) => act(id, (at) => ({ type: 'officer-accepts', at })),
    'outbox:send-again': ({ id }) => act(id, (at) => ({ type: 'officer-resends', at })),
    'outbox:discard': ({ id }) => {
      const discarded = act(
        id,
        (at) => ({ type: 'withdraw', at, to: 'discarded' }),
        // What was uploaded for it is removed again.
        ({ uploadRows }) => uploadRows.unwantWithin(id),
      )
      return discarded.ok ? ok(null) : discarded
    },
    'outbox:to-draft': ({ id }) =>
      withEntry(id, (services, entry) => {
        const now = new Date().toISOString()
        const slots = services.attachments.slotsOf(id)
        if (!slots.ok) return err(failureOf(slots.error))
        const draft = draftOf(entry, slots.value, now)
        if (draft === null) return err({ type: 'not-possible-now' })
        // The draft is written in the same commit that withdraws the entry, so a crash cannot lose both.
        const withdrawn = services.outbox.applyWith(id, { type: 'withdraw', at: now, to: 'draft' }, () => {
          services.copies.keepWithin(draft, audience.officerId())
          // The attachments move to the draft, because the withdrawn entry no longer needs them.
          services.attachments.moveWithin(id, draft.id)
        })
        if (!withdrawn.ok) return err(failureOf(withdrawn.error))
        entriesChanged.emit([withdrawn.value])
        services.engine.nudge()
        return ok(draft)
      }),
    'outbox:candidates': ({ id }) =>
      withEntry(id, ({ outbox }, { body, firstAttemptAt }) => {
        if (body.kind !== 'claim') return err({ type: 'not-possible-now' })
        const open = outbox.candidates.ofEntry(id).filter(({ ruledOutAt }) => ruledOutAt === null)
        return ok({
          product: body.product,
          submitted: body.claim,
          branchReference: body.branchReference,
          firstAttemptAt,
          candidates: open.map(({ key, claimId, seenAt, claim }) => ({ key, claimId, seenAt, claim })),
        })
      }),
    'outbox:this-is-it': ({ id, key }) => decide(id, ({ outbox }, at) => outbox.identify(id, key, at)),
    'outbox:this-is-another': ({ id, key }) =>
      decide(id, ({ outbox }, at) => outbox.candidates.ruleOut(id, key, at)),
    'outbox:acknowledge-duplicate': ({ id }) =>
      withEntry(id, (services, entry) => {
        const noted = services.outbox.claimRows.acknowledgeDuplicates(id, new Date().toISOString())
        if (!noted.ok) return err(failureOf(noted.error))
        entriesChanged.emit([entry])
        return ok(summarised(services, audience, entry))
      }),
    'engine:status': () => withServices(workspace, ({ engine }) => ok(shownStatus(engine))),
    'engine:pause': ({ paused }) =>
      withServices(workspace, ({ engine }) => {
        engine.pause(paused)
        return ok(shownStatus(engine))
      }),
    'engine:try-now': () =>
      withServices(workspace, ({ engine, uploads }) => {
        engine.tryNow()
        uploads.tryNow()
        return ok(null)
      }),
  }
}

function withServices<T>(
  workspace: Workspace,
  work: (services: EnvironmentServices) => Result<T, Failure>,
): Result<T, Failure> {
  const services = workspace.services()
  return services.ok ? work(services.value) : services
}

// A new id and a new reference, so that anything that still arrives under the old ones is not matched to this draft.
function draftOf(entry: KeptEntry, slotFiles: SlotFiles, now: string): Draft | null {
  // Its files go up again: without the links that they had.
  const body = asSubmitted(entry.body)
  if (body.kind !== 'claim') return null
  const fields = fieldsOf(body.claim)
  const { policyNumber } = body.claim
  return {
    id: newId(),
    product: body.product,
    fields,
    branchReference: newBranchReference(),
    createdAt: now,
    updatedAt: now,
    rejection: rejectionOf(entry, fields, slotFiles),
    slotFiles,
    // The officer chose to send it as typed.
    ...(policyNumber === policyNumberOf(policyNumber) ? {} : { policyAsTyped: policyNumber }),
  }
}

function rejectionOf(
  { id, acceptedAt, state }: KeptEntry,
  refused: DraftFields,
  refusedFiles: SlotFiles,
): Rejection | null {
  // The insurer's system said nothing about what is in it: there is nothing to correct.
  if (!('fieldErrors' in state) || isForbidden(state)) return null
  const fieldErrors = Object.fromEntries(
    Object.entries(state.fieldErrors).map(([field, messages]) => [field, [...messages]]),
  )
  return {
    entryId: id,
    capturedAt: acceptedAt,
    at: state.at,
    serverMessage: state.serverMessage.slice(0, 5000),
    fieldErrors,
    refused,
    refusedFiles,
  }
}
