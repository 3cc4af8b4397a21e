import { runCommand } from './run-command.ts'

/*
 * Both linters, to the end: oxlint asks TypeScript's own compiler what needs types, ESLint the rest and the components.
 * `--remembering` keeps ESLint's results of each file until it changes; npm test looks at everything again.
 */
const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', 'node_modules/.cache/eslint/']
const linters = [
  ['oxlint', '--deny-warnings', '--report-unused-disable-directives'],
  ['eslint', '.', '--max-warnings', '0', ...(process.argv.includes('--remembering') ? cache : [])],
]

for (const command of linters) {
  if (!(await runCommand(command, { shown: false, timeoutMs: 10 * 60_000 }))) process.exitCode = 1
}
