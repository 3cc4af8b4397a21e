import { setTimeout as delay } from 'node:timers/promises'
import { backgroundFlag } from '#main/shell/login-item.ts'
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

/** What may still turn out well, where somebody waits. */
export type Trouble =
  /** Main noted what keeps the page from working. */
  | { readonly type: 'broken'; readonly event: LogEvent }
  /** Nothing in time of a window whose page works. */
  | { readonly type: 'late'; readonly isShown: boolean }

/** How far a start came; in the background, `open` is an application that runs. */
type Opening = Trouble | { readonly type: 'open' } | { readonly type: 'ended' }

interface Watched extends Pick<OpenOptions, 'asked' | 'dataFolder'> {
  readonly start: (args: readonly string[]) => RunningHost
  readonly onOpen: () => void
  /** It does not open as it should. @returns whether to end it, or to wait on */
  readonly onTrouble: (trouble: Trouble) => 'end' | 'wait'
}

export interface WatchedEnd {
  readonly ending: HostEnding
  readonly wasOpen: boolean
  /** Why it was ended from here; null: it ended itself. */
  readonly givenUp: Trouble | null
  /** What the application noted from the start on. */
  readonly events: readonly LogEvent[]
}

const lookAgainMs = 200
const troubles: ReadonlySet<string> = new Set(['preload-failed', 'page-not-loaded', 'page-gone'])

/** Looks into the application's own log until it is open, or until that is not to be expected before the deadline. */
async function awaitOpening(
  host: RunningHost,
  events: () => Promise<readonly LogEvent[]>,
  wanted: readonly string[],
  deadline: number,
): Promise<Opening> {
  const seen = { isOver: false }
  void host.ended.then(() => (seen.isOver = true))
  for (;;) {
    // The log is read once more after the end: it then has what happened just before.
    const wasOver = seen.isOver
    const noted = await events()
    const has = (name: string): boolean => noted.some(({ event }) => event === name)
    if (wanted.every(has)) return { type: 'open' }
    if (wasOver) return { type: 'ended' }
    const trouble = noted.find(({ event }) => troubles.has(event))
    if (trouble !== undefined && deadline < Infinity && !has('page-answered')) {
      return { type: 'broken', event: trouble }
    }
    if (Date.now() >= deadline) return { type: 'late', isShown: has('window-shown') }
    await Promise.race([delay(lookAgainMs), host.ended])
  }
}

/** Starts the application, watches how it opens, waits until it ends, and starts it again where it asks for that. */
export async function runWatched(watched: Watched, isAgain = false): Promise<WatchedEnd> {
  const { asked, dataFolder } = watched
  const sinceMs = Date.now()
  const isBackground = asked.isBackground && !isAgain
  // Started again, it shows its window.
  const host = watched.start(asked.forApplication.filter((one) => isBackground || one !== backgroundFlag))
  const events = (): Promise<readonly LogEvent[]> => eventsSince(dataFolder, sinceMs)
  const opened = (deadline: number): Promise<Opening> =>
    awaitOpening(host, events, isBackground ? ['started'] : ['window-shown', 'page-answered'], deadline)
  let opening = await opened(isBackground ? Infinity : sinceMs + asked.windowWaitMs)
  if (opening.type === 'broken' || opening.type === 'late') {
    if (watched.onTrouble(opening) === 'end') {
      host.stop()
      return { ending: await host.ended, wasOpen: false, givenUp: opening, events: [] }
    }
    opening = await opened(Infinity)
  }
  if (opening.type === 'open') watched.onOpen()
  const ending = await host.ended
  const last = await events()
  const isAskedAgain = !ending.isStopped && last.some(({ event }) => event === againEvent)
  if (isAskedAgain) return await runWatched(watched, true)
  return { ending, wasOpen: opening.type === 'open', givenUp: null, events: last }
}
