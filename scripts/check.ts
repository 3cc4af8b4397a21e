import { runCommand } from './run-command.ts'

/*
 * npm run check: the inner loop. Types, lint and unit tests in parallel; only failures are shown. The type check
 * caches its results for files that no change affects. The lint covers only changed files, so it can miss
 * what a change does to another file's types: npm test lints all of them. Proofs run at a fraction of their short
 * size; those that start processes or servers do not run at all, nor do tests that start programs.
 */
const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', 'node_modules/.cache/eslint/']
// They start processes, fill disks, collect garbage, and wait for them.
const withoutSlowTests = [
  'proofs/{attacks,clock,disk,fleet,head-office,proxies,set-up,stores}/**',
  'scripts/{electron-runtime,launch,start/start}.test.ts',
  '**/schema-versions.test.ts',
  '**/rebuild.test.ts',
  '**/{backup-memory,claim-list-memory,time-limit,reading-time}.test.ts',
].flatMap((pattern) => ['--exclude', pattern])
const env = { CLAIMS_DESK_PROOF: 'quick' }
const timeoutMs = 10 * 60_000
const checks: Readonly<Record<string, readonly string[]>> = {
  types: ['node', 'scripts/typecheck.ts', '--remembering'],
  lint: ['eslint', '.', '--max-warnings', '0', ...cache],
  'unit tests': ['vitest', 'run', '--reporter=dot', ...withoutSlowTests],
}

async function passes(name: string, command: readonly string[]): Promise<boolean> {
  const startedMs = performance.now()
  const passed = await runCommand(command, { shown: false, env, timeoutMs })
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
  return passed
}

const results = await Promise.all(Object.entries(checks).map(([name, command]) => passes(name, command)))
process.exitCode = results.every(Boolean) ? 0 : 1
