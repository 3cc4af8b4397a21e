import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// A proof tries thousands of things and is measured by its own figure; a mutant needs its answer within a second.
const proofs = globSync('src-*/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('proofSize('),
)

/** The unit tests that Stryker (stryker.config.json) asks about each mutant. */
export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'src-shared/outbox/*.test.ts',
      'src-main/{api,ipc,outbox,sync}/*.test.ts',
      'src-main/shell/{log,log-silence,app-origin}.test.ts',
    ],
    exclude: ['src-main/sync/history.test.ts', ...proofs],
  },
})
