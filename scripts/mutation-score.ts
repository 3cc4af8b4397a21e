import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordFigure } from '#main/testing/proof.ts'
import { countMutants, parseMutationReport } from './mutation-count.ts'
import { mutationGoal, mutationGroups, mutationReport } from './mutation-groups.ts'
import { projectRoot } from './project-root.ts'

/*
 * The second half of npm run mutation: the score of each group from Stryker's report. It fails when a group is under
 * the goal, so that a strong group cannot hide a weak one.
 */
const report = parseMutationReport(JSON.parse(readFileSync(join(projectRoot, mutationReport), 'utf8')))
for (const [group, files] of Object.entries(mutationGroups)) {
  const count = countMutants(report, files)
  recordFigure({
    proof: 'mutation-score',
    tried: { group, mutants: count.detected + count.undetected },
    seen: {
      percent: count.percent.toFixed(1),
      detected: count.detected,
      undetected: count.undetected,
      ignored: count.ignored,
    },
  })
  if (count.percent < mutationGoal) process.exitCode = 1
}
if (process.exitCode === 1) console.error(`A group is under ${mutationGoal} %.`)
