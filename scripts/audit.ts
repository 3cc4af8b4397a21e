import { execFileSync } from 'node:child_process'
import * as v from 'valibot'
import { projectRoot } from './project-root.ts'

const Report = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    metadata: v.object({
      vulnerabilities: v.object({ high: v.number(), critical: v.number(), total: v.number() }),
    }),
  }),
)

/** Known vulnerabilities of the production packages; `not-asked` when no registry answered. */
export type AuditResult =
  | { readonly type: 'not-asked' }
  | { readonly type: 'asked'; readonly serious: number; readonly total: number }

/** Reads what `npm audit --json` printed. */
export function auditResult(printed: string): AuditResult {
  const report = v.safeParse(Report, printed)
  if (!report.success) return { type: 'not-asked' }
  const { high, critical, total } = report.output.metadata.vulnerabilities
  return { type: 'asked', serious: high + critical, total }
}

const timeoutMs = 60_000

/** Asks the registry for known vulnerabilities. Not every registry answers: a mirror may hold packages alone. */
export function audit(): AuditResult {
  const command = ['audit', '--omit=dev', '--omit=optional', '--json', '--fetch-retries=0']
  try {
    const options = { cwd: projectRoot, encoding: 'utf8', timeout: timeoutMs, stdio: 'pipe' } as const
    return auditResult(execFileSync('npm', command, options))
  } catch (thrown) {
    // It exits with 1 when it found something, but still prints the report.
    const printed = thrown instanceof Error && 'stdout' in thrown ? thrown.stdout : ''
    return auditResult(typeof printed === 'string' ? printed : '')
  }
}
