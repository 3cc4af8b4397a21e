import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { extname, resolve } from 'node:path'
import type {
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron'
import { app } from './app.ts'
import { browser, hostPages } from './chromium.ts'
import { hostOptions } from './options.ts'
import { HostWindow } from './window.ts'

const address = 'https://dialog.stand-in.localhost/'

/** A question that is open now. */
export interface OpenDialog {
  readonly options: MessageBoxOptions
  /** Presses a button. @throws where there is none of this name. */
  press(label: string): Promise<void>
}

/** How a question is put to somebody. */
interface Asked {
  readonly press: OpenDialog['press']
  close(): Promise<void>
}
/** More would not fit on the page that stands for the system's dialog. */
const mostFilesOffered = 20
const open = new Set<OpenDialog>()

/** The questions that are open now, the oldest first. */
export function openDialogs(): readonly OpenDialog[] {
  return [...open]
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

function documentOf(options: MessageBoxOptions): string {
  const buttons = (options.buttons ?? ['OK']).map(
    (label, index) =>
      `<button onclick="answer(${index})"${index === (options.defaultId ?? 0) ? ' autofocus' : ''}>${escaped(label)}</button>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>${escaped(options.title ?? app.name)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:1.5rem;color:#1b1b1b;background:#fff}
p{white-space:pre-line;overflow-wrap:anywhere}footer{display:flex;gap:.5rem;justify-content:end;margin-top:1.5rem}
button{font:inherit;padding:.35rem .9rem}h1{font-size:1.05rem;margin:0}</style>
<main role="dialog" aria-modal="true" aria-labelledby="message" aria-describedby="detail">
<h1 id="message">${escaped(options.message)}</h1><p id="detail">${escaped(options.detail ?? '')}</p>
<footer>${buttons.join('')}</footer></main>
<script>function answer(index) { location.hash = 'answer=' + index }
addEventListener('keydown', (event) => { if (event.key === 'Escape') answer(-1) })</script>`
}

async function ask(options: MessageBoxOptions, parent: HostWindow | null): Promise<MessageBoxReturnValue> {
  const cancelled = options.cancelId ?? 0
  const { promise, resolve: answered } = Promise.withResolvers<number>()
  const answer = (index: number): void => answered(index < 0 ? cancelled : index)
  // A dialog goes with the window it belongs to.
  const goes = (): void => answered(cancelled)
  parent?.once('closed', goes)
  options.signal?.addEventListener('abort', goes)
  if (options.signal?.aborted === true) goes()
  // Where Chromium has no folder to start in, nobody can be asked; Electron's own boxes need none.
  const asked = hostOptions.dialogPages
    ? await askOnPage(options, parent, answer).catch(() => null)
    : askUnseen(options, answer)
  if (asked === null) return { response: cancelled, checkboxChecked: false }
  const question: OpenDialog = { options, press: asked.press }
  open.add(question)
  const response = await promise
  parent?.off('closed', goes)
  options.signal?.removeEventListener('abort', goes)
  await asked.close()
  // Removed only once the application has closed it too: a caller that sees no question may ask the next.
  open.delete(question)
  return { response, checkboxChecked: false }
}

/** Where nobody looks: to open a page takes a third of a second. */
function askUnseen(options: MessageBoxOptions, answer: (index: number) => void): Asked {
  return {
    press: (label) => {
      const index = (options.buttons ?? ['OK']).indexOf(label)
      if (index < 0) return Promise.reject(new Error(`The question has no button "${label}".`))
      answer(index)
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
}

async function askOnPage(
  options: MessageBoxOptions,
  parent: HostWindow | null,
  answer: (index: number) => void,
): Promise<Asked> {
  const size = { width: 520, height: 300 }
  const beside = parent?.webContents.page ?? null
  const page = await (beside === null
    ? browser.newPage(app.profileFolder, size)
    : browser.newPopup(beside, size))
  const url = `${address}${Math.random().toString(36).slice(2)}`
  hostPages.set(url, documentOf(options))
  page.on('close', () => answer(-1))
  // By its address: a function exposed here would answer for the test's own functions in every page.
  page.on('framenavigated', (frame) => {
    const index = /#answer=(-?\d+)$/.exec(frame.url())?.[1]
    if (index !== undefined) answer(Number(index))
  })
  await page.goto(url)
  await page.bringToFront()
  return {
    press: async (label) => {
      try {
        const button = page.getByRole('dialog').getByRole('button', { name: label, exact: true })
        await button.click({ timeout: 5000 })
      } catch (error) {
        // The answer closes the page, sometimes before the click is reported as done.
        if (!page.isClosed()) throw error
      }
    },
    close: async () => {
      hostPages.delete(url)
      await page.close().catch(() => undefined)
    },
  }
}

/** The system's message box: a page with real buttons, where somebody can see it. The first argument may be the window it belongs to. */
async function showMessageBox(
  first: HostWindow | MessageBoxOptions,
  second?: MessageBoxOptions,
): Promise<MessageBoxReturnValue> {
  if (!(first instanceof HostWindow)) return await ask(first, null)
  if (second === undefined) throw new TypeError('showMessageBox needs its options.')
  return await ask(second, first)
}

/**
 * The system's question for a place to save in: the folder is always the same one, and cannot be changed. Whoever saves
 * types the name without its extension, which GTK does not add (electron#15510), or takes the file that is there.
 */
async function showSaveDialog(
  first: HostWindow | SaveDialogOptions,
  second?: SaveDialogOptions,
): Promise<SaveDialogReturnValue> {
  const wanted = first instanceof HostWindow ? (second ?? {}) : first
  const filePath = resolve(hostOptions.saveFolder ?? homedir(), wanted.defaultPath ?? 'untitled')
  const { response } = await ask(
    {
      message: wanted.title ?? 'Save as',
      detail: filePath,
      buttons: [wanted.buttonLabel ?? 'Save', 'Cancel'],
      defaultId: 0,
      cancelId: 1,
    },
    first instanceof HostWindow ? first : null,
  )
  if (response !== 0) return { canceled: true, filePath: '' }
  const typed = filePath.slice(0, filePath.length - extname(filePath).length)
  return { canceled: false, filePath: existsSync(filePath) ? filePath : typed }
}

/** The system's question for a file to open: a button for each file of the folder that is of the wanted kind. */
async function showOpenDialog(
  first: HostWindow | OpenDialogOptions,
  second?: OpenDialogOptions,
): Promise<OpenDialogReturnValue> {
  const wanted = first instanceof HostWindow ? (second ?? {}) : first
  const folder = resolve(hostOptions.saveFolder ?? homedir())
  const kinds = (wanted.filters ?? []).flatMap(({ extensions }) => extensions)
  const names = readdirSync(folder)
    .filter((name) => kinds.length === 0 || kinds.some((kind) => name.endsWith(`.${kind}`)))
    .sort()
    .slice(0, mostFilesOffered)
  const { response } = await ask(
    {
      message: wanted.title ?? 'Open',
      detail: folder,
      buttons: [...names, 'Cancel'],
      defaultId: names.length,
      cancelId: names.length,
    },
    first instanceof HostWindow ? first : null,
  )
  const name = names[response]
  return name === undefined
    ? { canceled: true, filePaths: [] }
    : { canceled: false, filePaths: [resolve(folder, name)] }
}

function showErrorBox(title: string, content: string): void {
  console.error(`${title}: ${content}`)
  void ask({ type: 'error', title, message: title, detail: content, buttons: ['OK'] }, null)
}

export const dialog = { showMessageBox, showSaveDialog, showOpenDialog, showErrorBox }
