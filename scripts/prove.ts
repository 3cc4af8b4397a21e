import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figureLine, figuresFile, readFigures, withFigures } from './figures.ts'
import { projectRoot } from './project-root.ts'
import { runCommand, runEndToEnd } from './run-command.ts'

/*
 * npm run prove [-- NAME …]: the proofs of docs/reliability.md at their long size, one after the other, each to its
 * end; their figures go into that document. `--medium` runs the sizes of a release, `--short` those of npm test.
 */
interface Proof {
  readonly runner: 'unit' | 'e2e' | 'script'
  readonly tests: readonly string[]
}

const proofs: Readonly<Record<string, Proof>> = {
  'outbox-kills': { runner: 'e2e', tests: ['outbox-kills'] },
  'app-kills': { runner: 'e2e', tests: ['app-kills', 'thousand-entries'] },
  histories: { runner: 'unit', tests: ['proofs/histories/history.test.ts'] },
  fleet: { runner: 'unit', tests: ['proofs/fleet/fleet.test.ts'] },
  attachments: { runner: 'unit', tests: ['proofs/attachments'] },
  backups: { runner: 'unit', tests: ['proofs/backups/backup-histories.test.ts'] },
  'wire-faults': { runner: 'e2e', tests: ['wire-faults'] },
  'stale-sockets': { runner: 'e2e', tests: ['stale-sockets'] },
  'fuzzed-answers': { runner: 'unit', tests: ['proofs/answers'] },
  'ipc-payloads': { runner: 'unit', tests: ['proofs/requests/fuzzed-requests.test.ts'] },
  signatures: { runner: 'unit', tests: ['proofs/stores/signatures.test.ts'] },
  load: { runner: 'e2e', tests: ['load'] },
  'mutation-score': { runner: 'script', tests: ['mutation'] },
}

const document = join(projectRoot, 'docs/reliability.md')
const timeoutMs = 24 * 60 * 60_000
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const size = (['short', 'medium'] as const).find((name) => process.argv.includes(`--${name}`)) ?? 'long'
const unknown = asked.filter((name) => proofs[name] === undefined)
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(proofs).join(', ')}.`)
  process.exit(2)
}
const chosen = Object.entries(proofs).filter(([name]) => asked.length === 0 || asked.includes(name))
const options = {
  shown: true,
  env: { CLAIMS_DESK_PROOF: size, CLAIMS_DESK_FIGURES: figuresFile },
  timeoutMs,
}

async function holds({ runner, tests }: Proof): Promise<boolean> {
  switch (runner) {
    case 'unit':
      return await runCommand(['vitest', 'run', ...tests], options)
    case 'e2e':
      return await runEndToEnd(tests, options)
    case 'script':
      return await runCommand(['npm', 'run', '--silent', ...tests], options)
  }
}

if (chosen.some(([, { runner }]) => runner === 'e2e')) {
  if (!(await runCommand(['npm', 'run', '--silent', 'build'], { ...options, shown: false }))) process.exit(1)
}
const failed: string[] = []
for (const [name, proof] of chosen) {
  console.log(`\n— ${name}, ${size}`)
  rmSync(figuresFile, { force: true })
  const startedMs = performance.now()
  const held = await holds(proof)
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  const figures = readFigures(figuresFile)
  if (!held) failed.push(name)
  for (const figure of figures) console.log(`  ${figureLine(figure)}`)
  console.log(`${held ? '✓' : '✗'} ${name} (${minutes} min)`)
  // The document also shows what broke.
  if (existsSync(document)) {
    const date = new Date().toISOString().slice(0, 10)
    writeFileSync(document, withFigures(readFileSync(document, 'utf8'), size, date, figures))
    await runCommand(['prettier', '--write', '--log-level', 'warn', document], { ...options, shown: false })
  }
}
console.log(failed.length === 0 ? '\nEvery proof held.' : `\nBroken: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
