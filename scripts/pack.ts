import { loadEnv } from 'vite'
import { packHeadOffice } from './pack-head-office.ts'
import { noteOnUpdates } from './pack-note.ts'
import { projectRoot } from './project-root.ts'
import { runCommand } from './run-command.ts'

/*
 * npm run pack -- [--linux | --win | --mac]: installers of what was built, and head office's tools, in dist/.
 */

const timeoutMs = 60 * 60_000
await packHeadOffice()
const command = ['electron-builder', '--publish', 'never', ...process.argv.slice(2)]
if (!(await runCommand(command, { shown: true, timeoutMs }))) process.exitCode = 1
// Last, where it is read.
const note = noteOnUpdates(loadEnv('production', projectRoot, 'MAIN_VITE_')['MAIN_VITE_UPDATE_KEYS'])
if (note !== null) console.log(note)
