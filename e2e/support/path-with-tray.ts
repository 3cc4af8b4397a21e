import { delimiter, join } from 'node:path'

/** The programs' folders, with a desktop in front that shows tray icons: few machines that run tests have one. */
export function pathWithTray(): string {
  return [join(import.meta.dirname, 'programs'), process.env['PATH']].join(delimiter)
}
