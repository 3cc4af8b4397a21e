import { defineConfig } from '@playwright/test'
import { withCheapSecrets } from '#testing/app/with-cheap-secrets.ts'
import { testedElectron } from '../scripts/test-host.ts'
import type { HostOptions } from './support/fixtures.ts'

// For the workers and the stand-in that they start. Electron hashes as in production, and so must its tests.
if (testedElectron() === null) process.env['NODE_OPTIONS'] = withCheapSecrets(process.env['NODE_OPTIONS'])

const packed = [/main-job\.spec\.ts$/, /smoke\.spec\.ts$/]
const archive = /archive\.spec\.ts$/
/** `npm test` leaves out what a cheaper test of it shows; `npm run test:all` and `npm run e2e` have them all. */
const leftOut = process.env['CLAIMS_DESK_ONE_OF_EACH'] === 'yes' ? { grepInvert: /@longer/ } : {}

export default defineConfig<HostOptions>({
  testDir: 'specs',
  outputDir: '../test-results/e2e',
  // A test that only sometimes passes is a failure.
  retries: 0,
  ...leftOut,
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // For what hangs: a machine that is busy with something else takes three times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Traces, videos and pictures would hold what the tests typed; the habit matters with real data.
  use: { trace: 'off', video: 'off', screenshot: 'off' },
  projects: [
    { name: 'built', testIgnore: [...packed, archive] },
    { name: 'archive', testMatch: archive, use: { runs: 'archive' } },
    // The main job runs from the packed archive, where nothing of the checkout is in reach, and in the whole browser.
    {
      name: 'packed',
      testMatch: packed,
      dependencies: ['archive'],
      use: { runs: 'archive', wholeBrowser: true },
    },
  ],
  reporter: [
    ['list'],
    ['json', { outputFile: '../test-results/e2e.json' }],
    ['./support/host-reporter.ts'],
    ['./support/waits-reporter.ts'],
    // The last, as it looks at what the others wrote.
    ['./support/canary-reporter.ts'],
  ],
})
