import { setTimeout as delay } from 'node:timers/promises'
import { againEvent } from '#main/shell/quit.ts'
import { eventsSince, type LogEvent } from '../application-log.ts'
import type { System } from '../debian-packages.ts'
import type { StartArguments } from './arguments.ts'
import type { Report } from './report.ts'
import type { HostCommand, HostEnding, RunningHost } from './run-host.ts'

export interface OpenOptions {
  readonly asked: StartArguments
  readonly system: System
  readonly dataFolder: string
  readonly report: Report
  /** The virtual screen to start it on; null: there is one of its own. */
  readonly screen: () => Promise<string | null>
  readonly run: (command: HostCommand) => RunningHost
  /** It is open. @param how in which host, and what is unusual about it */
  readonly onOpen: (how: string) => void
}

/** How far a start came. */
export type Opening =
  /** The window is shown and its page works; in the background: the application runs. */
  | { readonly type: 'open' }
  | { readonly type: 'ended'; readonly ending: HostEnding }
  /** Main noted what keeps the page from working. */
  | { readonly type: 'broken'; readonly event: LogEvent }
  /** Nothing of that in time. */
  | { readonly type: 'late'; readonly isShown: boolean }

interface OpeningOptions {
  readonly dataFolder: string
  readonly sinceMs: number
  readonly waitMs: number
  readonly isBackground: boolean
  /** Waits for ever, whatever goes wrong. */
  readonly isPatient?: boolean
}

const lookAgainMs = 200
const troubles: ReadonlySet<string> = new Set(['preload-failed', 'page-not-loaded', 'page-gone'])

/** Looks into the application's own log until it is open, or until that is not to be expected any more. */
async function awaitOpening(host: RunningHost, options: OpeningOptions): Promise<Opening> {
  const { dataFolder, sinceMs, waitMs, isBackground, isPatient = false } = options
  const wanted = isBackground ? ['started'] : ['window-shown', 'page-answered']
  const deadline = isBackground || isPatient ? Infinity : sinceMs + waitMs
  const seen: { ending: HostEnding | null } = { ending: null }
  void host.ended.then((ending) => (seen.ending = ending))
  for (;;) {
    // The log is read once more after the end: it then has what happened just before.
    const last = seen.ending
    const events = await eventsSince(dataFolder, sinceMs)
    const has = (name: string): boolean => events.some(({ event }) => event === name)
    if (wanted.every(has)) return { type: 'open' }
    if (last !== null) return { type: 'ended', ending: last }
    const trouble = events.find(({ event }) => troubles.has(event))
    if (trouble !== undefined && !isPatient && !has('page-answered'))
      return { type: 'broken', event: trouble }
    if (Date.now() >= deadline) return { type: 'late', isShown: has('window-shown') }
    await Promise.race([delay(lookAgainMs), host.ended])
  }
}

interface WatchedStart extends Omit<OpeningOptions, 'sinceMs'> {
  readonly start: (isAgain: boolean) => RunningHost
  readonly onOpen: () => void
  /** It does not open as it should. @returns whether to end it, or to wait on */
  readonly onTrouble: (opening: Trouble) => 'end' | 'wait'
}

/** What may still turn out well, where somebody waits. */
export type Trouble = Extract<Opening, { readonly type: 'broken' | 'late' }>

export interface WatchedEnd {
  readonly ending: HostEnding
  readonly wasOpen: boolean
  /** Why it was ended from here; null: it ended itself. */
  readonly givenUp: Trouble | null
  readonly sinceMs: number
}

/** Starts the application, watches how it opens, waits until it ends, and starts it again where it asks for that. */
export async function runWatched(watched: WatchedStart, isAgain = false): Promise<WatchedEnd> {
  const sinceMs = Date.now()
  const host = watched.start(isAgain)
  const options = { ...watched, sinceMs, isBackground: watched.isBackground && !isAgain }
  let opening = await awaitOpening(host, options)
  if (opening.type === 'broken' || opening.type === 'late') {
    if (watched.onTrouble(opening) === 'end') {
      host.stop()
      return { ending: await host.ended, wasOpen: false, givenUp: opening, sinceMs }
    }
    opening = await awaitOpening(host, { ...options, isPatient: true })
  }
  if (opening.type === 'open') watched.onOpen()
  const ending = await host.ended
  const events = await eventsSince(watched.dataFolder, sinceMs)
  if (events.some(({ event }) => event === againEvent)) return await runWatched(watched, true)
  return { ending, wasOpen: opening.type === 'open', givenUp: null, sinceMs }
}
