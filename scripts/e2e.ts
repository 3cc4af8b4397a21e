import { runCommand, runEndToEnd } from './run-command.ts'
import { settleTestHost } from './test-host.ts'

/*
 * npm run e2e [-- --host=chromium|electron] [ARGUMENT …]: builds, then runs the end-to-end tests. The other arguments
 * are Playwright's.
 */
const timeoutMs = 24 * 60 * 60_000
const args = settleTestHost(process.argv.slice(2))
const isBuilt = await runCommand(['npm', 'run', '--silent', 'build'], { shown: false, timeoutMs })
process.exitCode = isBuilt && (await runEndToEnd(args, { shown: true, timeoutMs })) ? 0 : 1
