import { join } from 'node:path'
import { buildHeadOffice } from './build-head-office.ts'
import { projectRoot } from './project-root.ts'
import { runCommand } from './run-command.ts'

/*
 * npm run pack [-- --linux | --win | --mac]: builds the application and its installers into dist/, and beside them
 * head-office.mjs (docs/provisioning.md).
 */
const options = { shown: true, timeoutMs: 60 * 60_000 }
if ((process.env['MAIN_VITE_UPDATE_KEYS'] ?? '') === '')
  console.error('This build takes no updates, ever: MAIN_VITE_UPDATE_KEYS is not set (docs/release.md).')
const isBuilt = await runCommand(['npm', 'run', '--silent', 'build'], options)
if (!isBuilt) process.exit(1)
console.log(`Wrote ${await buildHeadOffice(join(projectRoot, 'dist'))}`)
const builder = ['node', 'scripts/launch.js', 'electron-builder', '--publish', 'never']
process.exitCode = (await runCommand([...builder, ...process.argv.slice(2)], options)) ? 0 : 1
