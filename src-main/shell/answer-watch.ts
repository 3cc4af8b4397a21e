import { writeDurably } from '#main/platform/durable-file.ts'
import { readLog } from '#main/platform/log.ts'
import { appName, say } from '#main/platform/texts/texts.ts'
import { createFileChoice, type Dialogs } from './dialogs.ts'

/** What someone wants who sees a window that shows nothing. */
export type NoAnswerChoice = 'start-again' | 'save-log' | 'wait'

interface AnswerWatchOptions {
  /** Asks with main's own dialog, which closes when the signal aborts, or does not open where it has. */
  readonly ask: (over: AbortSignal) => Promise<NoAnswerChoice>
  readonly startAgain: () => void
  readonly saveLog: () => Promise<void>
  /** The page got its first answer from main. */
  readonly onAnswered: () => void
}

/** How long a loaded page may take to ask main its first question. */
export const answerPatienceMs = 15_000

/** Waits for each loaded page's first question to main, and asks what to do when none comes. */
export function createAnswerWatch(options: AnswerWatchOptions) {
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
    /** The window is gone. */
    over,
    /** The window shows another document from now on. */
    navigated(): void {
      over()
      isAnswered = false
    },
    /** That document was loaded. */
    loaded(): void {
      over()
      // Scripts of the page run before it counts as loaded.
      if (isAnswered) return
      const dialog = new AbortController()
      const timer = setTimeout(() => void ask(dialog.signal), answerPatienceMs)
      waiting = { timer, dialog }
    },
    /** The page asked main something and got its answer: the preload and its bridge work. */
    answered(): void {
      over()
      if (isAnswered) return
      isAnswered = true
      options.onAnswered()
    },
  }
}

const choices: readonly NoAnswerChoice[] = ['start-again', 'save-log', 'wait']

/** Asks what to do about a window that shows nothing. Main's own dialogs: such a page cannot have caused them. */
export function createNoAnswerQuestion(dialogs: Dialogs): (over: AbortSignal) => Promise<NoAnswerChoice> {
  return async (over) => {
    const box = {
      type: 'warning' as const,
      title: appName,
      message: say('no-answer.message'),
      detail: say('no-answer.detail'),
      buttons: [say('no-answer.start-again'), say('no-answer.save-log'), say('no-answer.wait')],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
      signal: over,
    }
    return choices[await dialogs.ask(box)] ?? 'wait'
  }
}

/** Saves the log where the person chooses; what cannot be written is left to the next try. */
export async function saveLog(dialogs: Dialogs, folder: string): Promise<void> {
  const file = await createFileChoice(dialogs)('claims-desk-log.jsonl', say('save-log'))
  const log = await readLog(folder)
  if (file !== null && log.ok) await writeDurably(file, log.value)
}
