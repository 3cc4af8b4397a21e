import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { EntryStateName } from '#shared/outbox/entry.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import type { HoldType } from '#shared/outbox/hold.ts'
import { claimSubmission, pharmacySubmission } from '#main/outbox/testing/made-up.ts'
import type { DeskUnderTest } from '../histories/desk-under-test.ts'

/** A state of an entry or a hold of the engine, in which the clock may change. */
export interface Situation {
  readonly name: string
  /** Creates the situation. @returns the entry that is in it. */
  readonly begin: (desk: DeskUnderTest) => Promise<string>
  /** Ends it where time alone does not: through the outside world or an officer. */
  readonly end: (desk: DeskUnderTest, id: string) => void
  readonly state: EntryStateName
  readonly hold: HoldType | null
  /** The final outcome. */
  readonly comesTo: EntryStateName
}

export const minutes = (n: number): number => n * 60_000
const uncertain: AttemptOutcome = { type: 'uncertain', cause: 'reset', httpStatus: null }
const nothing = (): void => undefined

async function started(desk: DeskUnderTest): Promise<void> {
  desk.engine.start()
  await desk.clock.settle()
}

/** A claim whose attempts get these answers, one after the other. */
function met(...posts: readonly { readonly commits: boolean; readonly sees: AttemptOutcome }[]) {
  return async (desk: DeskUnderTest): Promise<string> => {
    await started(desk)
    desk.server.posts.push(...posts)
    const id = desk.accept(claimSubmission())
    await desk.clock.settle()
    return id
  }
}

function officer(desk: DeskUnderTest, id: string, type: 'officer-accepts' | 'officer-resends'): void {
  desk.outbox.apply(id, { type, at: desk.clock.now().toISOString() })
  desk.engine.nudge()
}

const waits = { state: 'queued', comesTo: 'delivered', end: nothing } as const

/** A claim accepted while a hold stops everything. */
function held(
  hold: HoldType,
  begin: (desk: DeskUnderTest) => void | Promise<void>,
  end: (desk: DeskUnderTest) => void,
): Situation {
  return {
    ...waits,
    name: `held: ${hold}`,
    hold,
    async begin(desk) {
      await started(desk)
      await begin(desk)
      const id = desk.accept(claimSubmission())
      await desk.clock.settle()
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
    async begin(desk) {
      desk.server.hang = Promise.withResolvers()
      return await met()(desk)
    },
    end(desk) {
      desk.server.hang?.resolve()
      desk.server.hang = null
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
    async begin(desk) {
      const id = await met({ commits: false, sees: uncertain })(desk)
      await desk.clock.advance(16_000)
      return id
    },
    end: nothing,
  },
  {
    name: 'unconfirmed pharmacy request',
    state: 'unconfirmed',
    hold: null,
    comesTo: 'delivered',
    async begin(desk) {
      await started(desk)
      desk.server.posts.push({ commits: true, sees: uncertain })
      const id = desk.accept(pharmacySubmission())
      await desk.clock.settle()
      return id
    },
    end: (desk, id) => officer(desk, id, 'officer-accepts'),
  },
  {
    name: 'rejected',
    state: 'rejected',
    hold: null,
    comesTo: 'withdrawn',
    begin: met({ commits: false, sees: { type: 'rejected', serverMessage: '', fieldErrors: {} } }),
    end: (desk, id) =>
      void desk.outbox.apply(id, { type: 'withdraw', at: desk.clock.now().toISOString(), to: 'discarded' }),
  },
  {
    name: 'needs review',
    state: 'needs-review',
    hold: null,
    comesTo: 'delivered',
    async begin(desk) {
      const lost = { commits: false, sees: uncertain } as const
      const id = await met(lost, lost, lost)(desk)
      await desk.clock.advance(minutes(120))
      return id
    },
    end: (desk, id) => officer(desk, id, 'officer-resends'),
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
    async (desk) => {
      desk.server.connection = { type: 'no-network' }
      desk.engine.tryNow()
      await desk.clock.settle()
    },
    (desk) => void (desk.server.connection = { type: 'works' }),
  ),
  held(
    'intercepted',
    async (desk) => {
      desk.server.connection = { type: 'not-the-api' }
      desk.engine.tryNow()
      await desk.clock.settle()
    },
    (desk) => void (desk.server.connection = { type: 'works' }),
  ),
  held(
    'no-key',
    async (desk) => {
      desk.server.connection = { type: 'no-key' }
      desk.engine.tryNow()
      await desk.clock.settle()
    },
    (desk) => {
      desk.server.connection = { type: 'works' }
      desk.engine.keyChanged()
    },
  ),
  held(
    'key-refused',
    async (desk) => {
      desk.server.connection = { type: 'key-refused' }
      desk.engine.tryNow()
      await desk.clock.settle()
    },
    (desk) => {
      desk.server.connection = { type: 'works' }
      desk.engine.keyChanged()
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
    (desk) => desk.engine.pause(true),
    (desk) => desk.engine.pause(false),
  ),
  held(
    'list-unavailable',
    (desk) => void (desk.server.listFailure = { type: 'server-error', httpStatus: 500 }),
    (desk) => void (desk.server.listFailure = null),
  ),
]

/** Every open state of an entry, and every hold caused by the connection or an officer. */
export const situations: readonly Situation[] = [...entryStates, ...holds]

/** Violations of the promises, as seen on one desk with one entry. */
export function broken(desk: DeskUnderTest, id: string): readonly string[] {
  const { clock, engine, outbox, server } = desk
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
export function endBroken(desk: DeskUnderTest, id: string, situation: Situation): readonly string[] {
  const seen = [...broken(desk, id)]
  if (desk.state(id) !== situation.comesTo) seen.push(`${desk.state(id)} in place of ${situation.comesTo}`)
  const atInsurer = desk.server.claims.length + desk.server.requests.length
  if (atInsurer !== (isReceived(desk.entry(id).state) ? 1 : 0)) seen.push(`${atInsurer} at the insurer`)
  const holds = desk.engine.status().holds.map(({ type }) => type)
  if (holds.length > 0) seen.push(`held for good: ${holds.join(', ')}`)
  return seen
}
