import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStorage } from './open-outbox.ts'
import { recordFigure } from '#proofs/proof.ts'
import { claimSubmission } from './testing/made-up.ts'
import { plainProtection } from './testing/plain-protection.ts'
import { Outbox } from './outbox.ts'

const at = new Date('2026-11-20T10:00:00.000Z')
const program = join(import.meta.dirname, 'testing/rebuild-and-die.ts')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A damaged file of a hundred entries with a log beside it, and how many of them can be read. */
function damaged(): { readonly original: string; readonly readable: number } {
  const original = join(folder, 'original')
  const path = join(original, 'outbox.sqlite')
  const { database } = openStorage(path, at)
  if (database === null) throw new Error('not opened')
  const outbox = new Outbox(database, plainProtection)
  for (let n = 0; n < 100; n += 1) outbox.accept(claimSubmission(), at.toISOString())
  database.close()
  const bytes = readFileSync(path)
  // Behind the pages that an empty file has: among them are those that name the tables.
  bytes.fill(0xa5, 4096 * 30, 4096 * 32)
  writeFileSync(path, bytes)
  cpSync(original, join(folder, 'whole-try'), { recursive: true })
  const whole = openStorage(join(folder, 'whole-try', 'outbox.sqlite'), at)
  whole.database?.close()
  if (whole.status.type !== 'rebuilt') throw new Error(whole.status.type)
  return { original, readable: whole.status.rescuedEntries }
}

function die(path: string, at: number, when: 'before' | 'after'): string {
  const node = ['--disable-warning=ExperimentalWarning', program, path, String(at), when]
  const { signal, stdout } = spawnSync(process.execPath, node, { encoding: 'utf8' })
  return signal ?? stdout
}

it('a rebuild killed at any rename is restarted or completed, and keeps every readable entry', () => {
  const { original, readable } = damaged()
  expect(readable).toBeGreaterThan(50)
  const seen = { whole: 0, notWhole: 0 }
  let isOver = false
  for (let rename = 1; !isOver; rename += 1) {
    for (const when of ['before', 'after'] as const) {
      const path = join(folder, `${rename}-${when}`, 'outbox.sqlite')
      cpSync(original, join(folder, `${rename}-${when}`), { recursive: true })
      isOver = die(path, rename, when) !== 'SIGKILL'
      if (isOver) break
      const { database, status } = openStorage(path, at)
      const entries = database === null ? 0 : [...new Outbox(database, plainProtection).undelivered()].length
      database?.close()
      const isWhole = status.type === 'rebuilt' && status.rescuedEntries === readable && entries === readable
      const kept = readdirSync(join(folder, `${rename}-${when}`))
      const keepsDamaged = kept.some((name) => name.includes('.damaged-'))
      const isTidy = !kept.some((name) => /\.(rebuil|unreported)/.test(name))
      seen[isWhole && keepsDamaged && isTidy ? 'whole' : 'notWhole'] += 1
    }
  }
  recordFigure({
    proof: 'schema-versions',
    tried: { part: 'rebuilding a damaged file', kills: seen.whole + seen.notWhole },
    seen: { 'not whole': seen.notWhole },
  })
  expect(seen.notWhole).toBe(0)
  expect(seen.whole).toBeGreaterThanOrEqual(6)
}, 60_000)
