import type { App } from 'electron'
import type { Log } from '#main/platform/log.ts'
import { appName, say } from '#main/platform/texts/texts.ts'
import type { Dialogs } from './dialogs.ts'
import { backgroundFlag } from './login-item.ts'

export interface QuitOptions {
  readonly app: Pick<App, 'on' | 'quit' | 'exit'>
  /** How many entries of the office's own work the insurer has not received. */
  readonly undelivered: () => number | Promise<number>
  readonly ask: (undelivered: number) => Promise<QuitChoice>
  /** Closes the window and leaves the engine running. */
  readonly keepRunning: () => void
  /** Stops the engine and closes the database. @param isSessionEnding it may not take long */
  readonly stop: (isSessionEnding: boolean) => Promise<LastStep>
  /** Has the application started again once this process has ended. */
  readonly relaunch: () => void
  /** Milliseconds after which the process exits even if `stop` is still running; the next start does what was left. */
  readonly stopTimeoutMs: number
  /** The same where the session ends. */
  readonly lastStopTimeoutMs: number
}

/**
 * Work that must wait until everything has stopped, such as starting an installer. Skipped when the session ends, and
 * when stopping failed or timed out.
 *
 * @param isWantedAgain the application was started again while it was quitting.
 * @returns whether to relaunch the application.
 */
export type LastStep = (isWantedAgain: boolean) => Promise<boolean>

export type QuitChoice = 'keep-running' | 'quit' | 'cancel'

export type Quit = ReturnType<typeof createQuit>

/*
 *   staying ──before-quit──► asking ──quit──► leaving ──windows closed, will-quit──► stopping ──► exit
 *      ▲                       │
 *      └──keep running, cancel─┘
 */
type Phase = 'staying' | 'asking' | 'leaving' | 'stopping'

/**
 * Quits in order: the question, then the windows (whose page may still save), then the engine, then the process.
 * Closing the last window does not quit.
 */
export function createQuit(options: QuitOptions) {
  const { app } = options
  let phase: Phase = 'staying'
  let sessionEnding = false
  let isWantedAgain = false

  async function decide(): Promise<void> {
    phase = 'asking'
    const choice = await choose(options).catch((): QuitChoice => 'cancel')
    // The session may have ended while the question was open.
    phase = choice === 'quit' || sessionEnding ? 'leaving' : 'staying'
    if (phase === 'leaving') app.quit()
    else if (choice === 'keep-running') options.keepRunning()
  }

  const isEnding = (): boolean => sessionEnding || phase === 'leaving' || phase === 'stopping'

  async function leave(): Promise<void> {
    phase = 'stopping'
    const timeoutMs = sessionEnding ? options.lastStopTimeoutMs : options.stopTimeoutMs
    const lastStep = await withinTime(options.stop(sessionEnding), timeoutMs)
    const relaunches =
      lastStep !== null && !sessionEnding
        ? await lastStep(isWantedAgain).catch(() => isWantedAgain)
        : isWantedAgain
    if (relaunches && !sessionEnding) options.relaunch()
    app.exit(0)
  }

  app.on('window-all-closed', () => undefined)
  app.on('before-quit', (event) => {
    if (sessionEnding || phase === 'leaving' || phase === 'stopping') return
    event.preventDefault()
    if (phase === 'staying') void decide()
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (phase !== 'stopping') void leave()
  })

  return {
    /** The officer asks to quit. */
    request: (): void => app.quit(),
    /**
     * Quits without a question, as for an update, and relaunches the application unless the last step sees to that.
     * @returns false while a question is open.
     */
    startAgain(): boolean {
      if (phase !== 'staying') return false
      isWantedAgain = true
      phase = 'leaving'
      app.quit()
      return true
    },
    /** The session or the computer is ending: no more questions, no delay. */
    sessionEnds(): void {
      sessionEnding = true
    },
    /** Whether the application is about to end. */
    isEnding,
    /**
     * The application was started again.
     * @returns true when it is about to quit: it then relaunches, so that the officer is not left without the
     * application.
     */
    startedAgain(): boolean {
      const isLeaving = phase === 'leaving' || phase === 'stopping'
      if (isLeaving) isWantedAgain = true
      return isLeaving
    },
  }
}

async function choose({ undelivered, ask }: QuitOptions): Promise<QuitChoice> {
  const count = await undelivered()
  return count === 0 ? 'quit' : await ask(count)
}

/** What the work returns; null when it takes longer or fails, which does not stop the quit. */
async function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T | null> {
  const timeUp = Promise.withResolvers<null>()
  const timer = setTimeout(() => timeUp.resolve(null), timeoutMs)
  const first = await Promise.race([work.catch(() => null), timeUp.promise])
  clearTimeout(timer)
  return first
}

/**
 * Asks with the system's own dialog. Escape and closing the dialog cancel.
 */
export function createQuitQuestion(
  dialogs: Pick<Dialogs, 'ask'>,
): (undelivered: number) => Promise<QuitChoice> {
  return async (undelivered) => {
    const question = {
      type: 'question' as const,
      title: appName,
      message: say('not-received', { n: undelivered }),
      detail: say('quit-question.detail'),
      buttons: [say('quit-question.keep-running'), say('quit-question.quit'), say('cancel')],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
    }
    const response = await dialogs.ask(question)
    return response === 0 ? 'keep-running' : response === 1 ? 'quit' : 'cancel'
  }
}

/** Set by `npm start`, which watches the start, has the screen, and starts the application again itself. */
export const starterVariable = 'CLAIMS_DESK_STARTER'
/** The line of the log that asks the starter to do so. */
export const againEvent = 'starts-again'

/** Whether `npm start` watches this process. */
export function isWatchedStart({ isPackaged }: Pick<App, 'isPackaged'>): boolean {
  return !isPackaged && process.env[starterVariable] !== undefined
}

/** Has the application started again, with its window, once this process has ended. */
export function relaunch(app: Pick<App, 'isPackaged' | 'relaunch'>, log: Log): void {
  if (isWatchedStart(app)) log.event(againEvent)
  else app.relaunch({ args: process.argv.slice(1).filter((given) => given !== backgroundFlag) })
}
