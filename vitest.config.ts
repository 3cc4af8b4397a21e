import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { withCheapSecrets } from '#testing/app/with-cheap-secrets.ts'
import { slowTests } from './scripts/slow-tests.ts'

// For the workers, and for what tests start themselves.
process.env['NODE_OPTIONS'] = withCheapSecrets(process.env['NODE_OPTIONS'])

/** All cores, where one would be left idle. What is waited for may take as long as a busy machine needs. */
const everywhere = { maxWorkers: '100%', testTimeout: 20_000, expect: { poll: { timeout: 15_000 } } } as const
/** Files share a worker: a fresh one for each costs as much as all their tests, which leave nothing behind. */
const shared = { ...everywhere, isolate: false } as const

/** What takes longest, and what collects garbage while it measures, each in a process of its own. */
const apart = ['proofs/!(attacks)/*.test.ts', 'src-main/outbox/rebuild.test.ts']

const leftOut = process.env['CLAIMS_DESK_PROOF'] === 'quick' ? slowTests : []

export default defineConfig({
  test: {
    projects: [
      {
        // Projects begin in the order of their names: what takes longest first, or a core would wait for it at the end.
        test: { ...everywhere, name: 'apart', environment: 'node', include: apart, exclude: leftOut },
      },
      {
        test: {
          ...shared,
          name: 'node',
          environment: 'node',
          include: ['{src-shared,src-main,testing,proofs,scripts,e2e}/**/*.test.ts'],
          exclude: [...apart, ...leftOut],
        },
      },
      {
        plugins: [vue()],
        test: {
          ...shared,
          name: 'page',
          environment: 'happy-dom',
          setupFiles: ['testing/page/before-each-test-file.ts'],
          include: ['src-renderer/**/*.test.ts', 'src-preload/**/*.test.ts'],
        },
      },
    ],
  },
})
