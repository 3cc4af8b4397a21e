import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { proofSize, recordFigure } from '#testing/proof.ts'
import { installFailingDisk, type FailingDisk, type Trouble } from '#testing/failing-disk.ts'
import { live, type LifeReport } from './life.ts'

/** In memory where possible: this proof counts calls to the disk, not what it stores. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const isLong = process.env['CLAIMS_DESK_PROOF'] === 'long'
/** From one write that fails to the next: odd and no multiple of three, as the kinds of trouble take turns. */
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

it('a life without trouble reports nothing and breaks nothing', async () => {
  const report = await lived({ endTrouble: () => undefined })
  expect(report).toMatchObject({ reported: [], broken: [] })
  expect(report.accepted).toBeGreaterThan(10)
})

it('at every eleventh write (medium: every one; long: every read too), a failing disk loses nothing, sends nothing twice, is reported', async () => {
  const kinds: readonly Trouble[] = ['disk-full', 'io', 'read-only']
  const broken: string[] = []
  let lives = 0
  let unreported = 0
  for (const mode of isLong ? ['lasts', 'passes'] : ['in-turn']) {
    for (let atAsk = 1, wasReached = true; wasReached; atAsk += stride) {
      const lasts = mode === 'lasts' || (mode === 'in-turn' && atAsk % 2 === 0)
      // Long: each trouble, transient and permanent, at each place; short: they take turns.
      const here = isLong ? kinds : kinds.slice(atAsk % 3, (atAsk % 3) + 1)
      for (const trouble of here) {
        const disk = installFailingDisk({ trouble, atAsk, lasts, onlyWrites: !isLong })
        const report = await liveWith(disk)
        wasReached = disk.failed > 0
        if (!wasReached) break
        lives += 1
        const said = report.reported.filter((word) => !words[trouble].includes(word))
        const where = `${trouble} ${lasts ? 'from' : 'at'} ${atAsk}`
        broken.push(...report.broken.map((what) => `${where}: ${what}`))
        if (said.length > 0) broken.push(`${where}: said ${said.join(', ')}`)
        if (report.reported.length === 0) {
          unreported += 1
          broken.push(`${where}: said nothing`)
        }
      }
    }
  }
  recordFigure({
    proof: 'disk-faults',
    tried: { part: 'every-question', lives },
    seen: { broken: broken.length, unreported },
  })
  expect(broken.slice(0, 20)).toEqual([])
  expect(unreported).toBe(0)
}, 600_000)

it('at every page limit, SQLite’s own “full” loses nothing and sends nothing twice', async () => {
  const broken: string[] = []
  let lives = 0
  for (let pages = 1, wasFull = true; wasFull; pages += Math.min(stride, 3)) {
    const open = new Set<DatabaseSync>()
    let isFull = true
    const limit = (database: DatabaseSync): void => {
      database.exec(`PRAGMA max_page_count = ${isFull ? pages : 1_000_000}`)
    }
    const report = await lived({
      onOpened(database) {
        open.add(database)
        limit(database)
      },
      endTrouble() {
        isFull = false
        for (const database of open) if (database.isOpen) limit(database)
      },
    })
    wasFull = report.reported.length > 0
    if (wasFull) lives += 1
    broken.push(...report.broken.map((what) => `${pages} pages: ${what}`))
    if (report.reported.some((word) => word !== 'disk-full'))
      broken.push(`${pages} pages: ${report.reported.join(', ')}`)
    // Even the empty tables need more pages than this.
    if (pages < 12) wasFull = true
  }
  recordFigure({
    proof: 'disk-faults',
    tried: { part: 'page-limit', lives },
    seen: { broken: broken.length },
  })
  expect(broken).toEqual([])
  expect(lives).toBeGreaterThan(5)
}, 600_000)
