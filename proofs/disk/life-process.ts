import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { live, type LifeReport } from './life.ts'

/*
 * Lives of an outbox in a separate process, where the kernel makes the trouble. `errors FOLDER`: one life, while
 * strace makes a call fail. `full FOLDER EVERY`: FOLDER is a small separate disk; one life for every EVERY free
 * pages, until one has enough space. Prints its reports as JSON.
 */
const [mode = '', folder = '', every = '1'] = process.argv.slice(2)
const pageBytes = 4096
const reports: LifeReport[] = []

/** Fills the disk up to this many free pages. */
function fillBut(pages: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const room = bavail * bsize - pages * pageBytes
  writeFileSync(join(folder, 'filler'), Buffer.alloc(Math.max(0, room)))
}

if (mode === 'full') {
  let wasFull = true
  for (let pages = 0; wasFull; pages += Number(every)) {
    const place = join(folder, `life-${pages}`)
    mkdirSync(place)
    fillBut(pages)
    const report = await live({
      folder: place,
      endTrouble: () => rmSync(join(folder, 'filler'), { force: true }),
    })
    reports.push(report)
    wasFull = report.reported.length > 0
    rmSync(place, { recursive: true })
    rmSync(join(folder, 'filler'), { force: true })
  }
} else reports.push(await live({ folder, endTrouble: () => undefined, patience: 40 }))

process.stdout.write(JSON.stringify(reports))
