import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** The sizes of a proof: each step up shows more and takes longer. */
export interface ProofSizes {
  /** In `npm run test:all`, where no proof takes more than 20 s; a twentieth of it in `npm test` and `npm run check`. */
  readonly short: number
  /** In `npm run prove -- --medium`, which each release runs; the short one where that shows as much. */
  readonly medium?: number
  /** In `npm run prove`. */
  readonly long: number
  /** Where a twentieth of `short` makes no sense: for a step between two tries, for example. */
  readonly quick?: number
}

/**
 * How many runs a proof makes: what its own variable asks for (`CLAIMS_DESK_KILLS=300`), else the long size under
 * `CLAIMS_DESK_PROOF=long`, the medium one under `medium`, a twentieth of the short one under `quick`, else the short one.
 *
 * @throws when the variable does not hold a whole number above 0: an empty proof would pass.
 */
export function proofSize(variable: `CLAIMS_DESK_${string}`, sizes: ProofSizes): number {
  const asked = process.env[variable]
  if (asked === undefined) return sizeFor(process.env['CLAIMS_DESK_PROOF'], sizes)
  const size = Number(asked)
  if (!Number.isInteger(size) || size < 1) throw new Error(`${variable} must be a whole number above 0.`)
  return size
}

function sizeFor(
  proof: string | undefined,
  { short, medium = short, long, quick = Math.ceil(short / 20) }: ProofSizes,
): number {
  if (proof === 'long') return long
  if (proof === 'medium') return medium
  return proof === 'quick' ? quick : short
}

/**
 * Where the chance of a proof begins: at `CLAIMS_DESK_SEED`, which repeats a run, or anew each time in `npm run prove`.
 * What a change has to pass begins at the same place each time: the change alone decides whether it passes.
 */
export function proofSeed(): number {
  const isExploring = ['medium', 'long'].includes(process.env['CLAIMS_DESK_PROOF'] ?? '')
  return Number(process.env['CLAIMS_DESK_SEED'] ?? (isExploring ? Date.now() % 1_000_000_000 : 42))
}

/**
 * What a count has to exceed for a sample to have tried enough of everything. In `npm test` so few are tried that
 * chance alone may leave one out, so nothing is asked there.
 */
export function leastOf(count: number): number {
  return process.env['CLAIMS_DESK_PROOF'] === 'quick' ? -1 : count
}

/** The result of one proof, in numbers and short words; never personal data. */
export interface Figure {
  /** The row of docs/reliability.md it belongs to, for example `outbox-kills`. */
  readonly proof: string
  /** How much was tried, for example `{ kills: 300 }`; a part of a proof names itself here too. */
  readonly tried: Readonly<Record<string, number | string>>
  readonly seen: Readonly<Record<string, number | string>>
}

/**
 * Reports a figure: one line on the console, one in the file that `CLAIMS_DESK_FIGURES` names, where `npm run prove`
 * and `npm test` collect them. Report before asserting, so that a failed proof is reported too.
 */
export function recordFigure(figure: Figure): void {
  const words = [...Object.entries(figure.tried), ...Object.entries(figure.seen)]
  // The test runner would hide output that goes through its console.
  process.stdout.write(`${figure.proof}: ${words.map(([name, value]) => `${name} ${value}`).join(', ')}\n`)
  const file = process.env['CLAIMS_DESK_FIGURES']
  if (file === undefined) return
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(figure)}\n`)
}
