import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { openStorage } from '../open-outbox.ts'

/*
 * Opens a damaged outbox file in a process that dies before or after the n-th rename. At each rename one file replaces
 * another.
 */
const [path = '', dieAt = '0', when = 'before'] = process.argv.slice(2)
const rename = fs.renameSync
let renames = 0
fs.renameSync = (from, to) => {
  renames += 1
  const dies = renames === Number(dieAt)
  if (dies && when === 'before') process.kill(process.pid, 'SIGKILL')
  rename(from, to)
  if (dies) process.kill(process.pid, 'SIGKILL')
}
syncBuiltinESMExports()
const { database, status } = openStorage(path, new Date('2026-11-20T09:00:00.000Z'))
database?.close()
process.stdout.write(JSON.stringify(status))
