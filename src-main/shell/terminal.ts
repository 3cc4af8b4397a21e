import { writeSync } from 'node:fs'

const standardOutput = 1

/** Prints a text to the terminal the application was started from, if any, before the process ends. */
export function printToTerminal(text: string): void {
  try {
    // Not process.stdout: outside Linux its last output can be lost when the process ends.
    writeSync(standardOutput, `${text}\n`)
  } catch {
    // On Windows an application started by a click has no output, and a pipe may have no reader.
  }
}
