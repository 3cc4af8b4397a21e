import { spawn } from 'node:child_process'
import { projectRoot } from './project-root.ts'
import { programOf } from './run-command.ts'

/*
 * npm run check: the inner loop. Types, lint and unit tests in parallel; only failures are shown. The type check
 * caches its results for files that no change affects. The lint covers only changed files, so it can miss
 * what a change does to another file's types: npm test lints all of them. Proofs run at a fraction of their short
 * size; those that start processes do not run at all.
 */
const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', 'node_modules/.cache/eslint/']
// They start processes, fill disks and wait for them.
const withoutSlowProofs = [
  'proofs/{clock,disk}/**',
  '**/schema-versions.test.ts',
  '**/rebuild.test.ts',
].flatMap((pattern) => ['--exclude', pattern])
const env = { ...process.env, CLAIMS_DESK_PROOF: 'quick' }
const checks: Readonly<Record<string, readonly string[]>> = {
  types: ['node', 'scripts/typecheck.ts', '--remembering'],
  lint: ['eslint', '.', '--max-warnings', '0', ...cache],
  'unit tests': ['vitest', 'run', '--reporter=dot', ...withoutSlowProofs],
}

async function passes(name: string, command: readonly string[]): Promise<boolean> {
  const startedMs = performance.now()
  const [program, ...args] = programOf(command)
  const child = spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'], env })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.on('error', () => resolve(false))
  child.on('close', (code) => resolve(code === 0))
  const passed = await promise
  if (!passed) process.stdout.write(Buffer.concat(output))
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
  return passed
}

const results = await Promise.all(Object.entries(checks).map(([name, command]) => passes(name, command)))
process.exitCode = results.every(Boolean) ? 0 : 1
