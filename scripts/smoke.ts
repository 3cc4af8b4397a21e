import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smokeStart } from './smoke-start.ts'

/*
 * node scripts/smoke.ts PROGRAM [ARGUMENT …]: starts an installed or packed application on an empty data folder, and
 * exits with 0 when its window was shown, its page was answered in
 * its sandbox and it ended in good order.
 */
const [program, ...args] = process.argv.slice(2)
if (program === undefined) throw new Error('usage: node scripts/smoke.ts PROGRAM [ARGUMENT …]')
const dataDir = await mkdtemp(join(tmpdir(), 'desk-smoke-'))
const started = await smokeStart({ command: [program, ...args], dataDir, timeoutMs: 60_000 })
const { missing, isInSandbox, exitCode } = started
await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
// Windows has no signal for a clean exit.
const endedWell = exitCode === 0 || process.platform === 'win32'
if (missing.length > 0) console.error(`It did not get there: ${missing.join(', ')} missing in its log.`)
if (!endedWell) console.error(`It did not end in good order: exit code ${exitCode ?? 'none'}.`)
if (!isInSandbox) console.error('It runs without its sandbox.')
process.exitCode = missing.length === 0 && isInSandbox && endedWell ? 0 : 1
