import process from 'node:process'
import { mutatedFiles, mutatedParts } from './scripts/mutation-groups.ts'

// One group at a time (scripts/mutation.ts): a mutant of a constant then meets the tests of its own group alone.
const { group, files } = mutatedFiles(process.env.CLAIMS_DESK_MUTATION_GROUP)
const folder = `test-results/mutation/${group}`

export default {
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation-reporter.ts'],
  testRunner: 'vitest',
  // Without `related`, mutants in what is imported by a subpath (#main/…) meet their tests too.
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: files.flatMap(mutatedParts),
  // Not the folders that tsconfig.json refers to: what the tests use of proofs/ is compiled by it.
  ignorePatterns: ['/out', '/demo', '/test-results', '/bench', '/docs'],
  reporters: ['clear-text', 'progress-append-only', 'html', 'figure'],
  clearTextReporter: { logTests: false, reportTests: false },
  htmlReporter: { fileName: `${folder}/report.html` },
  tempDirName: `${folder}/sandbox`,
  thresholds: { high: 98, low: 95, break: 95 },
  concurrency: Number(process.env.CLAIMS_DESK_MUTATION_RUNNERS ?? 2),
  // A busy machine must not pass for a noticed mutant.
  timeoutMS: 20_000,
  warnings: { slow: false },
}
