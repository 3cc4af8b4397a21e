import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figureLine, figuresFile, readFigures, withFigures } from './figures.ts'
import { proofs, type Proof } from './proof-list.ts'
import { projectRoot } from './project-root.ts'
import { runCommand, runEndToEnd } from './run-command.ts'
import { settleTestHost } from './test-host.ts'

/*
 * npm run prove [-- NAME …]: the proofs of docs/reliability.md at their long size, one after the other, each to its
 * end; their figures go into proofs/figures.md. `--medium` runs the sizes of a release, `--short` those of npm run test:all.
 */
const document = join(projectRoot, 'proofs/figures.md')
const timeoutMs = 24 * 60 * 60_000
const asked = settleTestHost(process.argv.slice(2)).filter((word) => !word.startsWith('--'))
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

async function holds(proof: Proof): Promise<boolean> {
  const held: boolean[] = []
  if (proof.unit !== undefined) held.push(await runCommand(['vitest', 'run', ...proof.unit], options))
  if (proof.e2e !== undefined) held.push(await runEndToEnd(proof.e2e, options))
  if (proof.script !== undefined) {
    held.push(await runCommand(['npm', 'run', '--silent', ...proof.script], options))
  }
  return held.every((one) => one)
}

if (chosen.some(([, { e2e }]) => e2e !== undefined)) {
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
  // The document also shows what broke, unless a larger run stands there; npm test prints the short ones itself.
  if (size !== 'short' && existsSync(document)) {
    const date = new Date().toISOString().slice(0, 10)
    writeFileSync(document, withFigures(readFileSync(document, 'utf8'), size, date, figures))
  }
}
console.log(failed.length === 0 ? '\nEvery proof held.' : `\nBroken: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
