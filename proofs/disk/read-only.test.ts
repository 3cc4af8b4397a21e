import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proofSize, recordFigure } from '../proof.ts'
import {
  isPermitted,
  obeyingModes,
  onSmallDisk,
  underStrace,
  type CommandLine,
} from '#main/testing/real-trouble.ts'

const run = promisify(execFile)
const lifeProcess = join(import.meta.dirname, 'life-process.ts')
const readOnlyProcess = join(import.meta.dirname, 'read-only-process.ts')
/** Timeout of one life on a busy machine, in ms. */
const lifeTimeoutMs = 120_000
/** More than a life needs on a disk with enough space. */
const smallDiskBytes = 2 * 1024 * 1024

/** SQLite does not distinguish an I/O error from a full disk when it cannot extend the index of its log. */
const saidOfErrors = ['io', 'disk-fault', 'other', 'disk-full']

const ReportsSchema = v.array(
  v.object({ reported: v.array(v.string()), broken: v.array(v.string()), accepted: v.number() }),
)
type Reports = v.InferOutput<typeof ReportsSchema>

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function reportsOf([program, ...args]: CommandLine): Promise<Reports> {
  const { stdout } = await run(program, args, { timeout: lifeTimeoutMs, maxBuffer: 16 * 1024 * 1024 })
  return v.parse(v.pipe(v.string(), v.parseJson(), ReportsSchema), stdout)
}

function brokenIn(reports: Reports, allowed: readonly string[]): readonly string[] {
  return reports.flatMap(({ broken, reported }, n) => [
    ...broken.map((what) => `${n}: ${what}`),
    ...reported.filter((word) => !allowed.includes(word)).map((word) => `${n}: said ${word}`),
  ])
}

const life = (mode: 'errors' | 'full'): CommandLine => [process.execPath, lifeProcess, mode, folder]

// Mounting is not permitted everywhere. failing-disk.test.ts always shows the same with SQLite's own limit.
describe.runIf(isPermitted(onSmallDisk(tmpdir(), smallDiskBytes, ['true'])))('a disk of its own', () => {
  it(
    'that is full, with any number of pages left: nothing is lost, nothing sent twice, and it is said',
    async () => {
      const every = proofSize('CLAIMS_DESK_DISK_PAGES', { short: 9, long: 1, quick: 60 })
      const [program, ...args] = onSmallDisk(folder, smallDiskBytes, life('full'))
      const reports = await reportsOf([program, ...args, String(every)])
      const broken = brokenIn(reports, ['disk-full'])
      const full = reports.filter(({ reported }) => reported.length > 0).length
      recordFigure({
        proof: 'disk-faults',
        tried: { part: 'real-full-disk', lives: full },
        seen: { broken: broken.length },
      })
      expect(broken).toEqual([])
      expect(full).toBeGreaterThan(200 / every)
    },
    20 * 60_000,
  )
})

// strace may be missing or forbidden: failing-disk.test.ts always shows the same from within.
describe.runIf(isPermitted(['strace', '-qq', '-o', '/dev/null', 'true']))(
  'a disk that reports errors',
  () => {
    it.each([
      { call: 'pwrite64', counted: 'writes' },
      { call: 'fsync', counted: 'flushes' },
    ])(
      'at any of its $counted: nothing is lost, nothing sent twice',
      async ({ call }) => {
        const log = join(folder, 'calls')
        const most = proofSize('CLAIMS_DESK_DISK_ERRORS', { short: 4, long: 100_000, quick: 2 })
        const times = [1, 25]
        await reportsOf(underStrace({ call, error: 'EIO', at: 60_000, times: 1 }, log, life('errors')))
        const calls = readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line.includes(call)).length
        const step = Math.max(1, Math.floor(calls / most))
        const broken: string[] = []
        let lives = 0
        for (let at = 1; at <= calls; at += step) {
          const fault = { call, error: 'EIO', at, times: times[lives % 2] ?? 1 } as const
          rmSync(folder, { recursive: true })
          mkdirSync(folder)
          const reports = await reportsOf(underStrace(fault, log, life('errors')))
          expect(readFileSync(log, 'utf8')).toContain('INJECTED')
          broken.push(...brokenIn(reports, saidOfErrors).map((what) => `${call} ${at}, ${what}`))
          lives += 1
        }
        recordFigure({
          proof: 'disk-faults',
          tried: { part: `real-errors-${call}`, lives },
          seen: { broken: broken.length },
        })
        expect(broken).toEqual([])
        expect(lives).toBeGreaterThanOrEqual(Math.min(most, 4))
      },
      60 * 60_000,
    )
  },
)

describe('a folder that may not be written to', () => {
  function attempt(): unknown {
    const [program, ...args] = obeyingModes([process.execPath, readOnlyProcess, folder])
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    return stdout === '' ? stderr : JSON.parse(stdout)
  }
  const allWell = { outbox: 'ready', accept: 'ok', settings: 'ok', key: 'ok', dataKey: 'ok' }
  const outbox = (): string => join(folder, 'sandbox', 'outbox.sqlite')

  it('is reported from the first start on, for every action, and everything works once it is writable', () => {
    for (const inside of ['sandbox', 'keys']) mkdirSync(join(folder, inside))
    for (const inside of ['sandbox', 'keys', '']) chmodSync(join(folder, inside), 0o555)
    const all = {
      outbox: 'read-only',
      accept: 'none',
      settings: 'read-only',
      key: 'read-only',
      dataKey: 'read-only',
    }
    expect(attempt()).toEqual(all)
    for (const inside of ['', 'sandbox', 'keys']) chmodSync(join(folder, inside), 0o755)
    expect(attempt()).toEqual(allWell)
  })

  it.each([
    { what: 'the folder of the outbox', path: () => join(folder, 'sandbox'), mode: 0o555, back: 0o755 },
    { what: 'the outbox file', path: outbox, mode: 0o444, back: 0o644 },
  ])('is named when it is $what, and all is well once it may', ({ path, mode, back }) => {
    expect(attempt()).toEqual(allWell)
    chmodSync(path(), mode)
    expect(attempt()).toEqual({ ...allWell, outbox: 'read-only', accept: 'none' })
    chmodSync(path(), back)
    expect(attempt()).toEqual(allWell)
  })

  it('is reported for the settings folder and for the keys folder', () => {
    expect(attempt()).toEqual(allWell)
    chmodSync(folder, 0o555)
    expect(attempt()).toEqual({ ...allWell, settings: 'read-only' })
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'keys'), 0o555)
    expect(attempt()).toEqual({ ...allWell, key: 'read-only' })
    chmodSync(join(folder, 'keys'), 0o755)
    expect(attempt()).toEqual(allWell)
  })
})
