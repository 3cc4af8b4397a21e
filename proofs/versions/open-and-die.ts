import { DatabaseSync } from 'node:sqlite'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { nextSteps } from './next-version.ts'

/*
 * Migrates an outbox file to the made-up next version and is killed at one statement: `node open-and-die.ts FILE STEP`.
 * Step 0 is before the first statement that opening runs, step n after the nth. Ends by itself when there are fewer.
 */

const [, , path = '', step = ''] = process.argv
const dieAfter = Number(step)
let done = 0

function passed(): void {
  if (done === dieAfter) process.kill(process.pid, 'SIGKILL')
  done += 1
}

/** Splits a script into its statements. */
function statementsOf(sql: string): readonly string[] {
  const bare = sql.replace(/--[^\n]*/g, '')
  // A trigger's body contains statements too and ends with END.
  const parts = bare.match(/\s*CREATE\s+TRIGGER[\s\S]*?\bEND\s*(;|$)|[^;]+(;|$)/gi) ?? []
  return parts.filter((part) => part.replace(/[\s;]/g, '') !== '')
}

// oxlint-disable-next-line typescript/unbound-method
const execute = DatabaseSync.prototype.exec
DatabaseSync.prototype.exec = function (sql: string): void {
  for (const statement of statementsOf(sql)) {
    execute.call(this, statement)
    passed()
  }
}
passed()
const opened = openOutboxFile(path, new Date(), nextSteps)
process.exitCode = opened.ok && opened.value.rebuilt === null ? 0 : 1
