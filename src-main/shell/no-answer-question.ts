import type { BrowserWindow, Dialog } from 'electron'
import { writeDurably } from '../platform/durable-file.ts'
import { readLog } from '../platform/log.ts'
import { appName, say } from '../texts/texts.ts'
import type { NoAnswerChoice } from './answer-watch.ts'
import { createFileChoice } from './file-choice.ts'
import { askInBox } from './message-box.ts'

type Dialogs = Pick<Dialog, 'showMessageBox' | 'showSaveDialog'>

const choices: readonly NoAnswerChoice[] = ['start-again', 'save-log', 'wait']

/** Asks what to do about a window that shows nothing. Main's own dialogs: such a page cannot have caused them. */
export function createNoAnswerQuestion(
  dialog: Dialogs,
  window: () => BrowserWindow | null,
): (over: AbortSignal) => Promise<NoAnswerChoice> {
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
    return choices[await askInBox(dialog, window(), box)] ?? 'wait'
  }
}

/** Saves the log where the person chooses; what cannot be written is left to the next try. */
export async function saveLog(dialog: Dialogs, window: BrowserWindow | null, folder: string): Promise<void> {
  const file = await createFileChoice(dialog, () => window)('claims-desk-log.jsonl', say('save-log'))
  const log = await readLog(folder)
  if (file === null || !log.ok) return
  await writeDurably(file.endsWith('.jsonl') ? file : `${file}.jsonl`, log.value)
}
