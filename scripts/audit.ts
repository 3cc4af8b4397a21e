import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
const Bill = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ components: v.array(v.looseObject({ name: v.string() })) }),
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

/** Development packages to npm, and yet in each copy. */
const shippedTools = ['electron', 'tailwindcss']

/**
 * The manifest and the lock file of what is shipped: production packages, and tools without the packages that only
 * bring them.
 */
function shippedAlone(lockText: string): { readonly manifest: object; readonly lock: object } {
  const { packages } = v.parse(LockFile, lockText)
  const production = Object.entries(packages).filter(
    ([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional,
  )
  const tools = shippedTools.map((name) => {
    const { version, ...tool } = packages[`node_modules/${name}`] ?? {}
    if (version === undefined) throw new Error(`package-lock.json has no ${name}.`)
    return { name, version, as: { ...tool, version, dependencies: {}, dev: false } }
  })
  const { version = '' } = packages['']
  const versions = Object.fromEntries(tools.map((tool) => [tool.name, tool.version]))
  const dependencies = { ...packages[''].dependencies, ...versions }
  const manifest = { name: 'claims-desk', version, dependencies }
  const shipped = {
    '': manifest,
    ...Object.fromEntries(production),
    ...Object.fromEntries(tools.map((tool) => [`node_modules/${tool.name}`, tool.as])),
  }
  return { manifest, lock: { ...manifest, lockfileVersion: 3, requires: true, packages: shipped } }
}

const timeoutMs = 60_000

/** Known vulnerabilities of what is shipped. Not every registry answers: a mirror may hold packages alone. @param env npm's environment */
export async function audit(env: NodeJS.ProcessEnv = process.env): Promise<AuditResult> {
  return auditResult(await npmOfShipped(['audit', '--json', '--fetch-retries=0'], env))
}

/** The bill of materials of what is shipped, as CycloneDX. */
export async function billOfMaterials(): Promise<v.InferOutput<typeof Bill>> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application']
  return v.parse(Bill, await npmOfShipped(args, process.env))
}

/** What npm prints of what is shipped. */
async function npmOfShipped(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-shipped-'))
  // npm calls it by its folder.
  const cwd = join(folder, 'claims-desk')
  mkdirSync(cwd)
  try {
    const { manifest, lock } = shippedAlone(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify(lock))
    return await printedByNpm([...args, '--package-lock-only'], cwd, env)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function printedByNpm(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  // On Windows npm is a script, which only a shell starts.
  const options = {
    cwd,
    env,
    encoding: 'utf8',
    timeout: timeoutMs,
    shell: process.platform === 'win32',
  } as const
  return new Promise((resolve) => {
    // An audit exits with 1 when it found something, but still prints the report.
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
 * registry answers. npm run sbom: prints the bill of materials.
 */
if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--bill')) console.log(JSON.stringify(await billOfMaterials(), null, 2))
  else {
    const found = await audit()
    console.log(auditWords(found))
    if (found.type === 'not-asked' || found.serious > 0) process.exitCode = 1
  }
}
