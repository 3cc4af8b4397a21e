import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const Package = v.looseObject({
  version: v.optional(v.string()),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  dev: v.optional(v.boolean(), false),
  devOptional: v.optional(v.boolean(), false),
  optional: v.optional(v.boolean(), false),
})
const LockFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ packages: v.intersect([v.object({ '': Package }), v.record(v.string(), Package)]) }),
)

/** Known vulnerabilities of what is shipped; `not-asked` when no registry answered. */
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

/**
 * The manifest and the lock file of what is shipped: production packages, and Electron without the packages that only
 * download it. npm itself counts Electron among the development packages.
 */
function shippedAlone(lockText: string): { readonly manifest: object; readonly lock: object } {
  const { packages } = v.parse(LockFile, lockText)
  const electron = packages['node_modules/electron']
  if (electron?.version === undefined) throw new Error('package-lock.json has no Electron.')
  const production = Object.entries(packages).filter(
    ([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional,
  )
  const dependencies = { ...packages[''].dependencies, electron: electron.version }
  const manifest = { name: 'shipped', version: '1.0.0', dependencies }
  const shipped = {
    '': manifest,
    ...Object.fromEntries(production),
    'node_modules/electron': { ...electron, dependencies: {}, dev: false },
  }
  return { manifest, lock: { ...manifest, lockfileVersion: 3, requires: true, packages: shipped } }
}

const timeoutMs = 60_000

/**
 * Asks the registry about what is shipped. Not every registry answers: a mirror may hold packages alone.
 *
 * @param env npm's environment
 */
export async function audit(env: NodeJS.ProcessEnv = process.env): Promise<AuditResult> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-audit-'))
  try {
    const { manifest, lock } = shippedAlone(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    return auditResult(await printedByAudit(folder, env))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function printedByAudit(cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = ['audit', '--package-lock-only', '--json', '--fetch-retries=0']
  // On Windows npm is a script, which only a shell starts.
  const options = {
    cwd,
    env,
    encoding: 'utf8',
    timeout: timeoutMs,
    shell: process.platform === 'win32',
  } as const
  return new Promise((resolve) => {
    // It exits with 1 when it found something, but still prints the report.
    execFile('npm', args, options, (_error, printed) => resolve(printed))
  })
}

/** What a person is told of the result. */
export function auditWords(found: AuditResult): string {
  if (found.type === 'not-asked')
    return 'Not asked: this machine’s package registry does not answer npm audit.'
  return `${found.total} known in what is shipped, Electron included, ${found.serious} of them high or critical`
}

/*
 * npm run audit: asks the registry for known vulnerabilities of what is shipped. Fails for a serious one, and where no
 * registry answers.
 */
if (process.argv[1] === import.meta.filename) {
  const found = await audit()
  console.log(auditWords(found))
  if (found.type === 'not-asked' || found.serious > 0) process.exitCode = 1
}
