import { execFileSync } from 'node:child_process'
import { projectRoot } from './project-root.ts'
import { runCommand } from './run-command.ts'

/*
 * npm run check: the inner loop. Types, lint and unit tests in parallel; only failures are shown. Types are
 * remembered for files that no change affects. Unit tests cover what changed since the last commit (with
 * nothing changed, what that commit changed), so they can miss what happens elsewhere: npm test runs all of them.
 * Proofs run at a fraction of their short size; what is slow for other reasons runs in npm run test:all alone.
 */
const env = { CLAIMS_DESK_PROOF: 'quick' }
const timeoutMs = 10 * 60_000

function git(...args: readonly string[]): readonly string[] {
  const printed = execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: 'pipe' })
  return printed.split('\0').filter((name) => name !== '')
}

/** Null where that cannot be known: not a checkout, or one of a single commit. */
function changedFiles(): readonly string[] | null {
  const since = (commit: string): readonly string[] =>
    git('diff', '--name-only', '--diff-filter=d', '-z', commit)
  try {
    const changed = [...since('HEAD'), ...git('ls-files', '--others', '--exclude-standard', '-z')]
    return changed.length > 0 ? changed : since('HEAD~1')
  } catch {
    return null
  }
}

const changed = changedFiles()
/** Documents, workflows and settings are read by tests beside the scripts. */
const isRead = (name: string): boolean => !/\.(ts|js|vue)$/.test(name)
const concernsAll = (name: string): boolean => /^(package(-lock)?|tsconfig)\.json$|^vitest/.test(name)
const concerned =
  changed === null || changed.some(concernsAll)
    ? ['run']
    : [
        'related',
        '--run',
        '--passWithNoTests',
        ...changed,
        ...(changed.some(isRead) ? git('ls-files', '-z', 'scripts/*.test.ts') : []),
      ]

const checks: Readonly<Record<string, readonly string[]>> = {
  types: ['node', 'scripts/typecheck.ts', '--remembering'],
  lint: ['node', 'scripts/lint.ts'],
  'unit tests': ['vitest', ...concerned, '--reporter=dot'],
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
