/** What somebody wants who sees a window that shows nothing. */
export type NoAnswerChoice = 'start-again' | 'save-log' | 'wait'

interface AnswerWatchOptions {
  /** Asks with main's own dialog, which closes when the signal aborts, or does not open where it has. */
  readonly ask: (over: AbortSignal) => Promise<NoAnswerChoice>
  readonly startAgain: () => void
  readonly saveLog: () => Promise<void>
  /** The page got its first answer from main. */
  readonly onAnswered: () => void
}

export interface AnswerWatch {
  /** The window shows another document from now on. */
  readonly navigated: () => void
  /** That document was loaded. */
  readonly loaded: () => void
  /** The page asked main something and got its answer: the preload and its bridge work. */
  readonly answered: () => void
  /** The window is gone. */
  readonly over: () => void
}

/** How long a loaded page may take to ask main its first question. */
export const answerPatienceMs = 15_000

/** Waits for each loaded page's first question to main, and asks what to do when none comes. */
export function createAnswerWatch(options: AnswerWatchOptions): AnswerWatch {
  let isAnswered = false
  let waiting: { readonly timer: NodeJS.Timeout; readonly dialog: AbortController } | null = null

  function over(): void {
    if (waiting === null) return
    clearTimeout(waiting.timer)
    waiting.dialog.abort()
    waiting = null
  }

  async function ask(over: AbortSignal): Promise<void> {
    const choice = await options.ask(over)
    if (over.aborted) return
    if (choice === 'start-again') options.startAgain()
    if (choice !== 'save-log') return
    await options.saveLog()
    await ask(over)
  }

  return {
    over,
    navigated() {
      over()
      isAnswered = false
    },
    loaded() {
      over()
      // Scripts of the page run before it counts as loaded.
      if (isAnswered) return
      const dialog = new AbortController()
      const timer = setTimeout(() => void ask(dialog.signal), answerPatienceMs)
      waiting = { timer, dialog }
    },
    answered() {
      over()
      if (isAnswered) return
      isAnswered = true
      options.onAnswered()
    },
  }
}
