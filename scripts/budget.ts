import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { pageScripts } from './budget/page-scripts.ts'
import { projectRoot } from './project-root.ts'

const size = v.pipe(v.number(), v.minValue(0))
const BudgetSchema = v.strictObject({
  /** Gzipped kB of the page's scripts. */
  pageScriptsKb: v.strictObject({ firstScreen: size, largestScreen: size, all: size, heicDecoder: size }),
  /** Tasks of the page's start that take more processor time than the reference of `practice-desk.spec.ts`. */
  startUpLongTasks: size,
})
/** Limits of the build. A change that needs more raises the number and says why. */
export type Budget = v.InferOutput<typeof BudgetSchema>

/** The budget of this project. */
export function readBudget(): Budget {
  return v.parse(BudgetSchema, JSON.parse(readFileSync(join(projectRoot, 'budget.json'), 'utf8')))
}

/** One number beside its budget. */
export interface Spent {
  readonly what: string
  readonly is: number
  readonly most: number
}

/** Numbers by their names, each beside its budget. */
export function spentOf<K extends string>(
  group: string,
  is: Readonly<Record<K, number>>,
  most: Readonly<Record<NoInfer<K>, number>>,
): readonly Spent[] {
  const names = Object.keys(is).filter((name): name is K => name in most)
  return names.map((name) => ({ what: `${group}.${name}`, is: is[name], most: most[name] }))
}

/** Whether a number is within its budget; an unmeasured one is not. */
export function isWithin({ is, most }: Spent): boolean {
  return is <= most
}

/*
 * npm run budget: what was built against budget.json. Sizes and counts alone: they are the same on every machine. A time
 * is never asked for here; `npm run bench` measures those.
 */
if (process.argv[1] === import.meta.filename) {
  const budget = readBudget()
  const spent = spentOf('pageScriptsKb', pageScripts(join(projectRoot, 'out/renderer')), budget.pageScriptsKb)
  for (const one of spent) {
    console.log(`${isWithin(one) ? '✓' : '✗'} ${one.what}: ${one.is.toFixed(1)} of ${one.most}`)
  }
  process.exitCode = spent.every(isWithin) ? 0 : 1
}
