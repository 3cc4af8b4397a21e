import { describe, expect, it } from 'vitest'
import { requestChannels } from '#shared/contract/calls.ts'
import { err, ok } from '#shared/result.ts'
import { madeUpDraft, madeUpRejection } from '#testing/outbox/made-up.ts'
import type { LogCodes } from '#main/platform/log.ts'
import { createAnnounce, registerHandlers, type RequestHandlers } from './register.ts'

interface Contents {
  readonly name: string
}
interface SenderFrame {
  readonly detached?: boolean
  readonly origin: string
  readonly parent: object | null
}
interface RequestEvent {
  readonly sender: Contents
  readonly senderFrame: SenderFrame | null
}
type Listener = (event: RequestEvent, ...input: unknown[]) => Promise<unknown>
const appPage: Contents = { name: 'app' }
const topFrame: SenderFrame = { origin: 'app://desk', parent: null }
const fromOurPage: RequestEvent = { sender: appPage, senderFrame: topFrame }

interface Registered {
  /** The document in the window, which a test may replace. */
  readonly document: { now: number | null }
  /** What the handlers received, in order. */
  readonly calls: readonly { readonly channel: string; readonly argument: unknown }[]
  readonly logged: readonly { readonly name: string; readonly codes: LogCodes | undefined }[]
  /** How many handlers had been called when the first answer was reported. */
  readonly answered: readonly number[]
  readonly channels: readonly string[]
  invoke(channel: string, event: RequestEvent, ...input: unknown[]): Promise<unknown>
}

function register(changes: Partial<RequestHandlers> = {}, until?: Promise<void>): Registered {
  const calls: { channel: string; argument: unknown }[] = []
  const logged: { name: string; codes: LogCodes | undefined }[] = []
  const answered: number[] = []
  const document: Registered['document'] = { now: 0 }
  const listeners = new Map<string, Listener>()
  const answering = requestChannels.map((channel) => [
    channel,
    (argument: unknown) => {
      calls.push({ channel, argument })
      return ok(null)
    },
  ])
  // One entry for each channel of the contract, which the type cannot see.
  const handlers = { ...Object.fromEntries(answering), ...changes } as RequestHandlers
  registerHandlers(until === undefined ? handlers : until.then(() => handlers), {
    ipcMain: { handle: (channel: string, listener: Listener) => listeners.set(channel, listener) } as never,
    isOurPage: (contents: unknown) => contents === appPage,
    documentNow: () => document.now,
    onAnswer: () => {
      answered.push(calls.length)
    },
    log: { event: (name, codes) => void logged.push({ name, codes }) },
  })
  return {
    document,
    calls,
    answered,
    logged,
    channels: [...listeners.keys()],
    async invoke(channel, event, ...input) {
      const listener = listeners.get(channel)
      if (listener === undefined) throw new Error(`no handler for ${channel}`)
      return await listener(event, ...input)
    },
  }
}

const refused = (where: string): unknown => ({ ok: false, error: { type: 'invalid-input', where } })
const id = '01980000-0000-7000-8000-000000000001'

describe('a request', () => {
  it('can be made on every channel of the contract and on no other', () => {
    expect(register().channels).toEqual([...requestChannels])
  })

  it('that arrives before there are handlers is answered once they exist', async () => {
    const open = Promise.withResolvers<undefined>()
    const registered = register({}, open.promise)
    const asked = registered.invoke('app:status', fromOurPage)
    const stranger = await registered.invoke('app:status', {
      sender: { name: 'other' },
      senderFrame: topFrame,
    })
    expect([stranger, registered.calls]).toEqual([refused('sender'), []])
    open.resolve(undefined)
    expect(await asked).toEqual(ok(null))
  })

  it('fails if the handlers are never created', async () => {
    const registered = register({}, Promise.reject(new TypeError('made-up')))
    expect(await registered.invoke('app:status', fromOurPage)).toEqual(err({ type: 'unexpected' }))
    expect(registered.logged).toEqual([
      { name: 'ipc-handler-threw', codes: { channel: 'app:status', class: 'TypeError' } },
    ])
  })

  it('reaches its handler parsed', async () => {
    const registered = register()
    expect(await registered.invoke('key:set', fromOurPage, { key: '  made-up-key  ' })).toEqual(ok(null))
    expect(await registered.invoke('app:status', fromOurPage)).toEqual(ok(null))
    expect(registered.calls).toEqual([
      { channel: 'key:set', argument: { key: 'made-up-key' } },
      { channel: 'app:status', argument: undefined },
    ])
  })

  it('is reported once it is answered, when it is one of our page', async () => {
    const registered = register()
    await registered.invoke('app:status', { sender: { name: 'other' }, senderFrame: topFrame })
    expect(registered.answered).toEqual([])
    await registered.invoke('app:status', fromOurPage)
    await registered.invoke('app:status', fromOurPage)
    expect(registered.answered).toEqual([1, 2])
  })

  const from = (senderFrame: RequestEvent['senderFrame']): RequestEvent => ({ sender: appPage, senderFrame })
  it.each<[string, RequestEvent, string]>([
    ['a frame that is gone', from(null), 'gone'],
    ['a document whose successor is in the window', from({ ...topFrame, detached: true }), 'gone'],
    ['a frame inside the page', from({ origin: 'app://desk', parent: topFrame }), 'inner-frame'],
    ['another origin', from({ origin: 'https://example.test', parent: null }), 'origin'],
    ['one that looks like ours', from({ origin: 'app://registered.test', parent: null }), 'origin'],
    ['an opaque origin', from({ origin: 'null', parent: null }), 'origin'],
    ['another window', { sender: { name: 'other' }, senderFrame: topFrame }, 'window'],
    [
      'a frame that is disposed of during the check',
      {
        sender: appPage,
        get senderFrame(): SenderFrame {
          throw new Error('Render frame was disposed')
        },
      },
      'disposed',
    ],
  ])('is refused from %s, and the log says so', async (_who, event, flaw) => {
    const registered = register()
    expect(await registered.invoke('key:set', event, { key: 'made-up-key' })).toEqual(refused('sender'))
    expect(registered.calls).toEqual([])
    expect(registered.logged).toEqual([{ name: 'ipc-sender-refused', codes: { channel: 'key:set', flaw } }])
  })

  it('reaches no handler of a document that has to go, whoever may make it, until the next one has come', async () => {
    const registered = register()
    const signedOut = { ok: false, error: { type: 'signed-out' } }
    registered.document.now = null
    expect(await registered.invoke('outbox:entry', fromOurPage, { id })).toEqual(signedOut)
    expect(await registered.invoke('app:status', fromOurPage)).toEqual(signedOut)
    expect([registered.calls, registered.answered]).toEqual([[], []])
    registered.document.now = 1
    expect(await registered.invoke('app:status', fromOurPage)).toEqual(ok(null))
  })

  it.each([
    ['has to go', null],
    ['was replaced', 1],
  ])('that is under way when its document %s gets nothing of its answer', async (_how, later) => {
    const read = Promise.withResolvers<undefined>()
    const registered = register({
      'drafts:list': async () => {
        await read.promise
        return ok({ drafts: [], recoveredIds: ['01980000-0000-7000-8000-000000000009'], unreadable: [] })
      },
    })
    const asked = registered.invoke('drafts:list', fromOurPage)
    registered.document.now = later
    read.resolve(undefined)
    expect(await asked).toEqual(err({ type: 'signed-out' }))
    expect(registered.answered).toEqual([])
  })

  it('is refused with more than one argument', async () => {
    const registered = register()
    expect(await registered.invoke('outbox:entry', fromOurPage, { id }, { id })).toEqual(refused('arguments'))
    expect(await registered.invoke('app:status', fromOurPage, undefined, undefined)).toEqual(
      refused('arguments'),
    )
    expect(registered.calls).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['key:set', undefined, 'argument'],
    ['key:set', 'made-up-key', 'argument'],
    ['key:set', null, 'argument'],
    ['key:set', { key: 7 }, 'key'],
    ['key:set', { key: 'two words' }, 'key'],
    ['key:set', { key: 'ok', extra: 1 }, '?'],
    ['key:set', { key: 'ok', 'Ada Made Up': 1 }, '?'],
    ['app:status', {}, 'argument'],
    ['outbox:entry', { id: 'not-a-uuid' }, 'id'],
    ['outbox:entry', { id: { toString: 'x' } }, 'id'],
    ['settings:change', { directoryOffered: ['live', 5] }, 'directoryOffered.1'],
    ['settings:change', { liveBaseUrl: 'https://a.example', sandboxBaseUrl: '' }, '?'],
    ['pharmacies:page', { page: Number.NaN }, 'page'],
    ['pharmacies:page', { page: 1.5 }, 'page'],
  ])('is refused on %s with %o, telling only where', async (channel, argument, where) => {
    const registered = register()
    expect(await registered.invoke(channel, fromOurPage, argument)).toEqual(refused(where))
    expect(registered.calls).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['occurrenceDate', 5, 'draft.rejection.fieldErrors.occurrenceDate'],
    ['occurrenceDate', [5], 'draft.rejection.fieldErrors.occurrenceDate.0'],
    ['Ada Made Up', 5, 'draft.rejection.fieldErrors.?'],
    ['Up ', [5], 'draft.rejection.fieldErrors.?.0'],
    [' Up', 5, 'draft.rejection.fieldErrors.?'],
    ['12345678901', 5, 'draft.rejection.fieldErrors.?'],
    ['', 5, 'draft.rejection.fieldErrors.?'],
    ['a'.repeat(40), 5, `draft.rejection.fieldErrors.${'a'.repeat(40)}`],
    ['a'.repeat(41), 5, 'draft.rejection.fieldErrors.?'],
  ])('does not get back a name that may be anything: %s', async (name, value, where) => {
    const rejection = { ...madeUpRejection(), fieldErrors: { [name]: value } }
    const draft = { ...madeUpDraft({ id }), rejection }
    expect(
      await register().invoke('drafts:save', fromOurPage, { draft, isNew: true, isOpen: false }),
    ).toEqual(refused(where))
  })

  it.each([
    '{"id":"01980000-0000-7000-8000-000000000001","__proto__":{"admin":true}}',
    '{"id":"01980000-0000-7000-8000-000000000001","deep":[{"__proto__":1}]}',
    '{"__proto__":{"id":"01980000-0000-7000-8000-000000000001"}}',
  ])('is refused when it carries a prototype: %s', async (json) => {
    const registered = register()
    const argument: unknown = structuredClone(JSON.parse(json))
    expect(await registered.invoke('outbox:entry', fromOurPage, argument)).toEqual(refused('argument'))
    expect(registered.calls).toEqual([])
  })

  it.each([
    [
      'throws',
      () => {
        throw new TypeError('Ada Made Up, NIN 12345678901')
      },
    ],
    ['rejects', () => Promise.reject(new TypeError('Ada Made Up, NIN 12345678901'))],
  ] as const)(
    'answers "unexpected" and logs only the type of the error when its handler %s',
    async (_how, handler) => {
      const registered = register({ 'claims:read-list': handler })
      expect(await registered.invoke('claims:read-list', fromOurPage, { product: 'keke' })).toEqual(
        err({ type: 'unexpected' }),
      )
      expect(registered.logged).toEqual([
        { name: 'ipc-handler-threw', codes: { channel: 'claims:read-list', class: 'TypeError' } },
      ])
    },
  )

  it.each([
    [13, 'disk-full'],
    [8, 'read-only'],
    [10, 'storage-unavailable'],
  ])('answers a disk that failed under its handler (SQLite code %i) as %s', async (errcode, type) => {
    const failing = Object.assign(new Error('Ada Made Up'), { errcode })
    const registered = register({ 'claims:read-list': () => Promise.reject(failing) })
    expect(await registered.invoke('claims:read-list', fromOurPage, { product: 'keke' })).toMatchObject(
      err({ type }),
    )
  })

  it('logs only the type of a thrown value that is not an error', async () => {
    const thrown: unknown = 'Ada Made Up'
    const registered = register({
      'claims:read-list': () => {
        throw thrown
      },
    })
    await registered.invoke('claims:read-list', fromOurPage, { product: 'keke' })
    expect(registered.logged).toEqual([
      { name: 'ipc-handler-threw', codes: { channel: 'claims:read-list', class: 'string' } },
    ])
  })

  it('passes on the failure that a handler returns', async () => {
    const registered = register({ 'claims:read-list': () => ({ ok: false, error: { type: 'offline' } }) })
    expect(await registered.invoke('claims:read-list', fromOurPage, { product: 'keke' })).toEqual(
      err({ type: 'offline' }),
    )
  })
})

describe('an announcement', () => {
  const target = (
    destroyed: boolean,
  ): { sent: unknown[]; isDestroyed(): boolean; send(...all: unknown[]): void } => {
    const sent: unknown[] = []
    return { sent, isDestroyed: () => destroyed, send: (...all) => void sent.push(all) }
  }

  it('goes to our window', () => {
    const page = target(false)
    createAnnounce(() => page)('navigate', { to: 'claims' })
    expect(page.sent).toEqual([['navigate', { to: 'claims' }]])
  })

  it('goes nowhere while no window is open or it is gone', () => {
    const page = target(true)
    createAnnounce(() => page)('navigate', { to: 'claims' })
    createAnnounce(() => null)('navigate', { to: 'claims' })
    expect(page.sent).toEqual([])
  })
})
