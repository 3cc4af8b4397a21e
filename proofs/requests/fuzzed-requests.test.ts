import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { requestChannels, calls, type RequestChannel } from '#shared/contract/calls.ts'
import { ok } from '#shared/result.ts'
import { plainWorkMs, processorTime } from '#testing/processor-time.ts'
import { proofSeed, proofSize, recordFigure } from '#testing/proof.ts'
import { hostileRequest, type HostileRequest } from './any-argument.ts'
import { validArguments } from '#testing/requests/valid-arguments.ts'
import { isPlainData, registerHandlers, type RequestHandlers } from '#main/app/handlers/register.ts'
import { openServices } from '#testing/app/open-services.ts'

/*
 * What a compromised page may request: no request stops main, and none reaches a handler unparsed. Most go to
 * handlers that check their arguments; one in twenty goes to the handlers of a real installation.
 */
const size = proofSize('CLAIMS_DESK_IPC_PAYLOADS', { short: 2_000, medium: 8_000, long: 200_000 })
const realShare = 20
/** In plain works. A later answer has blocked every other request: handlers run one at a time. */
const most = 300
const timeoutMs = 60_000 + 10 * size
const seed = proofSeed()

interface RequestEvent {
  readonly sender: object
  readonly senderFrame: { readonly origin: string; readonly parent: object | null } | null
}
type Listener = (event: RequestEvent, ...input: unknown[]) => Promise<unknown>
const page = {}
const fromThePage: RequestEvent = { sender: page, senderFrame: { origin: 'app://desk', parent: null } }
const Answer = v.variant('ok', [
  v.strictObject({ ok: v.literal(true), value: v.unknown() }),
  v.strictObject({ ok: v.literal(false), error: v.looseObject({ type: v.string() }) }),
])
type Answer = v.InferOutput<typeof Answer>
type Invoke = (request: HostileRequest, event?: RequestEvent) => Promise<Answer>

/** These handlers in the real wrapper, and what it logged. */
function wrapped(handlers: RequestHandlers): { invoke: Invoke; threw: unknown[] } {
  const threw: unknown[] = []
  const listeners = new Map<string, Listener>()
  registerHandlers(handlers, {
    ipcMain: { handle: (channel: string, listener: Listener) => listeners.set(channel, listener) } as never,
    isOurPage: (contents: unknown) => contents === page,
    documentNow: () => 0,
    onAnswer: () => undefined,
    log: {
      event: (name, codes) => {
        if (name === 'ipc-handler-threw') threw.push(codes)
      },
    },
  })
  return {
    threw,
    async invoke({ channel, input }, event = fromThePage) {
      const answer = await listeners.get(channel)?.(event, ...input)
      // In Electron, a result that cannot be cloned would reject.
      return v.parse(Answer, structuredClone(answer))
    },
  }
}

/** Handlers that check that their arguments were parsed and are plain data. */
function lookingHandlers(reached: Map<RequestChannel, number>): RequestHandlers {
  const all = requestChannels.map((channel) => [
    channel,
    (argument: unknown) => {
      reached.set(channel, (reached.get(channel) ?? 0) + 1)
      expect(isPlainData(argument)).toBe(true)
      expect(v.parse(calls[channel].takes, argument)).toEqual(argument)
      return ok(null)
    },
  ])
  // One entry per channel of the contract, which the compiler cannot infer.
  return Object.fromEntries(all) as RequestHandlers
}

/** What a page must not be able to change. */
function prototypes(): string {
  const own = [Object, Array, Function, Map, Promise, String].map((one) =>
    Reflect.ownKeys(one.prototype).map(String).sort(),
  )
  return JSON.stringify(own)
}

/**
 * Rationed: hashing a secret is slow on purpose, changing the environment means a restart.
 */
function isSlowByDesign({ channel, input: [first] }: HostileRequest): boolean {
  if (channel !== 'settings:change') return channel.startsWith('officers:')
  return typeof first === 'object' && first !== null && 'environment' in first
}

function checkRefusal(answer: Answer, where: RegExp): void {
  if (answer.ok || answer.error.type !== 'invalid-input') return
  expect(answer.error['where']).toMatch(where)
}

describe('a request of a hostile page', { timeout: timeoutMs }, () => {
  it('is answered, and reaches a handler only after parsing', async () => {
    const before = prototypes()
    const reached = new Map<RequestChannel, number>()
    const { invoke, threw } = wrapped(lookingHandlers(reached))
    const seen = { answered: 0, refused: 0, slowestMs: 0 }
    await fc.assert(
      fc.asyncProperty(hostileRequest, async ({ channel, input }) => {
        const request = { channel, input: structuredClone(input) }
        const tookMs = processorTime()
        const answer = await invoke(request)
        seen.slowestMs = Math.max(seen.slowestMs, tookMs())
        seen[answer.ok ? 'answered' : 'refused'] += 1
        checkRefusal(
          answer,
          /^(?:arguments|argument|(?:[A-Za-z]{1,40}|\d+|\?)(?:\.(?:[A-Za-z]{1,40}|\d+|\?))*)$/,
        )
        // A handler that threw got something unparsed.
        expect(threw).toEqual([])
      }),
      { numRuns: size, seed },
    )
    recordFigure({
      proof: 'ipc-payloads',
      tried: { payloads: size, channels: requestChannels.length },
      seen: { ...seen, slowestMs: Math.ceil(seen.slowestMs) },
    })
    expect(prototypes()).toBe(before)
    expect(seen.slowestMs / plainWorkMs()).toBeLessThan(most)
    // Otherwise this would prove only refusals.
    if (size >= 5_000) expect([...reached.keys()].sort()).toEqual([...requestChannels].sort())
  })

  it('from any frame but the application’s reaches nothing', async () => {
    const reached = new Map<RequestChannel, number>()
    const { invoke } = wrapped(lookingHandlers(reached))
    const topFrame = { origin: 'app://desk', parent: null }
    const strangers: fc.Arbitrary<RequestEvent> = fc.oneof(
      fc.constant({ sender: page, senderFrame: null }),
      fc.constant({ sender: page, senderFrame: { origin: 'app://desk', parent: topFrame } }),
      fc.constant({ sender: {}, senderFrame: topFrame }),
      fc.constant({
        sender: page,
        get senderFrame(): never {
          throw new Error('Render frame was disposed')
        },
      }),
      fc
        .oneof(
          fc.webUrl(),
          fc.string(),
          fc.constantFrom('null', '', 'app://desk.x', 'APP://DESK', 'app://desk/'),
        )
        .map((origin) => ({ sender: page, senderFrame: { origin, parent: null } })),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...requestChannels), strangers, async (channel, event) => {
        const answer = await invoke({ channel, input: [validArguments(channel)[0]] }, event)
        expect(answer).toEqual({ ok: false, error: { type: 'invalid-input', where: 'sender' } })
      }),
      { numRuns: Math.ceil(size / 5), seed },
    )
    expect(reached.size).toBe(0)
  })

  it('leaves a real installation responsive', async () => {
    const { handlers } = await openServices()
    const { invoke, threw } = wrapped(handlers)
    const runs = Math.ceil(size / realShare)
    let slowest = 0
    await fc.assert(
      fc.asyncProperty(hostileRequest, async (request) => {
        fc.pre(!isSlowByDesign(request))
        const tookMs = processorTime()
        const answer = await invoke({ ...request, input: structuredClone(request.input) })
        slowest = Math.max(slowest, tookMs())
        if (!answer.ok) expect(answer.error.type).not.toBe('unexpected')
        expect(threw).toEqual([])
      }),
      { numRuns: runs, seed },
    )
    recordFigure({
      proof: 'ipc-payloads',
      tried: { payloadsToRealHandlers: runs },
      seen: { slowestMs: Math.ceil(slowest) },
    })
    expect(await invoke({ channel: 'app:status', input: [] })).toMatchObject({ ok: true })
  })
})
