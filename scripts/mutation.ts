import { mutatedFiles, mutationGroups } from './mutation-groups.ts'
import { runCommand } from './run-command.ts'

/*
 * npm run mutation [-- GROUP …]: Stryker over one group after the other (docs/decisions/0006-hosts.md). It fails when a group is
 * under the threshold of stryker.config.js, so that a strong group cannot hide a weak one.
 */
const timeoutMs = 4 * 60 * 60_000
const asked = process.argv.slice(2)
const groups = asked.length > 0 ? asked : Object.keys(mutationGroups)
for (const group of groups) mutatedFiles(group)

const weak: string[] = []
for (const group of groups) {
  const env = { CLAIMS_DESK_MUTATION_GROUP: group }
  if (!(await runCommand(['stryker', 'run'], { shown: true, env, timeoutMs }))) weak.push(group)
}
if (weak.length > 0) {
  console.error(`Under the threshold, or not measured: ${weak.join(', ')}.`)
  process.exitCode = 1
}
