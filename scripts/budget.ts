import { join } from 'node:path'
import { isWithin, readBudget, spentOf } from './budget/budget.ts'
import { pageScripts } from './budget/page-scripts.ts'
import { projectRoot } from './project-root.ts'

/*
 * npm run budget: what was built against budget.json. Sizes and counts alone: they are the same on every machine. A time
 * is never asked for here; `npm run bench` measures those.
 */
const budget = readBudget()
const spent = spentOf('pageScriptsKb', pageScripts(join(projectRoot, 'out/renderer')), budget.pageScriptsKb)
for (const one of spent) {
  console.log(`${isWithin(one) ? '✓' : '✗'} ${one.what}: ${one.is.toFixed(1)} of ${one.most}`)
}
process.exitCode = spent.every(isWithin) ? 0 : 1
