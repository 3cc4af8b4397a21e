import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { killAtEach } from '#testing/kills/kill-at-each.ts'
import { proofSize } from '#testing/proof.ts'
import { installFailingDisk, type FailingDisk, type Trouble } from '#testing/failing-disk.ts'
import { live, type LifeReport } from './life.ts'

/** In memory where possible: this proof counts calls to the disk, not what it stores. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const isLong = process.env['CLAIMS_DESK_PROOF'] === 'long'
/** From one write that fails to the next. */
const stride = proofSize('CLAIMS_DESK_DISK_STEP', { short: 11, medium: 1, long: 1, quick: 31 })

/** A life in a folder of its own. */
async function lived(options: Omit<Parameters<typeof live>[0], 'folder'>): Promise<LifeReport> {
  const folder = mkdtempSync(join(place, 'claims-desk-'))
  try {
    return await live({ ...options, folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the officer may see for each kind of trouble. */
const words: Readonly<Record<Trouble, readonly string[]>> = {
  'disk-full': ['disk-full'],
  io: ['io', 'disk-fault', 'other'],
  'read-only': ['read-only'],
}

async function liveWith(disk: FailingDisk): Promise<LifeReport> {
  try {
    return await lived({ endTrouble: () => disk.repair(), aside: (look) => disk.aside(look) })
  } finally {
    disk.remove()
  }
}

/** Every kind of trouble, at one write alone or from it on. */
const kinds = (['disk-full', 'io', 'read-only'] as const).flatMap((trouble) =>
  [true, false].map((lasts) => ({ trouble, lasts, onlyWrites: !isLong })),
)

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n + 1)

it('at every eleventh write (medium: every one; long: every read too), a failing disk loses nothing, sends nothing twice, is reported', async () => {
  const works = installFailingDisk({ trouble: 'io', lasts: false, onlyWrites: !isLong, atAsk: Infinity })
  const untroubled = await liveWith(works)
  expect(untroubled).toMatchObject({ reported: [], broken: [] })
  expect(untroubled.accepted).toBeGreaterThan(10)
  const points = upTo(works.asked)
  // Long: each kind at each place; short: they take turns.
  const kills = isLong ? points.length * kinds.length : Math.ceil(points.length / stride)
  const plan = { proof: 'disk-faults', part: 'every-question', points, kills }
  const broken = await killAtEach(plan, ({ n }) => {
    const kind = kinds[(isLong ? Math.floor(n / points.length) : n) % kinds.length]
    let wrong: readonly string[] = []
    const dieAt = async (atAsk: number): Promise<boolean> => {
      if (kind === undefined) return false
      const disk = installFailingDisk({ ...kind, atAsk })
      const { reported, broken: promises } = await liveWith(disk)
      const isReported = reported.length > 0 && reported.every((word) => words[kind.trouble].includes(word))
      wrong = [...promises, ...(isReported ? [] : [`said ${reported.join(', ')}`])].map(
        (what) => `${JSON.stringify(kind)}: ${what}`,
      )
      return disk.failed > 0
    }
    return { dieAt, ledger: () => wrong }
  })
  expect(broken.slice(0, 20)).toEqual([])
}, 600_000)

/** A life with a file of so many pages, until the officer makes room; and how many pages it had in the end. */
async function liveOnPages(most: number): Promise<LifeReport & { readonly pages: number }> {
  const open = new Set<DatabaseSync>()
  let isFull = true
  let pages = 0
  const limit = (database: DatabaseSync): void => {
    database.exec(`PRAGMA max_page_count = ${isFull ? most : 1_000_000}`)
  }
  const report = await lived({
    onOpened(database) {
      open.add(database)
      limit(database)
    },
    endTrouble() {
      isFull = false
      for (const database of open) {
        if (!database.isOpen) continue
        limit(database)
        pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
      }
    },
  })
  return { ...report, pages }
}

it('at every page limit, SQLite’s own “full” loses nothing and sends nothing twice', async () => {
  const { pages } = await liveOnPages(1_000_000)
  const kills = Math.ceil(pages / Math.min(stride, 3))
  const plan = { proof: 'disk-faults', part: 'page-limit', points: upTo(pages - 1), kills }
  const broken = await killAtEach(plan, () => {
    let wrong: readonly string[] = []
    const dieAt = async (most: number): Promise<boolean> => {
      const report = await liveOnPages(most)
      wrong = [...report.broken, ...report.reported.filter((word) => word !== 'disk-full')]
      return report.reported.length > 0
    }
    return { dieAt, ledger: () => wrong }
  })
  expect(broken).toEqual([])
}, 600_000)
