import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { EntryStateName } from '#shared/outbox/entry.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import type { HoldType } from '#shared/outbox/hold.ts'
import { claimSubmission, pharmacySubmission } from '#main/outbox/testing/made-up.ts'
import type { EngineHarness } from '../histories/engine-harness.ts'

/** A state of an entry or a hold of the engine, in which the clock may change. */
export interface Situation {
  readonly name: string
  /** Creates the situation. @returns the entry that is in it. */
  readonly begin: (harness: EngineHarness) => Promise<string>
  /** Ends it where time alone does not: through the outside world or an officer. */
  readonly end: (harness: EngineHarness, id: string) => void
  readonly state: EntryStateName
  readonly hold: HoldType | null
  /** The final outcome. */
  readonly comesTo: EntryStateName
}

export const minutes = (n: number): number => n * 60_000
const uncertain: AttemptOutcome = { type: 'uncertain', cause: 'reset', httpStatus: null }
const nothing = (): void => undefined

async function started(harness: EngineHarness): Promise<void> {
  harness.engine.start()
  await harness.clock.settle()
}

/** A claim whose attempts get these answers, one after the other. */
function met(...posts: readonly { readonly commits: boolean; readonly sees: AttemptOutcome }[]) {
  return async (harness: EngineHarness): Promise<string> => {
    await started(harness)
    harness.server.posts.push(...posts)
    const id = harness.accept(claimSubmission())
    await harness.clock.settle()
    return id
  }
}

function officer(harness: EngineHarness, id: string, type: 'officer-accepts' | 'officer-resends'): void {
  harness.outbox.apply(id, { type, at: harness.clock.now().toISOString() })
  harness.engine.nudge()
}

const waits = { state: 'queued', comesTo: 'delivered', end: nothing } as const

/** A claim accepted while a hold stops everything. */
function held(
  hold: HoldType,
  begin: (harness: EngineHarness) => void | Promise<void>,
  end: (harness: EngineHarness) => void,
): Situation {
  return {
    ...waits,
    name: `held: ${hold}`,
    hold,
    async begin(harness) {
      await started(harness)
      await begin(harness)
      const id = harness.accept(claimSubmission())
      await harness.clock.settle()
      return id
    },
    end,
  }
}

const entryStates: readonly Situation[] = [
  {
    ...waits,
    name: 'queued, later',
    hold: null,
    begin: met({ commits: false, sees: { type: 'not-sent', cause: 'dns' } }),
  },
  {
    name: 'sending',
    state: 'sending',
    hold: null,
    comesTo: 'delivered',
    async begin(harness) {
      harness.server.hang = Promise.withResolvers()
      return await met()(harness)
    },
    end(harness) {
      harness.server.hang?.resolve()
      harness.server.hang = null
    },
  },
  {
    name: 'unconfirmed, and at the insurer',
    state: 'unconfirmed',
    hold: null,
    comesTo: 'delivered',
    begin: met({ commits: true, sees: uncertain }),
    end: nothing,
  },
  {
    name: 'unconfirmed, and looked for in vain once',
    state: 'unconfirmed',
    hold: null,
    comesTo: 'delivered',
    async begin(harness) {
      const id = await met({ commits: false, sees: uncertain })(harness)
      await harness.clock.advance(16_000)
      return id
    },
    end: nothing,
  },
  {
    name: 'unconfirmed pharmacy request',
    state: 'unconfirmed',
    hold: null,
    comesTo: 'delivered',
    async begin(harness) {
      await started(harness)
      harness.server.posts.push({ commits: true, sees: uncertain })
      const id = harness.accept(pharmacySubmission())
      await harness.clock.settle()
      return id
    },
    end: (harness, id) => officer(harness, id, 'officer-accepts'),
  },
  {
    name: 'rejected',
    state: 'rejected',
    hold: null,
    comesTo: 'withdrawn',
    begin: met({ commits: false, sees: { type: 'rejected', serverMessage: '', fieldErrors: {} } }),
    end: (harness, id) =>
      void harness.outbox.apply(id, {
        type: 'withdraw',
        at: harness.clock.now().toISOString(),
        to: 'discarded',
      }),
  },
  {
    name: 'needs review',
    state: 'needs-review',
    hold: null,
    comesTo: 'delivered',
    async begin(harness) {
      const lost = { commits: false, sees: uncertain } as const
      const id = await met(lost, lost, lost)(harness)
      await harness.clock.advance(minutes(120))
      return id
    },
    end: (harness, id) => officer(harness, id, 'officer-resends'),
  },
  {
    name: 'received, not bound yet',
    state: 'delivered',
    hold: null,
    comesTo: 'delivered',
    begin: met(),
    end: nothing,
  },
]

const holds: readonly Situation[] = [
  held(
    'offline',
    async (harness) => {
      harness.server.connection = { type: 'no-network' }
      harness.engine.tryNow()
      await harness.clock.settle()
    },
    (harness) => void (harness.server.connection = { type: 'works' }),
  ),
  held(
    'intercepted',
    async (harness) => {
      harness.server.connection = { type: 'not-the-api' }
      harness.engine.tryNow()
      await harness.clock.settle()
    },
    (harness) => void (harness.server.connection = { type: 'works' }),
  ),
  held(
    'no-key',
    async (harness) => {
      harness.server.connection = { type: 'no-key' }
      harness.engine.tryNow()
      await harness.clock.settle()
    },
    (harness) => {
      harness.server.connection = { type: 'works' }
      harness.engine.keyChanged()
    },
  ),
  held(
    'key-refused',
    async (harness) => {
      harness.server.connection = { type: 'key-refused' }
      harness.engine.tryNow()
      await harness.clock.settle()
    },
    (harness) => {
      harness.server.connection = { type: 'works' }
      harness.engine.keyChanged()
    },
  ),
  {
    ...waits,
    name: 'held: rate-limited',
    hold: 'rate-limited',
    begin: met({ commits: false, sees: { type: 'rate-limited', retryAfterMs: minutes(20) } }),
  },
  held(
    'paused',
    (harness) => harness.engine.pause(true),
    (harness) => harness.engine.pause(false),
  ),
]

/** Every open state of an entry, and every hold caused by the connection or an officer. */
export const situations: readonly Situation[] = [...entryStates, ...holds]

/** Violations of the promises, as seen on one computer with one entry. */
export function broken(harness: EngineHarness, id: string): readonly string[] {
  const { clock, engine, outbox, server } = harness
  const entry = outbox.get(id)
  if (entry === null) return ['accepted and lost']
  const seen: string[] = []
  if (server.claims.length > 1 || server.requests.length > 1) seen.push('twice at the insurer')
  const now = clock.now().getTime()
  const soon = (iso: string): boolean =>
    Date.parse(iso) >= now - 1_000 && Date.parse(iso) <= now + minutes(61)
  for (const hold of engine.status().holds) {
    if ('until' in hold && !soon(hold.until)) seen.push('a wait that ends in another year')
  }
  const next = engine.nextTryAt(entry)
  if (next !== null && !soon(next)) seen.push('a next try in another year')
  return seen
}

/** The final state of an entry. */
export function endBroken(harness: EngineHarness, id: string, situation: Situation): readonly string[] {
  const seen = [...broken(harness, id)]
  if (harness.state(id) !== situation.comesTo)
    seen.push(`${harness.state(id)} in place of ${situation.comesTo}`)
  const atInsurer = harness.server.claims.length + harness.server.requests.length
  if (atInsurer !== (isReceived(harness.entry(id).state) ? 1 : 0)) seen.push(`${atInsurer} at the insurer`)
  const holds = harness.engine.status().holds.map(({ type }) => type)
  if (holds.length > 0) seen.push(`held for good: ${holds.join(', ')}`)
  return seen
}
