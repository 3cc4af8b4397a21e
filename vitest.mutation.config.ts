import { defineConfig } from 'vitest/config'
import { mutatedFiles, testsOf } from './scripts/mutation-groups.ts'

/**
 * What Stryker (stryker.config.js) asks about each mutant: the unit tests beside the mutated files. Proofs, the engine
 * and real sockets take too long for a thousand mutants, and a behaviour that they alone notice has no name yet.
 */
export default defineConfig({
  test: {
    environment: 'node',
    // As in vitest.config.ts: a busy machine must not pass for a failure.
    testTimeout: 20_000,
    include: mutatedFiles(process.env['CLAIMS_DESK_MUTATION_GROUP']).files.map(testsOf),
    // Its name begins like outbox.ts, but it tests another file, with the engine.
    exclude: ['src-main/outbox/outbox-announcer.test.ts'],
  },
})
