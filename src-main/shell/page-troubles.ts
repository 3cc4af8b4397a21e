import type { App, WebContents } from 'electron'
import type { Log, LogCodes } from '../platform/log.ts'

/** Records something that went wrong with a page. @param said Chromium's own words, for a terminal alone. */
export type Trouble = (name: string, codes: LogCodes, said?: string) => void

/** @param print prints a line where a developer sees it; null in an installed application. */
export function createTrouble(log: Log, print: ((line: string) => void) | null): Trouble {
  return (name, codes, said = Object.values(codes).join(' ')) => {
    log.event(name, codes)
    print?.(`${name}: ${said}`)
  }
}

/** Records whatever keeps a page from working. Without this a window whose preload failed is grey and silent. */
export function watchPage(contents: WebContents, trouble: Trouble): void {
  contents.on('preload-error', (_event, _file, error) => {
    trouble('preload-failed', { class: error.name }, error.message)
  })
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isMainFrame) trouble('page-not-loaded', { reason: description, code })
  })
  contents.on('did-navigate', (_event, _address, code) => {
    if (code >= 400) trouble('page-not-loaded', { reason: 'answered', code })
  })
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    trouble('page-gone', { reason, exitCode })
  })
  contents.on('unresponsive', () => trouble('page-unresponsive', {}, 'The page has not reacted for a while.'))
  contents.on('console-message', ({ level, message, lineNumber }) => {
    if (level === 'error') trouble('page-console-error', { line: lineNumber }, message)
  })
}

/** Records Chromium's other processes that ended badly: the graphics card's, the network's. */
export function watchProcesses(app: Pick<App, 'on'>, trouble: Trouble): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit')
      trouble('process-gone', { type: type.replaceAll(' ', '-'), reason, exitCode })
  })
}
