import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import * as v from 'valibot'
import { projectRoot } from './project-root.ts'

/*
 * What runs failed tests once more, read from the reports of their runners. A report that is missing or not understood
 * names none: then all of the step are run again.
 */
const VitestReport = v.object({
  testResults: v.array(v.object({ name: v.string(), status: v.string() })),
})

interface Suite {
  readonly specs: readonly { readonly ok: boolean; readonly file: string; readonly line: number }[]
  readonly suites?: readonly Suite[] | undefined
}
const SuiteSchema: v.GenericSchema<Suite> = v.object({
  specs: v.array(v.object({ ok: v.boolean(), file: v.string(), line: v.number() })),
  suites: v.optional(v.lazy(() => v.array(SuiteSchema))),
})
const PlaywrightReport = v.object({ suites: v.array(SuiteSchema) })

function read<Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> | null {
  try {
    const read = v.safeParse(schema, JSON.parse(readFileSync(file, 'utf8')))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

/** The commands for the unit tests that failed, by Vitest's JSON report. */
export function failedUnitTests(file: string): readonly string[] {
  const report = read(file, VitestReport)
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed')
  const names = failed.map(({ name }) => relative(projectRoot, name))
  return names.length === 0 ? ['npm run unit'] : [`npm run unit -- ${names.join(' ')}`]
}

/** The commands for the end-to-end tests that failed, by Playwright's JSON report. */
export function failedEndToEndTests(file: string): readonly string[] {
  const specsIn = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsIn)]
  const failed = (read(file, PlaywrightReport)?.suites ?? []).flatMap(specsIn).filter(({ ok }) => !ok)
  const places = [...new Set(failed.map((spec) => `${spec.file}:${spec.line}`))]
  return places.length === 0 ? ['npm run e2e'] : [`npm run e2e -- ${places.join(' ')}`]
}
