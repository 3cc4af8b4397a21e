import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutatedFiles, mutatedParts, mutationGroups, testsOf } from './mutation-groups.ts'
import { projectRoot } from './project-root.ts'

it.each(Object.keys(mutationGroups))(
  'the group %s names files that exist, each with a test of its own',
  (group) => {
    // Stryker passes over a name that matches nothing.
    const missing = mutatedFiles(group).files.filter(
      (file) =>
        !existsSync(join(projectRoot, file)) || globSync(testsOf(file), { cwd: projectRoot }).length === 0,
    )
    expect(missing).toEqual([])
    expect(() => mutatedFiles(group).files.flatMap(mutatedParts)).not.toThrow()
  },
)
