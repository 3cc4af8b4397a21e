import process from 'node:process'
import { mutationGroups, mutationReport } from './scripts/mutation-groups.ts'

export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  // Without `related`, mutants in what is imported by a subpath (#main/…) meet their tests too.
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: Object.values(mutationGroups).flat(),
  ignorePatterns: [
    '/out',
    '/demo',
    '/test-results',
    '/bench',
    '/e2e',
    '/docs',
    '/src-renderer',
    '/src-preload',
  ],
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: mutationReport },
  htmlReporter: { fileName: 'test-results/mutation/report.html' },
  incremental: true,
  incrementalFile: 'test-results/mutation/incremental.json',
  tempDirName: 'test-results/mutation/sandbox',
  // scripts/mutation-score.ts judges each group by itself.
  thresholds: { high: 98, low: 95, break: null },
  concurrency: Number(process.env.CLAIMS_DESK_MUTATION_RUNNERS ?? 2),
  // A busy machine must not pass for a noticed mutant.
  timeoutMS: 20_000,
  // Each mutant of a constant runs every test; that is wanted.
  warnings: { slow: false },
}
