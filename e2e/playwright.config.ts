import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results/e2e',
  // A test that only sometimes passes is a failure.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Traces, videos and pictures would hold what the tests typed; the habit matters with real data.
  use: { trace: 'off', video: 'off', screenshot: 'off' },
  reporter: [
    ['list'],
    ['json', { outputFile: '../test-results/e2e.json' }],
    ['./support/host-reporter.ts'],
    // The last, as it looks at what the others wrote.
    ['./support/canary-reporter.ts'],
  ],
})
