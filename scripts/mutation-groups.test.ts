import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutatedFiles, mutationGroups } from './mutation-groups.ts'
import { projectRoot } from './project-root.ts'

it.each(Object.keys(mutationGroups))('the group %s names files that exist', (group) => {
  // Stryker passes over a name that matches nothing.
  const missing = mutatedFiles(group).files.filter((file) => !existsSync(join(projectRoot, file)))
  expect(missing).toEqual([])
})
