import { writeSync } from 'node:fs'

const standardOutput = 1

/** Says something where the application was started from, before the process ends; where that is no terminal, to nobody. */
export function tellTerminal(text: string): void {
  try {
    // Not process.stdout: outside of Linux what it was given last can be lost when the process ends.
    writeSync(standardOutput, `${text}\n`)
  } catch {
    // Windows gives an application that was clicked no output, and a pipe may have nobody at its end.
  }
}
