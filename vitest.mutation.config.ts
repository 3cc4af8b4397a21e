import { defineConfig } from 'vitest/config'
import { mutationGroups } from './scripts/mutation-groups.ts'

const mutated = Object.values(mutationGroups).flat()

/**
 * What Stryker (stryker.config.js) asks about each mutant: the unit tests beside the mutated files. Proofs, the engine
 * and real sockets take too long for a thousand mutants, and a behaviour that they alone notice has no name yet.
 */
export default defineConfig({
  test: {
    environment: 'node',
    include: mutated.map((file) => file.replace(/\.ts$/, '{,-*}.test.ts')),
  },
})
