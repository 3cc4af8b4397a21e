import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import * as v from 'valibot'
import {
  requestChannels,
  calls,
  type RequestArgument,
  type RequestChannel,
  type RequestResult,
  type Announce,
} from '#shared/contract/calls.ts'
import type { Failure } from '#shared/failure.ts'
import { err, type Result } from '#shared/result.ts'
import type { Ask, Permission } from '#main/shell/dialogs.ts'
import type { WhoMayAsk } from '#shared/contract/call.ts'
import { appOrigin } from '#main/shell/app-origin.ts'
import type { Log } from '#main/platform/log.ts'
import { storageFailureOf } from '#main/platform/sqlite.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { mayManage } from '#main/office/officers/audience.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { ManagersQuestions, Question } from './asked-first.ts'

/** One handler for every channel: a channel without one does not compile. */
export type RequestHandlers = {
  readonly [C in RequestChannel]: (
    argument: RequestArgument<C>,
  ) => Promise<RequestResult<C>> | RequestResult<C>
}

/** Handlers of the channels that begin with these words. */
export type HandlersOf<Subject extends string> = Pick<
  RequestHandlers,
  Extract<RequestChannel, `${Subject}:${string}`>
>

/** The open environment, as far as a handler needs its services. */
export interface Using<Services> {
  readonly using: <R>(work: (services: Services) => R) => R | Result<never, Failure>
}

/** What storage said, as the page is answered. */
export function storageAnswer<T>(done: Result<T, OutboxFailure>): Result<T, Failure> {
  return done.ok ? done : err(failureOf(done.error))
}

export interface RegistrationOptions {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  /** Whether these are the web contents of our own window. */
  readonly isOurPage: (contents: WebContents) => boolean
  /** The number of the document in our window; null from the moment it has to go until the next one has come. */
  readonly documentNow: () => number | null
  /** A request of our page was answered: its preload works, and main behind it. */
  readonly onAnswer: () => void
  readonly log: Log
}

/**
 * Wraps every handler in the same way: checks the sender, parses the single argument against its schema, and returns
 * whatever happens as data. No input is logged or returned, only where it was wrong. A request that arrives before the
 * handlers exist is answered once they do. A document speaks for the officer it was loaded for: once somebody else signs
 * in, or out, it is answered nothing more, not even what it asked before.
 */
export function registerHandlers(
  handlers: RequestHandlers | Promise<RequestHandlers>,
  options: RegistrationOptions,
): void {
  for (const channel of requestChannels) {
    options.ipcMain.handle(channel, async (event, ...input: unknown[]) => {
      const flaw = flawOfSender(event, options.isOurPage)
      if (flaw !== null) {
        options.log.event('ipc-sender-refused', { channel, flaw })
        return refuse('sender')
      }
      const document = options.documentNow()
      if (document === null) return leftBehind
      const result = await answer(channel, input, handlers, options.log)
      if (options.documentNow() !== document) return leftBehind
      options.onAnswer()
      return result
    })
  }
}

const leftBehind: Result<never, Failure> = err({ type: 'signed-out' })

async function answer<C extends RequestChannel>(
  channel: C,
  input: readonly unknown[],
  handlers: RequestHandlers | Promise<RequestHandlers>,
  log: Log,
): Promise<RequestResult<C>> {
  if (input.length > 1) return refuse('arguments')
  if (!isPlainData(input[0])) return refuse('argument')
  // Report only the first issue: a hostile argument could cause one for each of its parts.
  const parsed = v.safeParse(calls[channel].takes, input[0], { abortEarly: true })
  if (!parsed.success) return refuse(whereIn(parsed.issues))
  try {
    return await (await handlers)[channel](parsed.output)
  } catch (error) {
    log.event('ipc-handler-threw', { channel, class: error instanceof Error ? error.name : typeof error })
    const failure = storageFailureOf(error)
    return err(failure === null ? { type: 'unexpected' } : failureOf(failure))
  }
}

/**
 * Why this sender may not make requests, or null for the top frame of our own window showing our own page. A frame that
 * is gone is refused too.
 */
function flawOfSender(
  event: IpcMainInvokeEvent,
  isOurPage: RegistrationOptions['isOurPage'],
): 'gone' | 'disposed' | 'inner-frame' | 'origin' | 'window' | null {
  try {
    const frame = event.senderFrame
    // Detached: the last script of a document whose successor is in the window already.
    if (frame === null || frame.detached) return 'gone'
    if (frame.parent !== null) return 'inner-frame'
    if (frame.origin !== appOrigin) return 'origin'
    return isOurPage(event.sender) ? null : 'window'
  } catch {
    // Electron throws when a frame was disposed between the message and this line.
    return 'disposed'
  }
}

function refuse(where: string): Result<never, { readonly type: 'invalid-input'; readonly where: string }> {
  return err({ type: 'invalid-input', where })
}

/** The path to the first error. A name the caller made up is left out, as it may contain anything. */
function whereIn([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const names = (issue.path ?? []).map(({ key }) =>
    typeof key === 'number' || /^[A-Za-z]{1,40}$/.test(String(key)) ? String(key) : '?',
  )
  // This kind of issue names a field that is in no schema.
  if (issue.expected === 'never') names.splice(-1, 1, '?')
  return names.length === 0 ? 'argument' : names.join('.')
}

/** Who is signed in, and what is asked before a call goes on. */
export interface Gate {
  readonly session: OfficerSession
  readonly questions: ManagersQuestions
  readonly ask: Ask
  /** The open environment: a question about one is not answered for another. */
  readonly environment: () => object
}

/**
 * Puts the officers' rules in front of every handler, so that none can be forgotten: a locked application answers
 * nothing personal, what concerns the whole office is for managers only, and main asks before what its table says.
 */
export function gateHandlers(handlers: RequestHandlers, gate: Gate): RequestHandlers {
  const gated = requestChannels.map((channel) => [channel, gateOne(channel, handlers, gate)])
  // Object.fromEntries loses which handler belongs to which channel; each was made for its own just above.
  return Object.fromEntries(gated) as RequestHandlers
}

function gateOne<C extends RequestChannel>(
  channel: C,
  handlers: RequestHandlers,
  { session, questions, ask, environment }: Gate,
): (argument: RequestArgument<C>) => Promise<RequestResult<C>> | RequestResult<C> {
  const handler = handlers[channel]
  const all: AnyQuestions = questions
  const question = all[channel]
  const asked = async (wanted: Promise<Permission | null>, argument: RequestArgument<C>) => {
    const [officer, place] = [session.current()?.id, environment()]
    const wish = await wanted
    if (wish !== null && !(await ask(wish))) return err({ type: 'declined' } as const)
    // The application may have been locked meanwhile, somebody else have signed in, or another environment be open.
    const isSame = mayManage(session) && session.current()?.id === officer && environment() === place
    return isSame ? await handler(argument) : err({ type: 'declined' } as const)
  }
  return (argument) => {
    const { who } = calls[channel]
    if (session.isLocked() && who !== 'anyone') {
      return err({ type: session.waitsForKeyring() ? 'locked' : 'signed-out' })
    }
    if (session.current()?.role === 'officer' && isManagers(who, argument))
      return err({ type: 'managers-only' })
    const wanted = question?.(argument) ?? null
    return wanted === null ? handler(argument) : asked(Promise.resolve(wanted), argument)
  }
}

type AnyQuestions = { readonly [C in RequestChannel]?: Question<C> }

function isManagers(who: WhoMayAsk, argument: unknown): boolean {
  if (typeof who === 'string') return who === 'manager'
  if (typeof argument !== 'object' || argument === null) return false
  return Object.keys(argument).some((field) => !who.ownFields.has(field))
}

/** Announces to our own window, if one is open: a page requests the state when it starts. */
export function createAnnounce(page: () => Pick<WebContents, 'isDestroyed' | 'send'> | null): Announce {
  return (channel, news) => {
    const target = page()
    if (target === null || target.isDestroyed()) return
    target.send(channel, news)
  }
}

/** What is the next officer's is not for the page of the one before, which still hears that it is locked. */
export function announceToOwnPage(
  given: { readonly announce: Announce; readonly isPageGoing: () => boolean },
  session: Pick<OfficerSession, 'current'>,
): Announce {
  return (channel, news) => {
    if (session.current() === null || !given.isPageGoing()) given.announce(channel, news)
  }
}

/** Far more than any request carries: ten thousand ids, or a draft with every field full. */
const limits = { parts: 50_000, characters: 2_000_000 } as const

/**
 * Whether an argument consists only of what the contract uses: plain objects, lists and simple values, none named
 * `__proto__`, and no more of them than a request can need. The structured clone allows more than schemas expect: a
 * sparse list of huge length, which a schema would walk to its end; an own `__proto__`, which it ignores; maps, dates
 * and bytes, which it takes for objects. A value that appears twice counts twice, so a cycle exceeds the limit.
 */
export function isPlainData(argument: unknown): boolean {
  const open: unknown[] = [argument]
  let parts = 0
  let characters = 0
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') characters += next.length
    if (typeof next === 'object' && next !== null) {
      if (!isPlain(next)) return false
      const keys = Object.keys(next)
      const size = Array.isArray(next) ? next.length : keys.length
      parts += size
      if (size !== keys.length || parts > limits.parts || Object.hasOwn(next, '__proto__')) return false
      for (const key of keys) {
        characters += key.length
        open.push(Reflect.get(next, key))
      }
    }
    if (characters > limits.characters) return false
  }
  return true
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
